import DynamicYieldAPI
import Foundation
import HTTPTransport
import ServedShop
import TestSupport
import Testing

@testable import DynamicYieldRoutes
@testable import SearchServer

@Suite("Hostile and foreign requests in the form of Dynamic Yield", .timeLimit(.minutes(5)))
struct DynamicYieldHostileTests {
    private static let body = DynamicYield.Search(
        .text("shoe", correctsSpelling: true), on: Shop.page,
        filters: [.anyOf("brand", ["acme"]), .range("price", min: 1)],
        window: .init(numItems: 3, offset: 1), sort: .field("price"), productData: .fields(["price"]), branch: "b",
        pageAttributes: ["a": 1, "b": "c"], returnsAnalytics: true, visitor: .init(id: "u", session: "s")
    ).json()

    @Test("hundreds of broken bodies are answered or refused in the form of the service")
    func broken() throws {
        let shop = try Shop.shared.get()
        var random = SplitMix(seed: 11)
        let spice = Array(#"{}[]",:0-9eE.\null"#.utf8) + [0, 0xFF, 0xC3]
        var statuses: [Int: Int] = [:]
        for round in 0..<Effort.inputs(100, of: 300) {
            var bytes = Self.body.encoded
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[place] = spice.randomElement(using: &random)!
                } else {
                    bytes.removeSubrange(place..<min(place + 7, bytes.count))
                }
            }
            let operation = DynamicYield.Operation.allCases[round % 3]
            let (answer, json) = try shop.ask("POST", operation.path, headers: [Shop.json], body: bytes)
            statuses[answer.status, default: 0] += 1
            #expect([200, 400].contains(answer.status), "\(String(decoding: bytes, as: UTF8.self))")
            if answer.status == 400 { #expect(json["errors"]?.values.isEmpty == false) }
        }
        #expect(statuses[400, default: 0] > 15 && statuses[200, default: 0] > 1)
    }

    @Test("what is too deep, too long or of the wrong kind is refused with its reason")
    func refused() throws {
        let shop = try Shop.shared.get()
        let path = DynamicYield.Operation.search.path
        let deep = try shop.ask(
            "POST", path, headers: [Shop.json], body: Array(repeating: UInt8(ascii: "["), count: 10_000))
        #expect(deep.answer.status == 400 && deep.answer.body.contains("128 levels"))
        let plain = try shop.ask("POST", path, headers: ["Content-Type: text/plain"], body: Self.body.encoded)
        #expect(plain.answer.status == 415 && plain.json["errors"]?[0]?["message"] != nil)
        let get = try shop.ask("GET", path)
        #expect(get.answer.status == 405 && get.answer.headers["Allow"] == "POST, OPTIONS")
        let long = try shop.ask(
            "POST", DynamicYield.Operation.suggest.path, headers: [Shop.json],
            body: Array(repeating: UInt8(ascii: " "), count: 70_000))
        #expect(long.answer.status == 413 && long.json["errors"]?[0]?["message"]?.text?.contains("65536 bytes") == true)
        let foreign = try shop.dynamicYield(.search, Self.body, headers: ["Origin: https://evil.example"])
        #expect(foreign.answer.status == 403 && foreign.json["status"]?.text == "ERROR")
    }

    @Test("a picture of ten million bytes has its place, and one of more is refused with the limit")
    func largePicture() throws {
        let shop = try Shop.shared.get()
        var bytes = try Shop.picture("mug-002")
        bytes += [UInt8](repeating: 0, count: 10_000_000 - bytes.count)
        let found = try shop.search(.init(.image(.bytes(bytes)), on: Shop.page))
        #expect(found.skus.first == "mug-002")
        bytes.append(0)
        let faults = try shop.faults {
            $0.query = .image(.bytes(bytes))
            $0.window = nil
        }
        #expect(faults == ["query.imageBase64 | must have at most 10000000 bytes, not 10000001"])
    }

    @Test("a key travels in the header of the service, and a server with keys asks for one")
    func keys() throws {
        let shop = try Shop(names: ["shoe-001"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nMETER metrics\nak:sk")
            $0.http.allowedOrigins = ["https://shop.example"]
        }
        for operation in [DynamicYield.Operation.search, .suggest] {
            let body: JSONValue =
                operation == .search
                ? DynamicYield.Search(.text("shoe"), on: Shop.page, window: .init()).json()
                : DynamicYield.Suggest("sho").json
            for header in ["DY-API-Key: APPKEY", "dy-api-key: APPKEY", "Authorization: Basic YWs6c2s="] {
                #expect(try shop.dynamicYield(operation, body, headers: [header]).answer.status == 200)
            }
            for (header, status) in [("X: x", 401), ("DY-API-Key: appkey", 401), ("DY-API-Key: METER", 403)] {
                // A key with another right alone does not permit a search.
                let (answer, json) = try shop.dynamicYield(operation, body, headers: [header])
                #expect(answer.status == status && json["errors"]?[0]?["message"] != nil, "\(header)")
                if status == 401 { #expect(answer.headers["WWW-Authenticate"] == "ApiKey realm=\"magpie\"") }
            }
        }
        let origin = "Origin: https://shop.example"
        let (preflight, _) = try shop.ask("OPTIONS", DynamicYield.Operation.search.path, headers: [origin])
        #expect(preflight.headers["Access-Control-Allow-Headers"]?.contains("DY-API-Key") == true)
    }

    @Test("a server that only searches takes no engagements")
    func readOnly() throws {
        let shop = try Shop(names: ["shoe-001"]) { $0.isReadOnly = true }
        #expect(try shop.search("shoe").total == 1)
        let report = DynamicYield.EngagementReport([.click(decisionID: "1")])
        #expect(try shop.dynamicYield(.engagement, report.json).answer.status == 404)
        let files = try FileManager.default.contentsOfDirectory(atPath: shop.folder.url.path)
        #expect(!files.contains { $0.contains(".events") })
    }
}
