internal import SQLite

extension CatalogStore {
    /// Keeps models of recommendations by name, in place of earlier ones of the same names; nil removes one. The text of
    /// a model is JSON that only the models themselves read.
    package func define(models: [String: String?]) throws(SearchError) {
        func write() throws(SearchError) {
            try self.write { database throws(SearchError) in
                try database.keep(models: models)
                var changes = SharedChanges()
                changes.models = models
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
    fileprivate static func checksum(ofModel name: String, _ record: String) -> Int {
        var sum = Checksum()
        sum.add(name)
        sum.add(record)
        return sum.value
    }

    /// Keeps models by name; nil removes one.
    func keep(models: [String: String?]) throws(SearchError) {
        // A new revision, by which other readers notice it.
        try run("UPDATE state SET revision = revision + 1")
        for (name, record) in models {
            guard let record else {
                try run("DELETE FROM models WHERE name = ?", .text(name))
                continue
            }
            try run(
                "INSERT OR REPLACE INTO models(name, record, checksum) VALUES (?, ?, ?)", .text(name), .text(record),
                .integer(Database.checksum(ofModel: name, record)))
        }
    }

    /// The models by name; nil for one that is damaged.
    func models() throws(SearchError) -> [String: String?] {
        // Files of older forms, opened for reading, have no place for them.
        guard try integer("PRAGMA user_version") >= 6 else { return [:] }
        var models: [String: String?] = [:]
        try each("SELECT name, record, checksum FROM models") { row in
            let (name, record) = (row.text(0), row.text(1))
            let isSound = row.integer(2) == Database.checksum(ofModel: name, record)
            models.updateValue(isSound ? record : nil, forKey: name)
        }
        return models
    }
}
