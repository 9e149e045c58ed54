internal import Essentials
internal import SQLite

extension CatalogStore {
    /// Puts a copy of a backup in the place of a store. The store that was there stays under another name, together with a
    /// log that belongs to it or to an earlier one, so that nothing is lost and no log is played into the backup.
    ///
    /// - Parameters:
    ///   - path: The store. It may be damaged or missing; no process may have it open.
    ///   - backup: A sound catalog, or content in place of content. It stays as it is.
    /// - Returns: What is there now, and the new name of what was there; nil where nothing was.
    /// - Throws: `store` where another process has the store open or holds something else, `damaged` for a backup that is
    ///   not sound. Then all is as it was.
    package static func putBack(
        _ backup: String, inPlaceOf path: String
    ) throws(SearchError) -> (info: StoreInfo, former: String?) {
        let source = try CatalogStore(path: backup, mode: .readOnly, kind: nil)
        let (isThere, isSame) = (FileIdentity(path) != nil, FileIdentity(path) == FileIdentity(backup))
        if isThere, isSame { throw .store(path: backup, reason: "it is the store itself, not a backup of it") }
        if isThere { try release(path, holding: source.kind) }
        let unfinished = UnfinishedFile("restoring", of: path)
        defer { unfinished.end() }
        let fresh = unfinished.path
        var info = try source.backup(to: fresh)
        info.path = path
        do {
            let former = isThere || FileMark(path + "-wal") != nil ? freeName(path) : nil
            if let former {
                // The log first: without it the file is not what it was.
                if FileMark(path + "-wal") != nil { try DurableFile.rename(path + "-wal", to: former + "-wal") }
                if isThere { try giveSecondName(former, to: path) }
                try? FileManager.default.removeItem(atPath: path + "-shm")
            }
            try DurableFile.rename(fresh, to: path)
            return (info, former)
        } catch {
            throw .store(path: path, reason: "the backup cannot be put in its place: \(error.systemReason)")
        }
    }

    /// Takes the log into the store. One that cannot be read, or whose log is not its own, is left as it is.
    ///
    /// - Throws: `store` where another process has it open, or for another kind.
    private static func release(_ path: String, holding kind: FileKind) throws(SearchError) {
        let database: Database
        do throws(SearchError) { database = try Database(path: path, access: .write) } catch {
            if error.isShortage { throw error }
            return
        }
        let found = try? FileKind.of(database)
        if let shortage = database.shortage { throw shortage }
        if let found, found != kind {
            throw .store(path: path, reason: "it holds \(found.words), and the backup \(kind.words)")
        }
        guard (try? database.integer("SELECT count(*) FROM sqlite_schema")) != nil else {
            if let shortage = database.shortage { throw shortage }
            return
        }
        do throws(SearchError) {
            try database.script(
                "PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
        } catch {
            if database.isBusy || error.isShortage { throw error }
        }
    }

    /// Lets a store have two names, so that the backup can take the place of the first one in one step: at every moment
    /// there is a store. A file system without second names gets the new one alone.
    private static func giveSecondName(_ name: String, to path: String) throws {
        // Safe: both names end with NUL.
        if unsafe link(path, name) != 0 { try FileManager.default.moveItem(atPath: path, toPath: name) }
    }

    private static func freeName(_ path: String) -> String {
        let date = Date.now.formatted(.iso8601.timeSeparator(.omitted))
        let name = "\(path).before-\(date)"
        return FileMark(name) == nil ? name : "\(name)-\(String(UInt32.random(in: .min ... .max), radix: 36))"
    }
}
