internal import Foundation

extension CatalogStore {
    /// Copies the store as it is at this moment, removed items included, while others may read and write it.
    ///
    /// The copy is written under another name, checked, brought to the disk and then renamed, so that `target` is never
    /// half a store. A plain copy of the file would lack what is still in its write-ahead log.
    ///
    /// - Parameter target: where the copy shall be; there must be no file yet.
    /// - Returns: what the copy holds.
    public func backup(to target: String) throws(SearchError) -> StoreInfo {
        var held: StoreInfo?
        try NewFile.write(target) { partial throws(SearchError) in
            do throws(SearchError) {
                let database = try Database(path: path, access: accessForReading)
                try database.script(
                    "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY")
                try database.run("VACUUM INTO ?", .text(partial))
            } catch {
                // A disk that is full is that of the copy: nothing is written to the store.
                if case .diskFull = error { throw .diskFull(path: target) }
                throw error
            }
            let copy = try CatalogStore(path: partial, describer: describer, mode: .readOnly)
            if let finding = try copy.check().first {
                throw .damaged(path: path, detail: "its copy is not sound: \(finding)")
            }
            held = try copy.info()
        }
        guard var info = held else { preconditionFailure("the copy was opened") }
        info.path = target
        return info
    }
}

/// A file that is written under another name and renamed when it is complete.
enum NewFile {
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
        try make(partial)
        do {
            try synchronize(partial)
            try FileManager.default.moveItem(atPath: partial, toPath: target)
            try synchronize(URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false))
        } catch {
            throw .store(path: target, reason: "it could not be finished: \(error.localizedDescription)")
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
