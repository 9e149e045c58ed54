import Foundation
import SQLite
import SearchAPI
import TestSupport
import Testing

@testable import Recommendations

@Suite(.timeLimit(.minutes(5)))
struct VisitTests {
    private let place: EventFolder
    private let store: EventStore

    init() throws {
        place = try EventFolder()
        store = try EventStore(path: place.path)
    }

    @Test func `No file, no event, one item and an unknown item give empty answers`() throws {
        let missing = EventCounts(path: place.path + ".other")
        #expect(try missing.together("a").isEmpty && missing.popular(since: nil, limit: 5).isEmpty)
        #expect(try missing.interests(of: ["u"], limit: 5).isEmpty && missing.purchases(of: ["u"]).isEmpty)
        #expect(try place.counts.together("a").isEmpty && place.counts.popular(since: .now, limit: 5).isEmpty)
        try store.add([.ago(1, "product_view", "a", user: "u")])
        #expect(try place.counts.together("a").isEmpty && place.counts.together("b").isEmpty)
        #expect(try place.counts.popular(since: nil, limit: 5) == [Companion(item: "a", score: 1, count: 1)])
        #expect(try place.counts.interests(of: ["nobody"], limit: 5).isEmpty)
        #expect(try place.counts.companions(of: "a", by: .wanted, limit: 0).isEmpty)
    }

    @Test(arguments: [[400.0], [30.0, 400], [36_500], [30, 400, 36_500, 99_420]])
    func `A clock that was far ahead for a moment spoils nothing for good`(_ days: [Double]) throws {
        try store.add((0..<50).map { .ago(60, "product_click", "bag", user: "u\($0)") })
        let file = try Database(path: place.path, access: .write)
        let now = Date.now.timeIntervalSince1970 * 1000
        for day in days {
            try file.run(
                "INSERT INTO events(received, action, user, item, members) VALUES (?, 'product_click', ?, 'mug', '{}')",
                .integer(Int(now + day * 86_400_000)), .text("v\(day)"))
        }
        for index in 0..<3 { try store.add([.ago(0, "product_click", "cup", user: "w\(index)")]) }
        for since in [nil, Date.now - 30 * 86_400] {
            let popular = try place.counts.popular(since: since, limit: 5)
            #expect(popular.map(\.item) == ["bag", "cup", "mug"] || popular.map(\.item) == ["bag", "mug", "cup"])
            #expect(popular.allSatisfy { $0.score.isFinite } && (popular.last?.score ?? 0) > 0.01, "\(popular)")
        }
        #expect(try store.latest(99).allSatisfy { $0.received <= .now })
        #expect(try place.counts.interests(of: ["v\(days[0])"], limit: 1).allSatisfy { $0.latest <= .now })
    }

    @Test func `A clock that is far behind changes no visit`() throws {
        try store.add((0..<5).map { .ago(60, "product_click", "bag", user: "u\($0)") })
        let file = try Database(path: place.path, access: .write)
        let before = try file.integer("SELECT sum(latest) FROM visits")
        try VisitCounter.mendClock(now: 1_000_000, in: file)
        #expect(try file.integer("SELECT sum(latest) FROM visits") == before)
    }

    @Test func `Items of one session go together, stronger where more visits and stronger actions join them`() throws {
        for index in 0..<6 {
            let session = "s\(index)"
            try store.add([
                .ago(60, "product_view", "a", session: session), .ago(59, "product_view", "b", session: session),
                .ago(58, "product_view", index < 2 ? "c" : "d\(index)", session: session),
            ])
        }
        try store.add([.ago(5, "product_view", "e", session: "other"), .ago(5, "product_view", "f", session: "other")])
        let found = try place.counts.companions(of: "a", by: .wanted, limit: 10)
        #expect(found.prefix(2).map(\.item) == ["b", "c"])
        #expect(found.prefix(2).map(\.count) == [6, 2])
        #expect(found.allSatisfy { $0.score > 0 && $0.score <= 1 })
        #expect(!found.contains { $0.item == "e" || $0.item == "a" })
        // A cosine of 1, shrunk by three visits.
        #expect(abs(found[0].score - 6.0 / 9) < 1e-6)
    }

    @Test func `Without a session, a break of more than 30 minutes begins a new visit`() throws {
        try store.add([
            .ago(100, "product_view", "a", user: "u"), .ago(80, "product_view", "b", user: "u"),
            .ago(40, "product_view", "c", user: "u"), .ago(41, "product_view", "c", user: "other"),
        ])
        #expect(try place.counts.together("a") == ["b"])
        #expect(try place.counts.together("c").isEmpty)
        #expect(try place.counts.report().visits == 3)
    }

    @Test func `A late event joins the visit of its time`() throws {
        try store.add([.ago(300, "product_view", "a", user: "u"), .ago(5, "product_view", "z", user: "u")])
        try store.add([.ago(290, "product_view", "b", user: "u")])
        #expect(try place.counts.together("b") == ["a"])
        #expect(try place.counts.report().visits == 2)
        // A clock that is wrong by years counts as now.
        try store.add([TrackedEvent(action: "product_view", user: "u", item: "c", time: 86_400_000)])
        #expect(try place.counts.together("c") == ["z"])
    }

    @Test func `A session goes on when its visitor gets another name`() throws {
        try store.add([
            .ago(9, "product_view", "a", user: "cookie", session: "s"),
            .ago(8, "transaction", "b", user: "login", session: "s"),
        ])
        let counts = place.counts
        #expect(try counts.together("a") == ["b"])
        #expect(try counts.interests(of: ["cookie"], limit: 9).map(\.item) == ["a"])
        #expect(try counts.interests(of: ["cookie", "login"], limit: 9).map(\.item) == ["b", "a"])
        #expect(try counts.purchases(of: ["cookie"]).isEmpty && counts.purchases(of: ["cookie", "login"]) == ["b"])
    }

    @Test(arguments: [
        ("product_click", "add_to_cart", "transaction"), ("click", "add-to-cart-v1", "purchase-v1"),
        ("view_item", "cart_update", "purchase_item"), ("Product Click", "Add to Cart", "Purchase"),
    ])
    func `The names of each tracker have their weight`(_ look: String, _ cart: String, _ buy: String) throws {
        try store.add([
            .ago(9, look, "seen", user: "u"), .ago(9, cart, "carted", user: "u"), .ago(9, buy, "bought", user: "u"),
            .ago(9, "recommendation_view", "shown", user: "u"), .ago(9, "remove_from_cart", "removed", user: "u"),
        ])
        #expect(try place.counts.popular(since: nil, limit: 9).map(\.item) == ["bought", "carted", "seen"])
        #expect(try place.counts.purchases(of: ["u"]) == ["bought"])
    }

    @Test func `Bought items go together, and a transaction without an item is of the cart`() throws {
        try store.add([
            .ago(9, "add_to_cart", "a", user: "u"), .ago(8, "add_to_cart", "b", user: "u"),
            .ago(8, "product_view", "c", user: "u"), .ago(7, "transaction", nil, user: "u"),
        ])
        #expect(try place.counts.together("a", .bought) == ["b"])
        #expect(try place.counts.together("c", .bought).isEmpty)
        #expect(try place.counts.purchases(of: ["u"]) == ["a", "b"])
    }

    @Test func `A visit of thousands of items is cut, and its further items leave nothing behind`() throws {
        let events = (0..<3000).map { TrackedEvent.ago(9, "product_view", "p\($0)", user: "bot", session: "s") }
        try store.add(events)
        let report = try place.counts.report()
        #expect(report.items == 50 && report.cut == 2950 && report.visits == 1 && report.waiting == 0)
        #expect(try place.counts.together("p0").count == 49)
    }

    @Test func `Older visits count less`() throws {
        let day = 24.0 * 60
        for index in 0..<4 {
            try store.add([
                .ago(80 * day, "product_view", "a", session: "old\(index)"),
                .ago(80 * day, "product_view", "old", session: "old\(index)"),
                .ago(day, "product_view", "a", session: "new\(index)"),
                .ago(day, "product_view", "new", session: "new\(index)"),
            ])
        }
        #expect(try place.counts.together("a") == ["new", "old"])
        #expect(try place.counts.popular(since: nil, limit: 9).map(\.item) == ["a", "new", "old"])
        #expect(try place.counts.popular(since: .now - 7 * 86_400, limit: 9).map(\.item) == ["a", "new"])
    }

    @Test func `Popular items come page by page, each once`() throws {
        for index in 0..<30 {
            try store.add((0...index).map { .ago(5, "product_view", "p\(index)", session: "s\(index)-\($0)") })
        }
        for since in [nil, Date.now - 3600] {
            let all = try place.counts.popular(since: since, limit: 100)
            #expect(all.map(\.count) == (1...30).reversed().map { $0 })
            let pages = try [0, 7, 14, 21, 28].flatMap { try place.counts.popular(since: since, from: $0, limit: 7) }
            #expect(pages == all)
        }
    }

    @Test func `Interests are newest first, each once, and a purchase is stronger than a view`() throws {
        try store.add([
            .ago(3000, "product_view", "a", user: "u"), .ago(2000, "transaction", "b", user: "u"),
            .ago(1000, "product_view", "c", user: "u"), .ago(10, "product_view", "a", user: "u"),
        ])
        let interests = try place.counts.interests(of: ["u", "u"], limit: 9)
        #expect(interests.map(\.item) == ["a", "c", "b"])
        #expect(interests[2].weight > interests[1].weight)
        #expect(try place.counts.interests(of: ["u"], limit: 1).map(\.item) == ["a"])
    }
}
