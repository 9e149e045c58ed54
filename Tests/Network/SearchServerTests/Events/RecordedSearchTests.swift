import DynamicYieldAPI
import Foundation
import Recommendations
import SQLite
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite(.timeLimit(.minutes(5)))
struct RecordedSearchTests {
    private static let names = ["shoe-001", "shoe-002", "bag-001", "mug-001"]

    private func report(_ shop: Shop) throws -> SearchReport {
        let path = SearchServer.events(of: shop.engine.store.path)
        return try #require(try EventStore(reading: path).searchReport())
    }

    /// The report once so many answers are in it.
    private func report(_ shop: Shop, answers: Int) throws -> SearchReport {
        try wait(for: "\(answers) recorded answers") { try report(shop).total.answers >= answers }
        let counted = try report(shop)
        #expect(counted.total.answers == answers)
        return counted
    }

    private func engine(_ shop: Shop, _ call: String, headers: [String] = []) throws -> (String, JSONValue) {
        let (answer, json) = try shop.ask(
            "POST", "/engine/search", headers: [Shop.json] + headers, body: Array(call.utf8))
        #expect(answer.status == 200, "\(answer.body)")
        return (answer.headers["X-Log-ID"] ?? "", json["answer"] ?? .null)
    }

    private func click(_ shop: Shop, _ search: String, _ item: String, _ action: String = "product_click") throws {
        let (answer, _) = try shop.ask(
            "GET", "/v3/__va.gif?action=\(action)&queryId=\(search)&pid=\(item)&pos=1&value=3&uid=u&sid=s")
        #expect(answer.status == 200, "\(answer.body)")
    }

    @Test func `A click by the reqid of an answer is counted for its query, its place and the rule that acted`() throws
    {
        let shop = try Shop(names: Self.names)
        let first = try shop.get("/multisearch?q=shoe&limit=1")
        let second = try shop.get("/multisearch?q=%20SHOE&limit=1&page=2")
        let item = try #require(second["result"]?[0]?["im_name"]?.text)
        try click(shop, try #require(second["reqid"]?.text), item)
        try click(shop, try #require(second["reqid"]?.text), item)
        try click(shop, try #require(second["reqid"]?.text), item, "add_to_cart")
        try click(shop, try #require(first["reqid"]?.text), item)
        try click(shop, "12345", item)
        let rule = #"{"inline":[{"name":"mugs","then":{"pins":[{"id":"mug-001","place":1}]}}]}"#
        let (id, answer) = try engine(shop, #"{"query":{"text":"bag"},"rules":\#(rule)}"#)
        #expect(answer["hits"]?[0]?["id"]?.text == "mug-001")
        try click(shop, id, "mug-001")
        _ = try shop.get("/multisearch?q=unfindable")
        let report = try report(shop, answers: 4)
        #expect(report.queries.map(\.folded) == ["bag", "shoe", "unfindable"])
        let shoe = report.queries[1].counts
        #expect(shoe.searches == 1 && shoe.answers == 2 && shoe.clicks == 1 && shoe.carts == 1 && shoe.place == 2)
        #expect(report.queries[2].counts.empty == 1 && report.unanswered.map(\.words) == ["unfindable"])
        #expect(report.rules.map(\.name) == ["mugs"] && report.rules[0].counts.clicks == 1)
        #expect(report.positions.prefix(2).map(\.clicks) == [1, 1])
        #expect(report.apart.repeated == 1 && report.apart.notShown == 1 && report.apart.unknownSearch == 1)
        let metrics = try shop.ask("GET", "/metrics").answer.body
        #expect(metrics.contains("magpie_searches_recorded_total 4\n"), "\(metrics)")
    }

    @Test func `A kept answer is recorded for each request that has it, and clicks find their search`() throws {
        let shop = try Shop(names: Self.names)
        // Not recorded itself, and still the answer of the others.
        _ = try shop.ask("GET", "/search?im_name=bag-001", headers: ["DNT: 1"])
        for visitor in 1...6 {
            let answer = try shop.get("/search?im_name=bag-001&va_uid=\(visitor)")
            let item = try #require(answer["result"]?[0]?["im_name"]?.text)
            try click(shop, try #require(answer["reqid"]?.text), item)
        }
        for path in ["colorsearch?color=ff0000", "out_of_stock?im_name=bag-001", "search?im_name=mug-001"] {
            for _ in 1...3 { _ = try shop.get("/" + path) }
        }
        let counted = try report(shop, answers: 15)
        #expect(counted.total.clicks == 6 && counted.apart.unknownSearch == 0)
        let metrics = try shop.ask("GET", "/metrics").answer.body
        #expect(metrics.contains("magpie_searches_total{with=\"item\"} 13\n"), "\(metrics)")
        let (_, latest) = try shop.ask("POST", "/engine/searches", headers: [Shop.json], body: Array("{}".utf8))
        #expect(latest["answer"]?.values.count == 16, "\(latest)")
    }

    @Test func `Each way to search is recorded once, by what it came with`() throws {
        let shop = try Shop(names: Self.names)
        let picture = try Shop.picture("shoe-001")
        let base64 = Data(picture).base64EncodedString()
        _ = try shop.get("/search?im_name=bag-001")
        _ = try shop.get("/colorsearch?color=ff0000")
        _ = try shop.upload("/uploadsearch", picture)
        _ = try shop.upload("/discoversearch", picture)
        _ = try shop.get("/v1/product/search_by_id/bag-001")
        _ = try shop.upload("/v1/product/search_by_image", picture)
        _ = try engine(shop, #"{"query":{"example":{"item":"bag-001"}}}"#)
        let found = try shop.ask(
            "POST", "/engine/discover", headers: [Shop.json], body: Array(#"{"image":{"bytes":"\#(base64)"}}"#.utf8))
        #expect(found.answer.status == 200, "\(found.answer.body)")
        let page = DynamicYield.Page(.home, at: "test", locale: "en_GB")
        let search = DynamicYield.Search(.text("shoe"), on: page, window: .init(numItems: 1, offset: 1))
        let dynamic = try shop.ask(
            "POST", DynamicYield.Operation.search.path, headers: [Shop.json], body: search.json().encoded)
        #expect(dynamic.answer.status == 200, "\(dynamic.answer.body)")
        let report = try report(shop, answers: 9)
        var kinds: [RecordedSearch.Kind: Int] = [:]
        for query in report.queries { kinds[query.kind, default: 0] += query.counts.answers }
        #expect(kinds == [.item: 3, .colors: 1, .picture: 2, .objects: 2, .words: 1], "\(report.queries)")
        // The window of Dynamic Yield shows the second hit alone.
        #expect(report.queries.first { $0.kind == .words }?.counts.searches == 0)
    }

    @Test func `A place in a window of Dynamic Yield is that among all hits`() throws {
        let shop = try Shop(names: Self.names)
        let page = DynamicYield.Page(.home, at: "test", locale: "en_GB")
        let search = DynamicYield.Search(.text("shoe"), on: page, window: .init(numItems: 1, offset: 1))
        let body = try shop.ask(
            "POST", DynamicYield.Operation.search.path, headers: [Shop.json], body: search.json().encoded
        ).answer.body
        let answer = try DynamicYield.Answer<JSONValue>(parsing: body.utf8)
        try click(shop, try #require(answer.choices.first?.decisionID), try #require(answer.slots.first?.sku))
        let report = try report(shop, answers: 1)
        #expect(report.positions.map(\.shown) == [0, 1] && report.positions.map(\.clicks) == [0, 1])
    }

    @Test func `Whoever refuses to be tracked is not recorded`() throws {
        let shop = try Shop(names: Self.names)
        for header in ["Sec-GPC: 1", "DNT: 1"] {
            _ = try engine(shop, #"{"query":{"text":"trillian"}}"#, headers: [header])
        }
        let page = DynamicYield.Page(.home, at: "test", locale: "en_GB")
        for isVisitor in [true, false] {
            var search = DynamicYield.Search(.text("trillian"), on: page)
            if isVisitor { search.visitor.consents = false } else { search.countsSearch = false }
            _ = try shop.ask(
                "POST", DynamicYield.Operation.search.path, headers: [Shop.json], body: search.json().encoded)
        }
        let path = SearchServer.events(of: shop.engine.store.path)
        let consents = ConsentStore(path: path)
        try consents.define([ConsentCategory(id: "personalization")])
        try consents.record(
            Consent(category: "personalization", isGiven: false, timestamp: Date.now.timeIntervalSince1970 - 9),
            of: "Zaphod")
        _ = try shop.get("/multisearch?q=trillian&va_uid=Zaphod")
        _ = try shop.get("/multisearch?q=shoe")
        #expect(try report(shop, answers: 1).queries.map(\.words) == ["shoe"])
        for file in [path, path + "-wal"] {
            let bytes = FileManager.default.contents(atPath: file) ?? Data()
            #expect(bytes.range(of: Data("trillian".utf8)) == nil)
        }
    }

    @Test(arguments: [true, false])
    func `A server without the log, or without events, records nothing`(_ takesEvents: Bool) throws {
        let shop = try Shop(names: Self.names) { setup in
            setup.takesEvents = takesEvents
            setup.recordsSearches = !takesEvents
        }
        _ = try shop.get("/multisearch?q=shoe")
        shop.server.stop()
        #expect(try report(shop).total == .init())
        #expect(throws: SearchError.self) { try Shop { $0.searchLogDays = 0 } }
    }

    @Test func `A megabyte of words and signs of formulas are recorded as text, and a stopped server loses nothing`()
        throws
    {
        let shop = try Shop(names: Self.names)
        let long = String(repeating: "e\u{301}", count: 90_000)
        for text in ["=cmd()", "<script>alert(1)</script>", "a\u{7}\u{1B}[31mb", long] {
            let encoded = JSONValue.object(["query": ["text": .string(text)]]).encodedText
            let (answer, _) = try shop.ask("POST", "/engine/search", headers: [Shop.json], body: Array(encoded.utf8))
            #expect(answer.status == 200 || text == long, "\(answer.body.prefix(300))")
        }
        shop.server.stop()
        let words = try report(shop).queries.compactMap(\.words)
        #expect(Set(words).isSuperset(of: ["=cmd()", "<script>alert(1)</script>"]), "\(words)")
        #expect(words.allSatisfy { $0.unicodeScalars.count <= RecordedSearch.wordLimit })
    }

    @Test func `A full queue drops searches, and counts them in the metrics and in the file`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "x.events").path
        let store = try EventStore(path: path)
        let metrics = Metrics()
        let recorder = SearchRecorder(
            store, limits: SearchLogLimits(), storeFaults: StoreFaults(), metrics: Locked(metrics))
        // Another connection writes, so that the recorder has to wait.
        let other = try Database(path: path, access: .write)
        try other.script("BEGIN IMMEDIATE")
        let count = 2 * SearchRecorder.queueLimit
        for index in 0..<count { recorder.record(RecordedSearch(id: "\(index)", kind: .words, words: "tea")) }
        try other.script("COMMIT")
        recorder.stop()
        let report = try #require(try EventStore(reading: path).searchReport())
        #expect(report.total.searches + report.dropped == count)
        #expect(report.dropped > 0 && report.total.searches >= SearchRecorder.queueLimit)
        // A stopped recorder takes no more; the thread that ends may still write the number of those.
        recorder.record(RecordedSearch(id: "late", kind: .words, words: "tea"))
        recorder.flush()
        let after = try #require(try EventStore(reading: path).searchReport())
        #expect(after.total.searches == report.total.searches && after.dropped == report.dropped + 1)
    }

    @Test func `A file that cannot be written costs no answer, and what was lost is told`() throws {
        let shop = try Shop(names: Self.names)
        let path = SearchServer.events(of: shop.engine.store.path)
        try Database(path: path, access: .write).script("ALTER TABLE searches RENAME TO gone")
        _ = try shop.get("/multisearch?q=shoe")
        try wait(for: "the loss in the metrics") {
            try shop.ask("GET", "/metrics").answer.body.contains("magpie_searches_lost_total{reason=\"store\"} 1\n")
        }
        try Database(path: path, access: .write).script("ALTER TABLE gone RENAME TO searches")
        _ = try shop.get("/multisearch?q=bag")
        #expect(try report(shop, answers: 1).dropped == 1)
    }
}
