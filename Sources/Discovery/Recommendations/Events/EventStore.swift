package import Essentials
internal import SQLite
public import SearchAPI

/// The events of trackers, in an SQLite file beside the store. Limited in number and in bytes: new events replace the
/// oldest ones, so that a flood never blocks later events. Impressions are kept beside what people did, up to a quarter of
/// that number, and never replace it. Usable from many threads; a ``Recommender`` of the same file
/// sees what was added at once.
///
/// ```swift
/// let events = try EventStore(path: "shop.events")
/// try events.add([TrackedEvent(action: "add_to_cart", user: "visitor-17", item: "bag-007")])
/// events.close()  // one file, to be copied
/// ```
public final class EventStore: Sendable {
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
    /// The tables of the file that hold events.
    let tables: [String]
    private let limit: Int
    let byteLimit: Int

    /// Opens the file at `path`, or makes it.
    ///
    /// - Parameters:
    ///   - path: the file of the events, made if it is missing.
    ///   - limit: the most events to keep.
    ///   - bytes: the most bytes of the file; default 1 GB. A file that was larger before does not become
    ///     smaller: its space is reused.
    public init(path: String, limit: Int = 5_000_000, bytes: Int = 1_000_000_000) throws(SearchError) {
        let file = try EventFile.open(path)
        tables = try EventFile.tables(file)
        database = Locked(file)
        self.limit = limit
        byteLimit = bytes
    }

    /// Opens the file for counting, beside a server that writes.
    package init(reading path: String) throws(SearchError) {
        let file = try Database(path: path, access: .read)
        _ = try FileKind.demand([.events], in: file)
        _ = try file.form(upTo: EventFile.steps.count)
        tables = try EventFile.tables(file)
        database = Locked(file)
        (limit, byteLimit) = (.max, .max)
    }

    /// Ends the use of the file, after the calls that run: it is whole by itself then, without a log beside it, unless
    /// others have it open. Every later call throws `store`; to close again does nothing. Files that nobody closed are
    /// closed with their objects, and at the end of the process.
    public func close() { database.withLock { $0.end() } }

    /// Keeps events and counts them. They outlive this process when it returns.
    public func add(_ events: [TrackedEvent]) throws(SearchError) {
        if events.isEmpty { return }
        try database.withLock { database throws(SearchError) in
            try database.transaction { () throws(SearchError) in
                var done = 0
                for event in events {
                    let isShown = if case .shown? = TrackedAction(event.action) { true } else { false }
                    try add(event, to: isShown ? "impressions" : "events", database)
                    if !isShown { done += 1 }
                }
                // More than were added, so that events that an older version has left are counted as well.
                if done > 0 { _ = try VisitCounter.count(done + 500, in: database) }
                try keepLatest(limit, of: "events", database)
                try keepLatest(max(limit / 4, 1), of: "impressions", database)
                try makeRoom(for: done > 0 ? tables : ["impressions"], database)
            }
        }
    }

    private func keepLatest(_ limit: Int, of table: String, _ database: Database) throws(SearchError) {
        let last = try database.integer("SELECT max(id) FROM \(table)")
        if last > limit { try database.run("DELETE FROM \(table) WHERE id <= ?", .integer(last - limit)) }
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

    /// Deletes the oldest rows until the others fit, and a little more, so that this is not done for every event.
    /// Impressions beyond a fifth of all events go first.
    ///
    /// - Parameter tables: Those that may lose rows, with `events` also the visits.
    func makeRoom(for tables: [String], _ database: Database) throws(SearchError) {
        var used = try EventFile.bytes(database)
        guard used > byteLimit else { return }
        let wanted = byteLimit - byteLimit / 64
        while used > wanted {
            let events = try EventStore.span(of: "events", in: database)
            let shown = try EventStore.span(of: "impressions", in: database)
            let share = min(Double(used - wanted) / Double(used), 1)
            if tables == ["impressions"] || shown > (events + shown) / 5 {
                if shown == 0 { return }
                try EventStore.removeOldest(max(1, shown / 8, Int(Double(shown) * share)), of: "impressions", database)
            } else {
                let visits = try EventStore.span(of: "visits", in: database)
                if events + visits == 0 { return }
                try EventStore.removeOldest(max(1, Int(Double(events) * share)), of: "events", database)
                var writer = VisitWriter(database)
                try writer.removeOldest(Int((Double(visits) * share).rounded(.up)))
                try writer.writeSums()
            }
            used = try EventFile.bytes(database)
        }
    }

    private static func removeOldest(_ count: Int, of table: String, _ database: Database) throws(SearchError) {
        try database.run(
            "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) ORDER BY id LIMIT ?)", .integer(count))
    }

    /// The number of rows, and of those that were forgotten between them; to count them would read the whole file.
    private static func span(of table: String, in database: Database) throws(SearchError) -> Int {
        try database.integer(
            "SELECT coalesce((SELECT max(id) FROM \(table)) - (SELECT min(id) FROM \(table)) + 1, 0)")
    }

    private func add(_ event: TrackedEvent, to table: String, _ database: Database) throws(SearchError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let members = (try? encoder.encode(event.members)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        try database.run(
            """
            INSERT INTO \(table)(received, action, user, session, query, item, position, value, time, members)
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
