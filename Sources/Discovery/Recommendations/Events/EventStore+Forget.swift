internal import SQLite
package import SearchAPI
internal import WireFormat

extension EventStore {
    /// The former knowledge of a person.
    package struct Forgotten: Hashable, Sendable {
        package var events = 0
        /// Visits that were counted with something of the person.
        package var visits = 0
        /// Answers on consents.
        package var consents = 0
        /// Searches that the events followed.
        package var searches = 0
        /// Other names in the same sessions, at most 20: perhaps of the same person.
        package var others: [String] = []
    }

    /// Removes everything that is known of a person by these names: events, also those without a name in the same
    /// sessions, the searches that these followed, their part in the counts, and all answers on consents.
    ///
    /// The file is then written anew, so that none of its bytes is left in free pages or in the log of SQLite. That takes
    /// about as long as a copy of the file, and writers wait.
    ///
    /// - Throws: `store` where others read for so long that the log could not be emptied; then the person is forgotten,
    ///   and another call removes the bytes.
    package func forget(_ names: [String]) throws(SearchError) -> Forgotten {
        try database.withLock { database throws(SearchError) in
            let forgotten = try database.transaction { () throws(SearchError) in
                try EventStore.forget(names, in: database)
            }
            // The copy while SQLite writes anew belongs on the disk, for it may be large.
            try database.script("PRAGMA temp_store = FILE; VACUUM; PRAGMA temp_store = MEMORY")
            for _ in 0..<3 {
                if try database.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0 { return forgotten }
            }
            throw .store(
                path: database.path,
                reason: "it is being read; the person is forgotten, but bytes may remain in its -wal file; try again")
        }
    }

    private static func forget(_ names: [String], in database: Database) throws(SearchError) -> Forgotten {
        var forgotten = Forgotten()
        let list = Value.text(JSONValue.list(names))
        let tables = try EventFile.tables(database)
        let both = tables.map { "SELECT user, session FROM \($0)" }.joined(separator: " UNION ALL ")
        let sessions = try database.all(
            """
            SELECT DISTINCT session FROM (\(both)) WHERE user IN (SELECT value FROM json_each(?)) AND session NOT NULL
            """, list
        ) { $0.text(0) }
        let places = Value.text(JSONValue.list(sessions))
        try database.each(
            """
            SELECT DISTINCT user FROM (\(both)) WHERE session IN (SELECT value FROM json_each(?1)) AND user NOT NULL
                AND user NOT IN (SELECT value FROM json_each(?2)) ORDER BY 1 LIMIT 20
            """, places, list
        ) { row in forgotten.others.append(row.text(0)) }
        for table in tables {
            try database.run(
                """
                DELETE FROM searches WHERE name IN (SELECT query FROM \(table) WHERE query NOT NULL
                    AND (user IN (SELECT value FROM json_each(?1))
                        OR user IS NULL AND session IN (SELECT value FROM json_each(?2))))
                """, list, places)
            forgotten.searches += database.changes
        }
        for table in tables {
            try database.run(
                """
                DELETE FROM \(table) WHERE user IN (SELECT value FROM json_each(?1))
                    OR user IS NULL AND session IN (SELECT value FROM json_each(?2))
                """, list, places)
            forgotten.events += database.changes
        }
        forgotten.visits = try forgetVisits(of: list, in: database)
        try database.run("DELETE FROM people WHERE name IN (SELECT value FROM json_each(?))", list)
        try database.run("DELETE FROM consents WHERE customer IN (SELECT value FROM json_each(?))", list)
        forgotten.consents = database.changes
        try database.run("UPDATE counting SET forgotten = forgotten + 1, revision = revision + 1")
        return forgotten
    }

    /// Takes the touches of the people out of their visits, and those of nobody in the same ones.
    private static func forgetVisits(of names: Value, in database: Database) throws(SearchError) -> Int {
        var people: Set<UInt32> = [0]
        var ids: Set<Int> = []
        try database.each(
            """
            SELECT person, visit FROM visitors
            WHERE person IN (SELECT id FROM people WHERE name IN (SELECT value FROM json_each(?)))
            """, names
        ) { row in
            people.insert(UInt32(truncatingIfNeeded: row.integer(0)))
            ids.insert(row.integer(1))
        }
        var writer = VisitWriter(database)
        for id in ids.sorted() {
            guard var visit = try writer.visit(id) else { continue }
            let former = visit.touches
            visit.touches.removeAll { people.contains($0.person) }
            try writer.write(visit, instead: former)
        }
        try writer.writeSums()
        return ids.count
    }
}
