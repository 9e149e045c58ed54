internal import Essentials

/// A file that is written under another name and renamed when it is complete.
enum NewFile {
    /// Calls `make` with another name, brings what it wrote to the disk and renames it.
    ///
    /// - Parameter make: Writes the file whose path it gets, and closes it.
    /// - Throws: `store` where there is a file already.
    static func write(_ target: String, _ make: (String) throws(SearchError) -> Void) throws(SearchError) {
        if FileManager.default.fileExists(atPath: target) {
            throw .store(path: target, reason: "there is a file already; name one that is new")
        }
        // Another attempt may run at this time, on another machine with the same process id.
        let partial = "\(target).partial-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        defer {
            for end in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: partial + end) }
        }
        do throws(SearchError) { try make(partial) } catch {
            switch error {
            case .store(partial, let reason): throw .store(path: target, reason: reason)
            case .damaged(partial, let detail): throw .damaged(path: target, detail: detail)
            case .diskFull(partial): throw .diskFull(path: target)
            default: throw error
            }
        }
        do {
            try synchronize(partial)
            // Safe: both names end with NUL.
            guard unsafe rename(partial, target) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            try synchronize(URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false))
        } catch {
            let code = (error as? POSIXError)?.code
            if code == .ENOSPC || code == .EDQUOT || code == .EFBIG { throw .diskFull(path: target) }
            throw .store(path: target, reason: "it could not be finished: \(error.systemReason)")
        }
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    private static func synchronize(_ path: String) throws {
        // Safe: the path ends with NUL, and the descriptor is ours until it is closed.
        let descriptor = unsafe open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
