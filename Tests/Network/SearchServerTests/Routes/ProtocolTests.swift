import BloomreachRoutes
import Foundation
import HTTPTransport
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("A server with some protocols of vendors", .timeLimit(.minutes(5)))
struct ProtocolTests {
    /// A path of each protocol, in the order of `Shop.protocols`.
    private static let paths = [
        "/search", "/v1/search", "/v2/serve/user/search", "/data/v2/projects/p/consent/categories", "/api/oauth/token",
    ]

    @Test("without any, it serves the engine, the steps, the trackers and the page, and nothing of a vendor")
    func none() throws {
        let shop = try Shop(names: ["bag-001"]) { $0.protocols = [] }
        let count = try shop.ask("POST", "/engine/count", headers: [Shop.json], body: Array("{}".utf8))
        #expect(count.answer.status == 200 && count.json["answer"] == .int(1))
        #expect(try shop.ask("GET", "/picture?id=bag-001&side=1").answer.status == 400)
        #expect(try shop.ask("GET", "/v3/__va.gif?action=x").answer.status == 200)
        #expect(try shop.ask("GET", "/").answer.status == 200)
        for path in Self.paths {
            let (answer, json) = try shop.ask("GET", path)
            #expect(answer.status == 404 && json["error"]?[0]?.text == "There is nothing here.", "\(path)")
        }
        #expect(!FileManager.default.fileExists(atPath: shop.engine.store.path + ".jobs"))
    }

    @Test("a protocol that is named twice is an error that names it")
    func twice() throws {
        #expect(throws: SearchError.invalidArgument("protocols names Bloomreach twice; each is served once")) {
            try Shop { $0.protocols = [.bloomreach, Shop.protocols[0], .bloomreach] }
        }
    }

    /// A path of each route that has a name in its path, or that is made for each request.
    private static let named = [
        "/insert/status/1", "/v1/product/search_by_id/a", "/v1/visearch/recommendations/a",
        "/steps", "/optimization/streams/s/recommend/user",
        "/data/v2/projects/p/customers/attributes", "/data/v2/streams/s/consent/categories",
    ]

    @Test("on a server with keys no route with a right answers without one, or with a key that lacks it")
    func keys() throws {
        let credentials = try Credentials(lines: "app search\naccess:secret")
        let shop = try Shop(names: ["bag-001"]) { $0.http.credentials = credentials }
        let router = shop.server.router
        let paths = Array(router.routes.keys) + Self.named
        var checked = 0
        for path in paths.sorted() {
            let route = router.route(method: "POST", path: path)
            guard let needs = route.needs else { continue }
            checked += 1
            for (key, isKnown) in [("", false), ("access_key=app", true)] where !isKnown || !needs.isSubset(of: .search)
            {
                for method in ["GET", "POST"] where route.methods.contains(method) {
                    let answer = try shop.refused(method, path, key, isForm: route.content == .form)
                    #expect(
                        [401, 403].contains(answer.status) || answer.body.contains("Invalid access key or secret key.")
                            || answer.body.contains("this needs the right `data`")
                            || answer.body.contains("Invalid app_key."),
                        "\(method) \(path) \(key): \(answer.status) \(answer.body.prefix(200))")
                }
            }
        }
        #expect(checked > 40)
        #expect(try shop.engine.countBlocking() == 1)
    }

    @Test("a server that is gone has closed its files: the next one opens them")
    func released() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "shop.magpie").path
        _ = try SearchEngine(path: path, mode: .create)
        for _ in 0..<2 {
            var setup = SearchServer.Setup()
            setup.protocols = Shop.protocols
            let server = try SearchServer(SearchEngine(path: path, mode: .readWrite), setup: setup)
            _ = try server.start()
            server.stop()
        }
    }

    @Test("with one, it answers that vendor's calls alone", arguments: Shop.protocols.indices)
    func one(_ index: Int) throws {
        let shop = try Shop(names: ["bag-001"]) { $0.protocols = [Shop.protocols[index]] }
        for (other, path) in Self.paths.enumerated() {
            let isThere = try shop.ask("GET", path).answer.status != 404
            #expect(isThere == (other == index), "\(path)")
        }
    }

    @Test("describes the routes that it has, and no schema of a protocol that it does not speak")
    func description() throws {
        let shop = try Shop { $0.protocols = [.bloomreach] }
        let document = try shop.get("/openapi.json")
        guard case .object(let paths)? = document["paths"],
            case .object(let schemas)? = document["components"]?["schemas"]
        else { throw Failed("there is no description") }
        #expect(paths["/engine/search"] != nil && paths["/data/v2/projects/{id}/consent/categories"] != nil)
        #expect(paths["/search"] == nil && paths["/v2/serve/user/search"] == nil && schemas["DYAnswer"] == nil)
        let named = Set(Self.references(in: document))
        #expect(named.subtracting(schemas.keys) == [])
    }

    @Test("describes itself without what the short form of a description leaves to be filled in")
    func expanded() throws {
        let text = try Shop.shared.get().ask("GET", "/openapi.json").answer.body
        for rest in [
            "{{", "}}\"", "\"$use\"", "\"$answer\"", "\"$body\"", "\"$schema\"", "\"$parameters\"", "\"form\":",
        ] {
            #expect(!text.contains(rest), "\(rest)")
        }
    }

    private static func references(in value: JSONValue) -> [String] {
        switch value {
        case .array(let values): values.flatMap(references)
        case .object(let members):
            members.flatMap { name, value in
                name == "$ref" ? [String(value.text?.split(separator: "/").last ?? "")] : references(in: value)
            }
        default: []
        }
    }
}

extension Shop {
    /// A call that has what its route asks for but the right key.
    fileprivate func refused(_ method: String, _ path: String, _ key: String, isForm: Bool) throws -> Answer {
        let body = isForm ? "grant_type=client_credentials&client_id=x&client_secret=y&im_name[0]=bag-001" : "{}"
        let type = isForm ? "Content-Type: application/x-www-form-urlencoded" : Shop.json
        return try ask(
            method, key.isEmpty ? path : "\(path)?\(key)", headers: [type],
            body: method == "POST" ? Array(body.utf8) : []
        ).answer
    }
}
