package import Foundation
internal import ViSearchAPI

/// The events of trackers, in an SQLite file beside the store. Limited in number and in bytes: new events replace the
/// oldest ones, so that a flood never blocks later events.
package final class EventStore: Sendable {
    /// An event, and when it came.
    package struct Kept: Hashable, Sendable {
        package var received: Date
        package var action: String
        package var user: String?
        package var session: String?
        package var query: String?
        package var item: String?
        package var position: Int?
        package var value: Double?
        /// Everything that was sent, as a JSON object.
        package var members: String
    }

    /// The number of events of one group.
    package struct Count: Hashable, Sendable {
        package var name: String
        package var events: Int
        /// Different people.
        package var users: Int
    }

    /// The property by which events are grouped for counting.
    package enum Grouping: String, Sendable, CaseIterable {
        case action
        /// Days of UTC, by the clock of this machine.
        case day
        case item
        /// The searches that preceded the events, by the names in their answers.
        case search
    }

    /// Which events; all of them by default.
    package struct Choice: Hashable, Sendable {
        package var action: String?
        package var item: String?
        /// The name of a search.
        package var search: String?
        /// Those that came then or later.
        package var since: Date?

        package init() {}

        fileprivate var values: [Value] {
            [.optional(action), .optional(item), .optional(search), .optional(since?.inMilliseconds)]
        }

        fileprivate static let condition = """
            (?1 IS NULL OR action = ?1) AND (?2 IS NULL OR item = ?2) AND (?3 IS NULL OR query = ?3)
            AND (?4 IS NULL OR received >= ?4)
            """
    }

    static let applicationID = 0x4D67_7065
    static let form = """
        CREATE TABLE events(
            id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, action TEXT NOT NULL,
            user TEXT, session TEXT, query TEXT, item TEXT, position INTEGER, value REAL, time INTEGER,
            members TEXT NOT NULL);
        """

    private let database: Locked<Database>
    private let limit: Int
    private let byteLimit: Int

    /// Opens the file at `path`, or makes it.
    ///
    /// - Parameters:
    ///   - limit: the most events to keep.
    ///   - bytes: the most bytes of the file; default 1 GB. A file that was larger before does not become
    ///     smaller: its space is reused.
    package init(path: String, limit: Int = 5_000_000, bytes: Int = 1_000_000_000) throws(SearchError) {
        let database = try Database.sideFile(
            path, applicationID: EventStore.applicationID, form: EventStore.form, isShared: true)
        // Outlives the process at any moment; the last ones may be lost when the power fails.
        try database.script("PRAGMA synchronous = NORMAL")
        self.database = Locked(database)
        self.limit = limit
        byteLimit = bytes
    }

    /// Opens the file for counting, beside a server that writes.
    package init(reading path: String) throws(SearchError) {
        database = Locked(try Database(path: path, access: .read))
        (limit, byteLimit) = (.max, .max)
    }

    /// Keeps events. They outlive this process when it returns.
    package func add(_ events: [TrackedEvent]) throws(SearchError) {
        if events.isEmpty { return }
        try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                for event in events { try add(event, database) }
                let last = try database.integer("SELECT max(id) FROM events")
                if last > limit { try database.run("DELETE FROM events WHERE id <= ?", .integer(last - limit)) }
                try makeRoom(database)
            }
        }
    }

    /// Bytes of the file that hold events.
    private static func bytes(_ database: Database) throws(SearchError) -> Int {
        let pages = try database.integer("PRAGMA page_count") - database.integer("PRAGMA freelist_count")
        return try pages * database.integer("PRAGMA page_size")
    }

    /// Deletes the oldest events until the others fit, and a little more, so that this is not done for every event.
    private func makeRoom(_ database: Database) throws(SearchError) {
        var used = try EventStore.bytes(database)
        guard used > byteLimit else { return }
        let wanted = byteLimit - byteLimit / 64
        while used > wanted {
            // Ids have no gaps, for only the oldest events leave; to count them would read the whole file.
            let events = try database.integer(
                "SELECT coalesce((SELECT max(id) FROM events) - (SELECT min(id) FROM events) + 1, 0)")
            if events == 0 { return }
            let share = min(Double(used - wanted) / Double(used), 1)
            let many = max(1, Int(Double(events) * share))
            try database.run(
                "DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY id LIMIT ?)", .integer(many))
            used = try EventStore.bytes(database)
        }
    }

    private func add(_ event: TrackedEvent, _ database: Database) throws(SearchError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let members = (try? encoder.encode(event.members)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        try database.run(
            """
            INSERT INTO events(received, action, user, session, query, item, position, value, time, members)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(Date.now.inMilliseconds), .text(event.action), .optional(event.user), .optional(event.session),
            .optional(event.query), .optional(event.item), .optional(event.position),
            event.value.map(Value.real) ?? .null, .optional(event.time), .text(members))
    }

    /// Counts by action, day, item or search, most frequent first (days: latest first).
    package func counts(
        by grouping: Grouping, of choice: Choice = Choice(), limit: Int = 10
    ) throws(SearchError) -> [Count] {
        let key =
            switch grouping {
            case .action: "action"
            case .day: "date(received / 1000, 'unixepoch')"
            case .item: "item"
            case .search: "query"
            }
        let chosen = choice.values
        let order = grouping == .day ? "1 DESC" : "2 DESC, 1"
        return try database.withLock { database throws(SearchError) in
            var counts: [Count] = []
            try database.each(
                """
                SELECT \(key), count(*), count(DISTINCT user) FROM events
                WHERE \(key) NOT NULL AND \(Choice.condition) GROUP BY 1 ORDER BY \(order) LIMIT ?5
                """, chosen[0], chosen[1], chosen[2], chosen[3], .integer(limit)
            ) { row in
                counts.append(Count(name: row.text(0), events: row.integer(1), users: row.integer(2)))
            }
            return counts
        }
    }

    /// The latest events, the last one first.
    package func latest(_ count: Int, of choice: Choice = Choice()) throws(SearchError) -> [Kept] {
        let chosen = choice.values
        return try database.withLock { database throws(SearchError) in
            var kept: [Kept] = []
            try database.each(
                """
                SELECT received, action, user, session, query, item, position, value, members FROM events
                WHERE \(Choice.condition) ORDER BY id DESC LIMIT ?5
                """, chosen[0], chosen[1], chosen[2], chosen[3], .integer(count)
            ) { row in
                kept.append(
                    Kept(
                        received: Date(timeIntervalSince1970: Double(row.integer(0)) / 1000), action: row.text(1),
                        user: row.optionalText(2), session: row.optionalText(3), query: row.optionalText(4),
                        item: row.optionalText(5), position: row.optionalInteger(6),
                        value: row.isNull(7) ? nil : row.real(7), members: row.text(8)))
            }
            return kept
        }
    }

    /// Counts the engagements with items among the next events; nil where no event came since.
    ///
    /// - Parameters:
    ///   - last: The number of the last event that was counted before.
    ///   - count: The most events of one call, so that others wait shortly.
    func engagements(after last: Int, upTo count: Int = 100_000) throws(SearchError) -> (
        last: Int, counts: [String: Int]
    )? {
        try database.withLock { database throws(SearchError) in
            let first = try database.integer("SELECT coalesce(min(id), 0) FROM events WHERE id > ?", .integer(last))
            if first == 0 { return nil }
            let end = try min(first + count, database.integer("SELECT max(id) FROM events"))
            var counts: [String: Int] = [:]
            try database.each(
                """
                SELECT item, count(*) FROM events WHERE id BETWEEN ? AND ? AND item NOT NULL
                AND action IN ('product_click', 'add_to_cart', 'add_to_wishlist', 'transaction') GROUP BY item
                """, .integer(first), .integer(end)
            ) { row in counts[row.text(0)] = row.integer(1) }
            return (end, counts)
        }
    }
}
