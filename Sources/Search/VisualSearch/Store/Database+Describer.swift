internal import SQLite

extension Database {
    /// The name of the table of vectors: the one or the other, in turns with each change of the describer. A process of an
    /// older version that has the file open then fails, where it would compare vectors of two describers.
    private static let vectorTables = ["vectors", "descriptors"]

    /// The table of the vectors.
    func vectorTable() throws(SearchError) -> String {
        try hasTable(Self.vectorTables[1]) ? Self.vectorTables[1] : Self.vectorTables[0]
    }

    /// Puts another table in the place of that of the vectors.
    func replaceVectors(by table: String) throws(SearchError) {
        let known = try vectorTable()
        let next = known == Self.vectorTables[0] ? Self.vectorTables[1] : Self.vectorTables[0]
        try script("DROP TABLE \(known); ALTER TABLE \(table) RENAME TO \(next)")
    }

    /// Throws where the pictures were described anew since the store was opened.
    func demand(_ describer: DescriberIdentity) throws(SearchError) {
        let sum = try integer("SELECT checksum FROM state")
        if sum != describer.checksum { throw .describedAnew(path) }
    }
}

extension SearchError {
    /// The error of a store that was opened before its pictures were described anew.
    static func describedAnew(_ path: String) -> SearchError {
        .store(path: path, reason: CatalogStore.describedAnew)
    }
}

extension CatalogStore {
    /// The reason of `store` errors where only opening the store again helps.
    package static let describedAnew = "its pictures were described anew since it was opened; open it again"
}
