import Essentials
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import SearchServer
@testable import VisualSearch

@Suite("Kept answers while the store or its rules change", .timeLimit(.minutes(5)))
struct FreshAnswerTests {
    private func total(_ shop: Shop, _ query: String = "/search?im_name=shoe-001&limit=1") throws -> JSONValue? {
        try shop.get(query)["total"]
    }

    @Test("what was answered without the newest items is not answered any more once they are loaded")
    func bulk() throws {
        let names = ["shoe-001", "bag-001", "mug-001"]
        let shop = try Shop(names: names)
        #expect(try total(shop) == 2)
        let other = try SearchEngine(path: shop.engine.store.path, mode: .create)
        let picture = try other.storedPicture(of: .file(Shop.file("lamp-001")))
        // As long as this lasts nothing is loaded: many changes wait beside the searches.
        try shop.engine.catalog.loading.withLock { () throws in
            _ = try other.store.upsert((0..<5000).map { StoredItem(Item(id: "lamp \($0)"), picture: picture) })
            #expect(try shop.engine.validity() == nil)
            for _ in 0..<3 { #expect((try? total(shop)) == 2) }
        }
        try wait(for: "the new items") { try shop.engine.validity() != nil }
        #expect(try total(shop) == 1000)
        #expect(try total(shop) == 1000)
    }

    @Test("what was answered before the store's learning was there is not answered any more once it is")
    func learning() throws {
        let shop = try Shop(names: Shop.names)
        let query = "/search?im_name=shoe-001&limit=20&score=true"
        func answer() throws -> JSONValue? { try shop.get(query)["result"] }
        _ = try answer()
        let other = try SearchEngine(path: shop.engine.store.path, mode: .create)
        _ = try other.learnBlocking()
        // A search takes the change in and, beside itself, what was learned: until then nothing is kept.
        shop.engine.catalog.loading.withLock { #expect((try? shop.engine.validity()) == nil) }
        for _ in 0..<3 { _ = try answer() }
        try wait(for: "what was learned") { try shop.engine.validity() != nil }
        let kept = try answer()
        let fresh = try Shop.reopened(shop.engine.store.path).ask("GET", query).json["result"]
        #expect(kept == fresh && kept?.values.isEmpty == false)
    }

    @Test(
        "a rule that begins and ends is followed from that moment on",
        arguments: ["search?im_name=shoe-001", "out_of_stock?im_name=shoe-001", "colorsearch?color=ff0000"])
    func rules(path: String) throws {
        let shop = try Shop(names: Shop.names)
        func first() throws -> String? { try shop.get("/\(path)&limit=2")["result"]?[0]?["im_name"]?.text }
        let plain = try first()
        #expect(plain != "mug-006")
        let now = Date.now
        try shop.engine.replaceRulesBlocking([
            SearchRule(
                "sale", when: .init(from: now + 2, until: now + 4), then: .init(pins: [.init("mug-006", at: 1)]))
        ])
        try wait(for: "the beginning of the rule") { try first() == "mug-006" }
        try wait(for: "the end of the rule") { try first() == plain }
    }
}

extension FreshAnswerTests {
    /// The first hit of a search, by all routes that rules of the store reach.
    private static let routes = [
        "GET /search?im_name=shoe-001&limit=1", "GET /out_of_stock?im_name=shoe-001&limit=1",
        "GET /colorsearch?color=ff0000&limit=1", "GET /multisearch?q=shoe&limit=1", "FILE /uploadsearch",
        "FILE /multisearch", "GET /v1/product/search_by_id/shoe-001?limit=1",
        "GET /v1/product/multisearch?q=shoe&limit=1", "FILE /v1/product/search_by_image",
        #"JSON /engine/search {"query":{"text":"shoe"},"limit":1}"#,
        #"JSON /engine/search {"query":{"example":{"item":"shoe-001"}},"limit":1}"#,
    ]

    private func shows(_ item: String, _ route: String, _ shop: Shop) throws -> Bool {
        let parts = route.split(separator: " ", maxSplits: 2).map(String.init)
        let answer =
            switch parts[0] {
            case "GET": try shop.ask("GET", parts[1]).json
            case "FILE": try shop.upload(parts[1], Shop.picture("shoe-001"), "limit=1")
            default: try shop.ask("POST", parts[1], headers: [Shop.json], body: Array(parts[2].utf8)).json
            }
        #expect(answer["status"] != .string("fail") && answer["total"] != .int(0), "\(route): \(answer)")
        return answer.encodedText.contains("\"\(item)\"")
    }

    @Test func `A rule begins and ends at its moments on every route, asked before and after`() throws {
        let shop = try Shop(names: Shop.names)
        for seconds in [4.0, 20, 80] {
            for route in Self.routes { #expect(try !shows("mug-006", route, shop), "before: \(route)") }
            let start = Date.now + 1
            try shop.engine.replaceRulesBlocking([
                SearchRule(
                    "sale", when: .init(from: start, until: start + seconds),
                    then: .init(pins: [.init("mug-006", at: 1)]))
            ])
            Thread.sleep(until: start + 0.01)
            let missing = try Self.routes.filter { try !shows("mug-006", $0, shop) }
            // A busy machine needs a longer sale.
            if start + seconds < .now { continue }
            #expect(missing.isEmpty)
            Thread.sleep(until: start + seconds + 0.01)
            let stale = try Self.routes.filter { try shows("mug-006", $0, shop) }
            #expect(stale.isEmpty)
            return
        }
    }
}

extension Shop {
    /// A search by an engine of its own on the file, through the same routes.
    fileprivate static func reopened(_ path: String) throws -> Reopened { try Reopened(path) }

    fileprivate final class Reopened {
        private let server: SearchServer
        private let port: UInt16

        init(_ path: String) throws {
            var setup = SearchServer.Setup()
            setup.protocols = Shop.protocols
            setup.isReadOnly = true
            server = try SearchServer(SearchEngine(path: path, mode: .readOnly), setup: setup)
            port = try server.start()
        }

        deinit { server.stop() }

        func ask(_ method: String, _ target: String) throws -> (answer: Answer, json: JSONValue) {
            let client = RawClient(port: port)
            client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = client.readAnswer(seconds: 300)
            return (answer, try JSONValue(parsing: Array(answer.body.utf8)))
        }
    }
}
