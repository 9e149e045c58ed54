internal import Essentials
internal import SQLite
package import SearchAPI
internal import WireFormat

extension EventStore {
    /// Keeps searches, without their visitors. They outlive this process when it returns, and the machine a little later:
    /// nothing is forced to the disk for them.
    ///
    /// - Parameters:
    ///   - dropped: Searches since the last call that could not be kept, for the reports.
    ///   - limits: What is kept in all.
    /// - Returns: The number of those that were kept. The others are of visitors who did not consent to
    ///   `personalization`, where that is defined and has no legitimate interest.
    @discardableResult
    package func keep(
        _ searches: [RecordedSearch], dropped: Int = 0, limits: SearchLogLimits = SearchLogLimits()
    ) throws(SearchError) -> Int {
        if searches.isEmpty && dropped == 0 { return 0 }
        return try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                let consents = ConsentReading(database)
                var kept = 0
                for search in searches {
                    if let visitor = search.visitor,
                        try !consents.allowsPersonalization(of: [visitor], at: search.time)
                    {
                        continue
                    }
                    try EventStore.add(search, to: database)
                    kept += 1
                }
                if dropped > 0 { try database.run("UPDATE search_log SET dropped = dropped + ?", .integer(dropped)) }
                if kept > 0 { try keepWithin(limits, database) }
                return kept
            }
        }
    }

    private static func add(_ search: RecordedSearch, to database: Database) throws(SearchError) {
        try database.run(
            """
            INSERT INTO searches(received, name, kind, words, page, total, found, rules, shown)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(search.time.inMilliseconds), .text(search.id), .text(search.kind.rawValue),
            .optional(search.words), .integer(search.page), .integer(search.total), .integer(search.hasFound ? 1 : 0),
            search.rules.isEmpty ? .null : .text(JSONValue.list(search.rules)),
            .blob(ShownItems.bytes(of: search.shown)))
    }

    /// Rows that one call removes for their age.
    private static let agedLimit = 5000
    /// Bytes of a row beside its words and items, at most.
    private static let rowBytes = 96

    private func keepWithin(_ limits: SearchLogLimits, _ database: Database) throws(SearchError) {
        let last = try database.integer("SELECT max(id) FROM searches")
        // Some at a time: where the clock is wrong by a year for a moment, most of them stay.
        try database.run(
            """
            DELETE FROM searches WHERE received < ? AND id IN (SELECT id FROM searches ORDER BY id LIMIT \(Self.agedLimit))
            """, .integer(Date.now.inMilliseconds - limits.days * 86_400_000))
        let sample = try database.integer(
            """
            SELECT avg(length(shown) + coalesce(length(words), 0) + coalesce(length(rules), 0)) FROM
                (SELECT shown, words, rules FROM searches ORDER BY id DESC LIMIT 64)
            """)
        let fitting = max(byteLimit / 4 / (sample + Self.rowBytes), 1)
        let count = min(limits.count, fitting)
        if last > count { try database.run("DELETE FROM searches WHERE id <= ?", .integer(last - count)) }
        try makeRoom(for: tables, database)
    }
}
