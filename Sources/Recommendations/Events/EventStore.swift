package import Foundation
package import SearchAPI
internal import VisualSearch

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

        var values: [Value] {
            [.optional(action), .optional(item), .optional(search), .optional(since?.inMilliseconds)]
        }

        static let condition = """
            (?1 IS NULL OR action = ?1) AND (?2 IS NULL OR item = ?2) AND (?3 IS NULL OR query = ?3)
            AND (?4 IS NULL OR received >= ?4)
            """
    }

    let database: Locked<Database>
    private let limit: Int
    private let byteLimit: Int

    /// Opens the file at `path`, or makes it.
    ///
    /// - Parameters:
    ///   - limit: the most events to keep.
    ///   - bytes: the most bytes of the file; default 1 GB. A file that was larger before does not become
    ///     smaller: its space is reused.
    package init(path: String, limit: Int = 5_000_000, bytes: Int = 1_000_000_000) throws(SearchError) {
        database = Locked(try EventFile.open(path))
        self.limit = limit
        byteLimit = bytes
    }

    /// Opens the file for counting, beside a server that writes.
    package init(reading path: String) throws(SearchError) {
        database = Locked(try Database(path: path, access: .read))
        (limit, byteLimit) = (.max, .max)
    }

    /// Keeps events and counts them. They outlive this process when it returns.
    package func add(_ events: [TrackedEvent]) throws(SearchError) {
        if events.isEmpty { return }
        try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                for event in events { try add(event, database) }
                // More than were added, so that events that an older version has left are counted as well.
                _ = try VisitCounter.count(events.count + 500, in: database)
                let last = try database.integer("SELECT max(id) FROM events")
                if last > limit { try database.run("DELETE FROM events WHERE id <= ?", .integer(last - limit)) }
                try makeRoom(database)
            }
        }
    }

    /// Counts what is not counted yet, such as the events of an older version, some at a time so that others may write.
    ///
    /// - Parameter goesOn: Asked before each part.
    package func countBacklog(while goesOn: () -> Bool = { true }) throws(SearchError) {
        var counted = 1
        while counted > 0, goesOn() {
            counted = try database.withLock { database throws(SearchError) in
                try database.transaction { () throws(SearchError) in try VisitCounter.count(20_000, in: database) }
            }
        }
    }

    /// Counts all events anew that are kept.
    package func recount() throws(SearchError) {
        try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                for table in ["visitors", "visited", "visits", "items", "people"] {
                    try database.run("DELETE FROM \(table)")
                }
                try database.run("UPDATE counting SET event = 0, revision = revision + 1, cut = 0")
            }
        }
        try countBacklog()
    }

    /// Deletes the oldest events and visits until the others fit, and a little more, so that this is not done for every
    /// event.
    private func makeRoom(_ database: Database) throws(SearchError) {
        var used = try EventFile.bytes(database)
        guard used > byteLimit else { return }
        let wanted = byteLimit - byteLimit / 64
        while used > wanted {
            let events = try EventStore.span(of: "events", in: database)
            let visits = try EventStore.span(of: "visits", in: database)
            if events + visits == 0 { return }
            let share = min(Double(used - wanted) / Double(used), 1)
            try database.run(
                "DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY id LIMIT ?)",
                .integer(max(1, Int(Double(events) * share))))
            var writer = VisitWriter(database)
            try writer.removeOldest(Int((Double(visits) * share).rounded(.up)))
            try writer.writeSums()
            used = try EventFile.bytes(database)
        }
    }

    /// The number of rows, and of those that were forgotten between them; to count them would read the whole file.
    private static func span(of table: String, in database: Database) throws(SearchError) -> Int {
        try database.integer(
            "SELECT coalesce((SELECT max(id) FROM \(table)) - (SELECT min(id) FROM \(table)) + 1, 0)")
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
}

extension Date {
    /// Since 1970.
    var inMilliseconds: Int { Int(timeIntervalSince1970 * 1000) }
}
