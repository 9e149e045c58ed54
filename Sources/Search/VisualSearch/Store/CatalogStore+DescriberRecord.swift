internal import Essentials
internal import SQLite

// The record that a caller keeps of a describer that only it can open again, such as the folder of a model: text by the
// identity of the describer, in a table that only such a store has. It goes along into copies and merges of the store.
extension CatalogStore {
    /// The record of the describer that the store was made with; nil where nothing was kept, and without a store.
    package static func describerRecord(at path: String) throws(SearchError) -> String? {
        try reading(path) { database throws(SearchError) in
            guard try database.hasTable("describer_records") else { return nil }
            return try database.first(
                "SELECT record FROM describer_records JOIN state USING (describer)"
            ) { $0.text(0) }
        }
    }

    /// The name of the describer that the store was made with; nil without a store.
    package static func describerName(at path: String) throws(SearchError) -> String? {
        try reading(path) { database throws(SearchError) in
            try database.first("SELECT describer FROM state") { $0.text(0) }
        }
    }

    private static func reading(
        _ path: String, _ read: (Database) throws(SearchError) -> String?
    ) throws(SearchError) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let database = try Database(path: path, access: Database.accessForReading(path))
        try Opening.prepareReader(database)
        return try read(database)
    }

    /// Keeps the record of the first of these stores that has one. All have the describer of this one.
    package func keepDescriberRecord(ofStores paths: [String]) throws(SearchError) {
        for path in paths {
            guard let record = try CatalogStore.describerRecord(at: path) else { continue }
            return try keepDescriberRecord(record, of: describer.name)
        }
    }

    /// Keeps a record of the describer with this identity, which the store has or may get.
    package func keepDescriberRecord(_ record: String, of identity: String) throws(SearchError) {
        try write { database throws(SearchError) in
            try database.script(
                """
                CREATE TABLE IF NOT EXISTS describer_records(
                    describer TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID
                """)
            try database.run(
                """
                INSERT INTO describer_records VALUES (?1, ?2)
                ON CONFLICT (describer) DO UPDATE SET record = ?2 WHERE record <> ?2
                """, .text(identity), .text(record))
        }
    }
}
