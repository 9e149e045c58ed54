internal import CSQLite
internal import Essentials
package import SearchAPI

extension Database {
    /// The pages that are copied between two calls for the progress.
    private static let portion: Int32 = 2048

    /// Copies the file to a new one, as it is for the transaction that this connection has begun. The copy is one file without a
    /// log, has an identity of its own and is on the disk.
    ///
    /// - Parameter progress: Called with the share of the file that is copied.
    package func copy(to path: String, progress: (_ share: Double) throws(SearchError) -> Void) throws(SearchError) {
        try copyPages(to: path, progress: progress)
        let made = try Database(path: path, access: .write)
        try made.script("PRAGMA journal_mode = DELETE")
        try made.renewIdentity()
        do { try DurableFile.synchronize(path) } catch {
            throw .store(path: path, reason: "it could not be finished: \(error.systemReason)")
        }
    }

    private func copyPages(
        to path: String, progress: (_ share: Double) throws(SearchError) -> Void
    ) throws(SearchError) {
        try enter()
        defer { leave() }
        let target = try Database(path: path, access: .create)
        // It is brought to the disk as a whole in the end.
        try target.script("PRAGMA synchronous = OFF")
        // Safe: both connections are open until the copy ends, and nobody else uses the new one.
        guard let work = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.error(unsafe sqlite3_errcode(target.handle))
        }
        var failure: SearchError?
        var code = SQLITE_OK
        while code == SQLITE_OK, failure == nil {
            code = unsafe sqlite3_backup_step(work, Database.portion)
            let pages = unsafe max(sqlite3_backup_pagecount(work), 1)
            let left = unsafe sqlite3_backup_remaining(work)
            do throws(SearchError) { try progress(1 - Double(left) / Double(pages)) } catch { failure = error }
        }
        let end = unsafe sqlite3_backup_finish(work)
        if let failure { throw failure }
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw target.error(end == SQLITE_OK ? code : end) }
    }

    /// Opens files for reading at one moment: the states that their transactions see are those that the end of all programs at
    /// that moment would leave. Whoever writes to one of the files waits meanwhile, for milliseconds.
    ///
    /// Files that this process may not write have no such lock; they are opened in their order.
    package static func pinned(_ paths: [String]) throws(SearchError) -> [Database] {
        var locks: [Database] = []
        defer { for lock in locks { try? lock.script("ROLLBACK") } }
        for path in paths where FileManager.default.isWritableFile(atPath: path) && !isFixed(path) {
            let lock = try Database(path: path, access: .write)
            try lock.script("BEGIN IMMEDIATE")
            locks.append(lock)
        }
        return try paths.map { path throws(SearchError) in
            let reader = try Database(path: path, access: accessForReading(path))
            try reader.script(
                "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; BEGIN")
            _ = try reader.integer("SELECT count(*) FROM sqlite_schema")
            return reader
        }
    }

    /// In a folder without write permission SQLite cannot make the files that readers share. Without a log the file is
    /// then read as one that does not change.
    package static func accessForReading(_ path: String) -> Access {
        isFixed(path) && (FileMark(path + "-wal")?.size ?? 0) == 0 ? .immutable : .read
    }

    /// True where no file may be made beside this one.
    package static func isFixed(_ path: String) -> Bool {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        return !FileManager.default.isWritableFile(atPath: folder.isEmpty ? "." : folder)
    }
}
