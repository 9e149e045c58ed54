import Foundation
import Recommendations
import SQLite
import SearchAPI
import TestSupport
import Testing

@testable import event_writer

@Suite(.timeLimit(.minutes(5)))
struct RecountTests {
    /// The counts, without the numbers of rows. Sums may differ by their rounding, for they were added in another
    /// order.
    struct State: Equatable, CustomStringConvertible {
        var lines: [String] = []
        var sums: [Double] = []

        var count: Int { lines.count }
        var description: String { zip(lines, sums).map { "\($0) \($1)" }.joined(separator: "; ") }

        static func == (left: State, right: State) -> Bool {
            left.lines == right.lines && left.sums.count == right.sums.count
                && zip(left.sums, right.sums).allSatisfy { abs($0 - $1) <= 1e-9 * max(abs($0), abs($1)) }
        }
    }

    static func state(_ path: String) throws -> State {
        let database = try Database(path: path, access: .read)
        var state = State()
        try database.each(
            """
            SELECT items.name, items.visits, buyers, strength, squares, bought,
                (SELECT count(*) FROM visited WHERE item = items.id),
                (SELECT coalesce(sum(bought), 0) FROM visited WHERE item = items.id)
            FROM items ORDER BY name
            """
        ) { row in
            state.sums += [3, 4, 5].map { row.real($0) }
            state.lines.append("\(row.text(0)) \([1, 2, 6, 7].map { row.integer($0) })")
        }
        try database.each(
            """
            SELECT people.name, count(*) FROM people JOIN visitors ON person = people.id GROUP BY 1 ORDER BY 1
            """
        ) { row in state.lines.append("\(row.text(0)) \(row.integer(1))") }
        return state
    }

    @Test func `Events that are counted as they come give what counting from nothing gives`() throws {
        let place = try EventFolder()
        let store = try EventStore(path: place.path)
        for number in 1...400 { try store.add(Shopping.batch(number)) }
        let before = try RecountTests.state(place.path)
        #expect(before.count > 50)
        try store.recount()
        #expect(try RecountTests.state(place.path) == before)
        #expect(try place.counts.report().waiting == 0)
    }

    @Test func `A file without counts keeps its events and gets its counts`() throws {
        let place = try EventFolder()
        let old = try Database(path: place.path, access: .create)
        try old.script(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE events(
                id INTEGER PRIMARY KEY AUTOINCREMENT, received INTEGER NOT NULL, action TEXT NOT NULL,
                user TEXT, session TEXT, query TEXT, item TEXT, position INTEGER, value REAL, time INTEGER,
                members TEXT NOT NULL);
            PRAGMA application_id = \(0x4D67_7065); PRAGMA user_version = 1;
            """)
        let now = Int(Date.now.timeIntervalSince1970 * 1000)
        for index in 0..<2000 {
            try old.run(
                "INSERT INTO events(received, action, user, item, members) VALUES (?, 'product_view', ?, ?, '{}')",
                .integer(now - 2000 + index), .text("u\(index / 2)"), .text(index.isMultiple(of: 2) ? "a" : "b"))
        }
        // Reading alone changes nothing, and finds nothing.
        #expect(try place.counts.together("a").isEmpty)
        #expect(try EventStore(reading: place.path).latest(3000).count == 2000)
        let store = try EventStore(path: place.path)
        #expect(try store.latest(3000).count == 2000)
        #expect(try place.counts.report().waiting == 2000)
        try store.add([.ago(0, "product_view", "c", user: "new")])
        #expect(try place.counts.report().waiting == 1500)
        try store.countBacklog()
        let companions = try place.counts.companions(of: "a", by: .wanted, limit: 9)
        #expect(companions.map(\.count) == [CountRules.sampleLimit])
        #expect(try place.counts.report().waiting == 0)
    }

    @Test func `A file of a later version or of something else is refused`() throws {
        let place = try EventFolder()
        _ = try EventStore(path: place.path)
        try Database(path: place.path, access: .write).script("PRAGMA user_version = 99")
        #expect(throws: SearchError.self) { try EventStore(path: place.path) }
        #expect(throws: SearchError.self) { try place.counts.popular(since: nil, limit: 1) }
    }

    @Test func `The bytes of events and counts stay within the limit, and the latest visits remain`() throws {
        let place = try EventFolder()
        let store = try EventStore(path: place.path, bytes: 600_000)
        for round in 0..<40 {
            let events: [TrackedEvent] = (0..<200).map { index in
                .ago(1, "product_view", "p\(round)-\(index % 50)", user: "u\(round)-\(index / 4)")
            }
            try store.add(events)
        }
        let report = try place.counts.report()
        #expect(report.bytes <= 600_000 && report.visits > 50)
        #expect(try !place.counts.together("p39-0").isEmpty)
        let database = try Database(path: place.path, access: .read)
        #expect(try database.integer("SELECT count(*) FROM items WHERE visits <= 0") == 0)
        #expect(
            try database.integer("SELECT count(*) FROM visited WHERE visit NOT IN (SELECT id FROM visits)") == 0)
        #expect(
            try database.integer("SELECT count(*) FROM people WHERE id NOT IN (SELECT person FROM visitors)") == 0)
    }
}
