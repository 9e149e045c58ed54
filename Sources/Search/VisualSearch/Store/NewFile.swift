internal import Essentials
internal import SQLite

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
        let unfinished = UnfinishedFile("partial", of: target)
        defer { unfinished.end() }
        let partial = unfinished.path
        do throws(SearchError) {
            try make(partial)
            try takeLog(into: partial)
        } catch {
            switch error {
            case .store(partial, let reason): throw .store(path: target, reason: reason)
            case .damaged(partial, let detail): throw .damaged(path: target, detail: detail)
            case .diskFull(partial): throw .diskFull(path: target)
            default: throw error
            }
        }
        do {
            try DurableFile.synchronize(partial)
            try DurableFile.rename(partial, to: target)
        } catch {
            let code = (error as? POSIXError)?.code
            if code == .ENOSPC || code == .EDQUOT || code == .EFBIG { throw .diskFull(path: target) }
            throw .store(path: target, reason: "it could not be finished: \(error.systemReason)")
        }
    }

    /// Takes in what is still in the log of a file. The last connection does so when it ends, but cannot tell that it failed:
    /// without its log the file would be empty.
    private static func takeLog(into path: String) throws(SearchError) {
        guard (FileMark(path + "-wal")?.size ?? 0) > 0 else { return }
        try Database(path: path, access: .write).script("PRAGMA wal_checkpoint(TRUNCATE)")
        guard (FileMark(path + "-wal")?.size ?? 0) == 0 else {
            throw .store(path: path, reason: "its log could not be taken into it; try again")
        }
    }
}
