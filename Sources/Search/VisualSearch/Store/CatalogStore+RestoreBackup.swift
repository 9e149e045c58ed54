internal import Essentials
internal import SQLite

extension CatalogStore {
    /// Puts a copy of a backup in the place of a store. The store that was there stays under another name, together with a
    /// log that belongs to it or to an earlier one, so that nothing is lost and no log is played into the backup.
    ///
    /// - Parameters:
    ///   - path: The store. It may be damaged or missing; no process may have it open.
    ///   - backup: A sound catalog, or content in place of content. It stays as it is.
    /// - Returns: What is there now, the new name of what was there, nil where nothing was, and whether the store has the
    ///   owner of what was there.
    /// - Throws: `store` where another process has the store open or holds something else, `damaged` for a backup that is
    ///   not sound. Then all is as it was.
    package static func putBack(
        _ backup: String, inPlaceOf path: String
    ) throws(SearchError) -> (info: StoreInfo, former: String?, keepsOwner: Bool) {
        if FileMark(Replacement.note(beside: path)) != nil { throw .store(path: path, reason: Replacement.wasCutOff) }
        let source = try CatalogStore(path: backup, mode: .readOnly, kind: nil)
        let (isThere, isSame) = (FileIdentity(path) != nil, FileIdentity(path) == FileIdentity(backup))
        if isThere, isSame { throw .store(path: backup, reason: "it is the store itself, not a backup of it") }
        if isThere { try Replacement.release(path, holding: source.kind) }
        let unfinished = UnfinishedFile("restoring", of: path)
        defer { unfinished.end() }
        let fresh = unfinished.path
        var info = try source.backup(to: fresh)
        info.path = path
        do {
            let keepsOwner = Replacement.dress(fresh, as: path)
            let former = isThere || FileMark(path + "-wal") != nil ? path + Replacement.ending(for: [path]) : nil
            if let former { try Replacement.setAside(path, as: former, keepsFirst: true) }
            try DurableFile.rename(fresh, to: path)
            return (info, former, keepsOwner)
        } catch {
            throw .store(path: path, reason: "the backup cannot be put in its place: \(error.systemReason)")
        }
    }
}
