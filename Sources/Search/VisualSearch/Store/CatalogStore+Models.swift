internal import SQLite

extension CatalogStore {
    /// Keeps models of recommendations by name, in place of earlier ones of the same names; nil removes one. The text of
    /// a model is JSON that only the models themselves read.
    package func define(models: [String: String?]) throws(SearchError) {
        var changes = SharedChanges()
        changes.models = models
        try write(changes) { database throws(SearchError) in try database.keep(models: models) }
    }

    /// Writes in one transaction, and hands the changes to the home of the store, where it has one.
    func write(
        _ changes: SharedChanges, _ keep: (Database) throws(SearchError) -> Void
    ) throws(SearchError) {
        func write() throws(SearchError) {
            try self.write { database throws(SearchError) in
                try database.demand(describer)
                try keep(database)
                try home?.keep(changes)
            }
        }
        if let home { try home.changing(self, write) } else { try write() }
    }
}

extension Snapshot {
    /// The models of recommendations by name, as JSON; nil for one that is damaged.
    package func models() throws(SearchError) -> [String: String?] { try database.models() }
}

extension Database {
    /// Keeps models by name; nil removes one.
    func keep(models: [String: String?]) throws(SearchError) {
        // A new revision, by which other readers notice it.
        try run("UPDATE state SET revision = revision + 1")
        try keep(models, in: "models")
    }

    /// The models by name; nil for one that is damaged.
    func models() throws(SearchError) -> [String: String?] {
        // Files of older forms, opened for reading, have no place for them.
        try integer("PRAGMA user_version") >= 6 ? records(in: "models") : [:]
    }

    /// Keeps records by name in a table for them; nil removes one.
    func keep(_ records: [String: String?], in table: String) throws(SearchError) {
        for (name, record) in records {
            guard let record else {
                try run("DELETE FROM \(table) WHERE name = ?", .text(name))
                continue
            }
            try run(
                "INSERT OR REPLACE INTO \(table)(name, record, checksum) VALUES (?, ?, ?)", .text(name), .text(record),
                .integer(Database.checksum(of: name, record)))
        }
    }

    /// The records of such a table by name; nil for one that is damaged.
    func records(in table: String) throws(SearchError) -> [String: String?] {
        var records: [String: String?] = [:]
        try each("SELECT name, record, checksum FROM \(table)") { row in
            let (name, record) = (row.text(0), row.text(1))
            let isSound = row.integer(2) == Database.checksum(of: name, record)
            records.updateValue(isSound ? record : nil, forKey: name)
        }
        return records
    }

    static func checksum(of name: String, _ record: String) -> Int {
        var sum = Checksum()
        sum.add(name)
        sum.add(record)
        return sum.value
    }
}
