import DynamicYieldAPI
import Foundation
import Recommendations
import ServedShop
import TestSupport
import Testing

@testable import DynamicYieldRoutes
@testable import SearchServer

@Suite("Engagement, popularity and suggestions in the form of Dynamic Yield", .timeLimit(.minutes(5)))
struct DynamicYieldEngagementTests {
    private static let names = ["shoe-001", "shoe-002", "bag-001", "bag-002"]

    private func report(
        _ shop: Shop, _ engagements: [DynamicYield.Engagement], by visitor: String = "u-1"
    ) throws -> (Int, JSONValue) {
        let report = DynamicYield.EngagementReport(engagements, visitor: .init(id: visitor, session: "s-1"))
        let (answer, json) = try shop.dynamicYield(.engagement, report.json)
        return (answer.status, json)
    }

    @Test("clicks by the names of results make products popular, also for a server that starts later")
    func popularity() throws {
        let shop = try Shop(names: Self.names)
        func popular(_ text: String, _ order: DynamicYield.Sort.Order = .descending) throws -> [String] {
            try shop.search(text) { $0.sort = .popularity(order) }.skus
        }
        #expect(try popular("") == Self.names)
        let slots = try shop.search("").slots
        let (status, json) = try report(
            shop,
            [
                .slotClick(slots[2].id), .slotClick(slots[2].id), .slotClick(slots[1].id),
                .slotImpression(slots.map(\.id)),
                .click(decisionID: "1"), .impression(decisionID: "1"),
            ])
        #expect(status == 200 && json["accepted"] == .int(6))
        #expect(try report(shop, [.slotClick(slots[2].id)], by: "u-2").0 == 200)
        #expect(try popular("") == ["bag-001", "shoe-002", "shoe-001", "bag-002"])
        #expect(try popular("", .ascending) == ["shoe-001", "bag-002", "shoe-002", "bag-001"])
        #expect(try popular("fine bag") == ["bag-001", "bag-002"])
        #expect(try popular("fine bag", .ascending) == ["bag-002", "bag-001"])
        let picture = DynamicYield.Search(
            .image(.bytes(try Shop.picture("shoe-001"))), on: Shop.page, window: .init(numItems: 1), sort: .popularity()
        )
        #expect(try shop.search(picture).skus == ["bag-001"])
        // Trackers of other kinds count as well.
        _ = try shop.ask("GET", "/v3/__va.gif?action=add_to_cart&uid=u&queryId=1&pid=bag-002&imUrl=i&pos=1")
        _ = try shop.ask("GET", "/v3/__va.gif?action=view&uid=u&queryId=1&pid=shoe-001")
        #expect(try popular("").prefix(3) == ["bag-001", "bag-002", "shoe-002"])
        let events = try EventStore(reading: SearchServer.events(of: shop.engine.store.path))
        let kept = try events.latest(20)
        #expect(kept.count { $0.action == "slot_impression" } == 4)
        let click = try #require(kept.first { $0.action == "product_click" && $0.item == "shoe-002" })
        #expect(click.item == "shoe-002" && click.position == 2 && click.user == "u-1" && click.session == "s-1")
        // As a server does that starts later.
        #expect(try Popularity(events).counts().ranked.first == "bag-001")
    }

    @Test("what a visitor does with a product in a day counts once, however often it is reported")
    func repeated() throws {
        let shop = try Shop(names: Self.names)
        let slots = try shop.search("").slots
        #expect(try report(shop, Array(repeating: .slotClick(slots[3].id), count: 900)).0 == 200)
        for visitor in ["u-2", "u-3"] {
            #expect(try report(shop, [.slotClick(slots[1].id)], by: visitor).0 == 200)
        }
        #expect(try shop.search("") { $0.sort = .popularity(.descending) }.skus.prefix(2) == ["shoe-002", "bag-002"])
        let nameless = (0..<5).map { _ in TrackedEvent(action: "product_click", item: "lamp") }
        let store = try EventStore(path: SearchServer.events(of: shop.engine.store.path))
        try store.add(nameless)
        try store.add(nameless)
        #expect(try Popularity(store).counts() == ["bag-002": 1, "shoe-002": 2, "lamp": 1])
    }

    @Test("a result that this server has not answered cannot be reported, and another server with its keys knows it")
    func sealed() throws {
        func shop(_ keys: String) throws -> Shop {
            try Shop(names: Self.names) { $0.http.credentials = try! Credentials(lines: keys) }
        }
        let (one, other) = (try shop("APPKEY\nak:sk"), try shop("ak:sk\nAPPKEY"))
        let stranger = try shop("APPKEY\nak:other")
        let key = ["DY-API-Key: APPKEY"]
        let search = DynamicYield.Search(.text("bag"), on: Shop.page, window: .init(numItems: 2))
        let (answer, _) = try one.dynamicYield(.search, search.json(), headers: key)
        let slot = try #require(try DynamicYield.Answer<JSONValue>(parsing: answer.body.utf8).slots.first?.id)
        func status(_ slot: String, at shop: Shop) throws -> Int {
            let report = DynamicYield.EngagementReport([.slotClick(slot)], visitor: .init(id: "u"))
            return try shop.dynamicYield(.engagement, report.json, headers: key).answer.status
        }
        #expect(try status(slot, at: one) == 200 && status(slot, at: other) == 200 && status(slot, at: stranger) == 400)
        let base64 = slot.replacing("-", with: "+").replacing("_", with: "/")
        let data = try #require(
            Data(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)))
        let parts = try JSONValue(parsing: Array(data)).values
        for (index, change) in [
            (0, JSONValue.string("made-up")), (1, .int(9)), (2, .string("shoe-001")), (3, .int(99)), (4, .string("")),
        ] {
            var changed = parts
            changed[index] = change
            let forged = Data(JSONValue.array(changed).encoded).base64EncodedString()
            #expect(try status(forged, at: one) == 400)
            #expect(
                try status(Data(JSONValue.array(Array(changed.prefix(4))).encoded).base64EncodedString(), at: one)
                    == 400)
        }
    }

    @Test(
        "searches count by visitors: one of them, or one address with an app key, brings no text among the suggestions")
    func visitors() throws {
        let shop = try Shop(names: Self.names) {
            $0.suggestions.searches = 12
            $0.http.credentials = try! Credentials(lines: "APPKEY\nSHOPKEY search data")
        }
        func search(_ text: String, by visitors: [String], key: String) throws {
            for visitor in visitors {
                var request = DynamicYield.Search(.text(text), on: Shop.page, window: .init(numItems: 1))
                request.visitor.id = visitor
                let header = ["DY-API-Key: \(key)"]
                let (answer, _) = try shop.dynamicYield(.search, request.json(), headers: header)
                let slot = try #require(try DynamicYield.Answer<JSONValue>(parsing: answer.body.utf8).slots.first?.id)
                let report = DynamicYield.EngagementReport([.slotClick(slot)], visitor: .init(id: visitor))
                _ = try shop.dynamicYield(.engagement, report.json, headers: header)
            }
        }
        try search("bag", by: Array(repeating: "u", count: 20), key: "APPKEY")
        try search("fine bag", by: (0..<20).map { "made-up-\($0)" }, key: "APPKEY")
        try search("shoe", by: (0..<12).map { "visitor-\($0)" }, key: "SHOPKEY")
        let (answer, _) = try shop.dynamicYield(
            .suggest, DynamicYield.Suggest("", limit: 10).json, headers: ["DY-API-Key: APPKEY"])
        #expect(try DynamicYield.Suggestions(parsing: answer.body.utf8).terms == ["shoe"])
    }

    @Test("a report with a name that is not from here is refused whole, with each such name")
    func foreignSlots() throws {
        let shop = try Shop(names: Self.names)
        let slot = try #require(try shop.search("").slots.first?.id)
        let (status, json) = try report(
            shop,
            [
                .slotClick(slot), .slotClick("opaque"), .slotImpression([slot, slot + "A"]), .slotClick(""),
                .slotClick("WyJkIiwxLCJza3UiLCJ4Il0"), .slotClick(String(repeating: "A", count: 5000)),
            ])
        #expect(status == 400)
        #expect(
            json["errors"]?.values.compactMap { $0["path"]?.text } == [
                "engagements[1].slotId", "engagements[2].slotsIds[1]", "engagements[3].slotId", "engagements[4].slotId",
                "engagements[5].slotId",
            ])
        let events = try EventStore(reading: SearchServer.events(of: shop.engine.store.path))
        #expect(try events.latest(1) == [])
    }

    @Test("more events than the rate allows are refused, and later ones are taken")
    func rate() throws {
        let shop = try Shop(names: Self.names) { $0.eventRate = 1 }
        #expect(try report(shop, Array(repeating: .click(decisionID: "d"), count: 1000)).0 == 200)
        let over = try report(shop, Array(repeating: .click(decisionID: "d"), count: 900))
        #expect(over.0 == 429)
    }

    private func suggest(_ shop: Shop, _ text: String, limit: Int = 10, locale: String? = nil) throws -> [String] {
        let (answer, _) = try shop.dynamicYield(.suggest, DynamicYield.Suggest(text, limit: limit, locale: locale).json)
        #expect(answer.status == 200, "\(answer.body)")
        return try DynamicYield.Suggestions(parsing: answer.body.utf8).terms
    }

    @Test("three characters are completed by the words of the catalog, without blocked terms")
    func completions() throws {
        let shop = try Shop(names: Self.names) { $0.suggestions.blockedTerms = ["Nord", "fine bag"] }
        #expect(try suggest(shop, "sho") == ["shoe"])
        #expect(try suggest(shop, "fine sh") == ["fine shoe"])
        #expect(try suggest(shop, "fine ba") == [] && suggest(shop, "nor") == [] && suggest(shop, "acm") == ["acme"])
        #expect(try suggest(shop, "zzz") == [] && suggest(shop, "sohe") == ["shoe"])
        let cookies = try shop.dynamicYield(.suggest, DynamicYield.Suggest("sho").json).json["cookies"]
        #expect(cookies?.values.count == 2)
        let odd = try shop.dynamicYield(.suggest, DynamicYield.Suggest("sho", limit: 0).json)
        #expect(odd.answer.status == 400)
        #expect(odd.json["errors"]?[0]?["path"]?.text == "query.suggestions[0].maxResults")
    }

    @Test("fewer characters give the most frequent searches that had a click, by locale")
    func frequent() throws {
        let shop = try Shop(names: Self.names) {
            $0.suggestions.searches = 2
            $0.suggestions.blockedTerms = ["number"]
        }
        func search(_ text: String, times: Int = 1, clicks: Int = 0, locale: String? = "en_GB", counts: Bool? = nil)
            throws
        {
            for time in 0..<times {
                let answer = try shop.search(text) {
                    $0.page.locale = locale
                    $0.countsSearch = counts
                    $0.visitor.id = "\(UUID())"
                }
                if time < clicks { _ = try report(shop, [.slotClick(try #require(answer.slots.first?.id))]) }
            }
        }
        #expect(try suggest(shop, "") == [])
        try search("  Fine   Shoe ", times: 2, clicks: 1)
        try search("fine shoe", times: 1)
        try search("bag", times: 2, clicks: 1, locale: "en-gb")
        try search("acme", times: 1, clicks: 1)
        try search("nord", times: 3)
        try search("fine number", times: 3, clicks: 1)
        try search("no such words", times: 3)
        try search("fine acme", times: 3, clicks: 1, counts: false)
        try search("nord bag", times: 2, clicks: 1, locale: "de_DE")
        #expect(try suggest(shop, "", locale: "en_GB") == ["fine shoe", "bag"])
        #expect(try suggest(shop, "f", limit: 1, locale: "en_GB") == ["fine shoe"])
        #expect(try suggest(shop, "", locale: "de-de") == ["nord bag"])
        #expect(try suggest(shop, "") == ["fine shoe", "bag", "nord bag"])
    }

    @Test("searches count for as many days as they are kept")
    func days() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "x.events").path
        let terms = try SearchTerms(path: path, days: 30)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func found(_ moment: Date) throws -> [SearchTerms.Term] {
            try terms.frequent(locale: nil, searches: 1, clicks: 0, limit: 10, at: moment)
        }
        func count(_ text: String, _ locale: String?, by visitor: String, at moment: Date) throws -> Int? {
            try terms.count(text, locale: locale, by: searcher(visitor), at: moment)
        }
        func searcher(_ visitor: String) -> SearchTerms.Searcher {
            SearchTerms.Searcher(name: visitor, address: "192.0.2.1", isBelieved: false)
        }
        let row = try #require(try count("Red  dress", nil, by: "a", at: now))
        #expect(try count("red dress", nil, by: "a", at: now) == row)
        #expect(try count("red dress", "en", by: "b", at: now) != nil)
        #expect(try count("re", nil, by: "a", at: now) == nil)
        #expect(try count(String(repeating: "x", count: 101), nil, by: "a", at: now) == nil)
        for _ in 0..<3 { try terms.countClick(row: row, on: "dress-1", by: searcher("a")) }
        try terms.countClick(row: row, on: "dress-2", by: searcher("a"))
        try terms.countClick(row: 999, on: "dress-1", by: searcher("a"))
        #expect(try found(now) == [.init(text: "red dress", searches: 2, clicks: 2)])
        #expect(try found(now + 29 * 86_400).count == 1)
        #expect(try found(now + 30 * 86_400).isEmpty)
        // A clock that is ahead for a moment removes nothing, and what it counted does not count before its day.
        _ = try count("blue dress", nil, by: "a", at: now + 400 * 86_400)
        #expect(try found(now).map(\.text) == ["red dress"])
        _ = try count("green dress", nil, by: "a", at: now + 32 * 86_400)
        #expect(try found(now).isEmpty && found(now + 32 * 86_400).map(\.text) == ["green dress"])
    }
}
