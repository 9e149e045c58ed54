import Foundation
import Recommendations
import SQLite
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("Impressions beside what people did", .timeLimit(.minutes(5)))
struct ImpressionTests {
    private static func shown(_ count: Int) -> [TrackedEvent] {
        (0..<count).map { TrackedEvent(action: "recommendation_view", user: "x", item: "i\($0)") }
    }

    @Test("what was shown never pushes out what people did, by number or by bytes", arguments: [false, true])
    func retention(_ byBytes: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "x.events").path
        let store =
            try byBytes ? EventStore(path: path, bytes: 600_000) : EventStore(path: path, limit: 400)
        let deeds = (0..<200).map { TrackedEvent(action: "product_click", user: "u\($0)", item: "bag") }
        try store.add(deeds)
        for action in ["recommendation_view", "slot_impression"] {
            for _ in 0..<60 {
                try store.add((0..<100).map { TrackedEvent(action: action, user: "x", item: "i\($0)") })
            }
        }
        let counts = try store.counts(by: .action)
        #expect(counts.first { $0.name == "product_click" }?.events == 200, "\(counts)")
        let impressions = counts.filter { $0.name != "product_click" }.map(\.events).reduce(0, +)
        #expect(impressions > 0 && (byBytes || impressions == 100), "\(counts)")
        #expect(try EventCounts(path: path).popular(since: nil, limit: 9).map(\.item) == ["bag"])
        // Actions of people push out impressions.
        try store.add(deeds)
        #expect(try store.counts(by: .item, limit: 1).map(\.events) == [400])
    }

    @Test("impressions are listed and counted with the other events, the latest first, and forgotten with their person")
    func reports() throws {
        let folder = try TemporaryFolder()
        let store = try EventStore(path: folder.url.appending(path: "x.events").path)
        try store.add([TrackedEvent(action: "product_click", user: "x", session: "s", item: "a")])
        usleep(2000)
        try store.add(Self.shown(2))
        usleep(2000)
        try store.add([TrackedEvent(action: "purchase", user: "y", session: "s", item: "b", value: 1)])
        #expect(try store.latest(9).map(\.item) == ["b", "i1", "i0", "a"])
        #expect(try store.counts(by: .day).map(\.events) == [4] && store.counts(by: .day).map(\.users) == [2])
        let gone = try store.forget(["x"])
        #expect(gone.events == 3 && gone.others == ["y"])
        #expect(try store.latest(9).map(\.item) == ["b"])
    }

    @Test("a file of the version before is read as it is, and takes impressions once it is written")
    func older() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "x.events").path
        do {
            let store = try EventStore(path: path)
            try store.add([TrackedEvent(action: "product_click", user: "u", item: "bag")])
        }
        try Database(path: path, access: .write).script(
            "DROP TABLE impressions; DROP TABLE searches; DROP TABLE search_log; PRAGMA user_version = 2")
        #expect(try EventStore(reading: path).latest(9).map(\.item) == ["bag"])
        #expect(try EventCounts(path: path).popular(since: nil, limit: 9).map(\.item) == ["bag"])
        try EventStore(path: path).add(Self.shown(1))
        #expect(try EventStore(reading: path).latest(9).count == 2)
    }

    @Test("what is shown counts against a rate of its own: a flood is answered and not kept, and events are taken")
    func rate() throws {
        let shop = try Shop(names: ["shoe-001", "bag-001", "mug-001"]) { $0.eventRate = 1 }
        let call = #"""
            {"customer_ids": {"registered": "x"}, "attributes": [
            """#
            + Array(repeating: #"{"type": "recommendation", "id": "newest", "size": 3}"#, count: 20)
            .joined(separator: ",") + "]}"
        for _ in 0..<25 {
            #expect(try shop.bloomreach(Shop.attributes, call).json["results"]?[19]?["value"]?.values.count == 3)
        }
        let counts = try EventStore(reading: SearchServer.events(of: shop.engine.store.path)).counts(by: .action)
        // 1,500 were shown; a whole batch at once is 1,000, and one a second comes after it.
        #expect((900...1400).contains(counts.first { $0.name == "recommendation_view" }?.events ?? 0), "\(counts)")
        #expect(try shop.ask("GET", "/v3/__va.gif?action=view&pid=bag-001").answer.status == 200)
        #expect(try shop.ask("GET", "/metrics").answer.body.contains("magpie_impressions_lost_total"))
    }

    @Test("events that could not be kept do not use up the rate of their sender")
    func refunded() {
        let rate = SenderRate(perSecond: 1, most: 10)
        let now = ContinuousClock.now
        #expect(rate.takes(10, from: "192.0.2.1", now: now) && !rate.takes(1, from: "192.0.2.1", now: now))
        rate.giveBack(10, to: "192.0.2.1")
        #expect(rate.takes(10, from: "192.0.2.1", now: now) && !rate.takes(1, from: "192.0.2.1", now: now))
    }
}
