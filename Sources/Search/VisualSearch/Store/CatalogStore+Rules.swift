internal import SQLite

// The rules of merchandisers: JSON by name, in the order in which they came, in tables that only a store with rules has. A
// backup, a copy and a repair take them along; a merge refuses a store with rules, as one with models.

extension CatalogStore {
    /// Keeps records of rules in one transaction: all of them or, when it throws, none.
    ///
    /// - Parameters:
    ///   - rules: The records by unique names, in order.
    ///   - replacingAll: Removes all earlier ones; otherwise only those of the same names are replaced.
    ///   - limit: The most rules of a store.
    /// - Returns: The number of rules that the store has then.
    @discardableResult
    package func keep(
        rules: [(name: String, record: String)], replacingAll: Bool, limit: Int
    ) throws(SearchError) -> Int {
        guard home == nil else {
            throw .invalidArgument("a catalog in Milvus keeps no rules; send them with each search instead")
        }
        return try write { database throws(SearchError) in
            try database.demand(describer)
            try database.script(
                """
                CREATE TABLE IF NOT EXISTS search_rules(
                    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, record TEXT NOT NULL,
                    checksum INTEGER NOT NULL);
                CREATE TABLE IF NOT EXISTS search_rules_state(
                    one INTEGER PRIMARY KEY CHECK (one = 1), revision INTEGER NOT NULL)
                """)
            // A new revision, by which other readers notice the change.
            try database.run("UPDATE state SET revision = revision + 1")
            try database.run("INSERT OR REPLACE INTO search_rules_state SELECT 1, revision FROM state")
            if replacingAll { try database.run("DELETE FROM search_rules") }
            for rule in rules {
                try database.run(
                    """
                    INSERT INTO search_rules(name, record, checksum) VALUES (?1, ?2, ?3)
                    ON CONFLICT (name) DO UPDATE SET record = ?2, checksum = ?3
                    """, .text(rule.name), .text(rule.record),
                    .integer(Database.checksum(of: rule.name, rule.record)))
            }
            let count = try database.integer("SELECT count(*) FROM search_rules")
            guard count <= limit else {
                throw .invalidArgument("the store would have \(count) rules; at most \(limit) are allowed")
            }
            return count
        }
    }
}

extension Snapshot {
    /// The revision in which rules were last changed; 0 for a store that never had one.
    func ruleRevision() throws(SearchError) -> Int { try database.ruleRevision() }

    /// The records of the rules in order; nil in place of one that is damaged.
    package func ruleRecords() throws(SearchError) -> [(name: String, record: String?)] {
        try database.ruleRecords()
    }

    /// Calls `body` with each of these records.
    func eachRuleRecord(_ body: (_ name: String, _ record: String?) -> Void) throws(SearchError) {
        try database.eachRuleRecord(body)
    }
}

extension Database {
    func ruleRevision() throws(SearchError) -> Int {
        guard try hasTable("search_rules_state") else { return 0 }
        return try first("SELECT revision FROM search_rules_state") { $0.integer(0) } ?? 0
    }

    func ruleRecords() throws(SearchError) -> [(name: String, record: String?)] {
        var records: [(name: String, record: String?)] = []
        try eachRuleRecord { records.append(($0, $1)) }
        return records
    }

    func eachRuleRecord(_ body: (_ name: String, _ record: String?) -> Void) throws(SearchError) {
        guard try hasTable("search_rules") else { return }
        try each("SELECT name, record, checksum FROM search_rules ORDER BY number") { row in
            let (name, record) = (row.text(0), row.text(1))
            body(name, row.integer(2) == Database.checksum(of: name, record) ? record : nil)
        }
    }
}
