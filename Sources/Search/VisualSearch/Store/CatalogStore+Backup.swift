internal import SQLite

extension CatalogStore {
    /// The newest form of the files of catalogs and content.
    package static let form = Schema.current.version

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
                let database = try Database(path: path, access: try accessForReading())
                try database.script(
                    """
                    PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY;
                    PRAGMA query_only = OFF
                    """)
                FileOwner.prepare(partial)
                try database.run("VACUUM INTO ?", .text(partial))
                try Database(path: partial, access: .write).renewIdentity()
            } catch {
                // A disk that is full is that of the copy: nothing is written to the store.
                if case .diskFull = error { throw .diskFull(path: target) }
                // SQLite also reads the copy, and does not tell which of the two could not be read.
                if case .damaged(_, let detail) = error {
                    throw .damaged(path: path, detail: "it, or the copy of it at \(target), cannot be read: \(detail)")
                }
                throw error
            }
            let copy = try CatalogStore(path: partial, describer: describer, mode: .readOnly, kind: kind)
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
