import BloomreachRoutes
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("A server with some protocols of vendors", .timeLimit(.minutes(5)))
struct ProtocolTests {
    /// A path of each protocol, in the order of `Shop.protocols`.
    private static let paths = [
        "/search", "/v2/serve/user/search", "/data/v2/projects/p/consent/categories", "/api/oauth/token",
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
