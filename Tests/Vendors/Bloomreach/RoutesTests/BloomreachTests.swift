import BloomreachAPI
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import BloomreachRoutes
@testable import SearchServer

@Suite("Recommendations and consents in the form of Bloomreach", .timeLimit(.minutes(5)))
struct BloomreachTests {
    @Test("one call recommends a thousand items in all, and says what it leaves out")
    func itemsInAll() throws {
        let shop = try Shop(names: Shop.names)
        let wanted = #"{"type":"recommendation","id":"similar","size":100,"items":{"shoe-001":1}}"#
        func results(_ count: Int) throws -> [JSONValue] {
            let list = Array(repeating: wanted, count: count).joined(separator: ",")
            let body = #"{"customer_ids":{"registered":"a"},"attributes":[\#(list)]}"#
            return try shop.bloomreach(Shop.attributes, body).json["results"]?.values ?? []
        }
        let ordinary = try results(10)
        #expect(ordinary.count == 10 && ordinary.allSatisfy { $0["success"] == true })
        let many = try results(100)
        let done = many.prefix { $0["success"] == true }
        #expect(done.count >= 40 && done.reduce(0) { $0 + ($1["value"]?.values.count ?? 0) } < 1100)
        #expect(many.dropFirst(done.count).allSatisfy { $0["error"]?.text?.contains("at most 1000 items") == true })
        #expect(many.count == 100 && done.count < 100)
    }

    @Test("a call of a project asks the model with every parameter, and the answer has the vendor's form")
    func project() throws {
        let (shop, source) = try Shop.recommending.get()
        let body = #"""
            {"customer_ids": {"registered": "a@example.org", "cookie": "c-7"}, "attributes": [
                {"type": "recommendation", "id": "similar", "fillWithRandom": true, "size": 4, "no_track": true,
                 "items": {"it's \"9\"": "2.5"}, "catalogAttributesWhitelist": ["item_id", "title", "image_url"],
                 "categoryNames": ["lamp"], "catalogFilter": [{"property": "price", "constraint":
                    {"type": "number", "operator": "less than", "operands": [{"type": "constant", "value": 9}]}}]},
                {"type": "recommendation", "id": "nobody", "fillWithRandom": false},
                {"type": "segmentation", "id": "x"}, {"type": "consent", "category": "newsletter"},
                {"type": "consent", "category": "newsletter", "mode": "timestamp"},
                {"type": "consent", "category": "sms", "mode": "valid"},
                {"type": "consent", "category": "sms", "mode": "until"}, {"type": "consent", "category": "calls"}]}
            """#
        let (answer, json) = try shop.bloomreach(Shop.attributes, body)
        #expect(answer.status == 200 && json["success"] == true)
        let wanted = RecommendationRequest(
            model: "similar", limit: 4, customer: ["c-7", "a@example.org"], seeds: ["it's \"9\"": 2.5],
            filter: .less("price", 9), categories: ["lamp"], attributes: ["title", "image_url"],
            fill: .random(seed: nil), recordsImpressions: false)
        #expect(source.asked.contains(wanted))
        let results = try #require(json["results"])
        #expect(results[0]?["success"] == true && results[0]?["value"]?.values.count == 4)
        let row = try #require(results[0]?["value"]?[0])
        #expect(row["item_id"] == "it's \"0\"" && row["engine_name"] == "similar")
        #expect(row["recommendation_id"] == "similar" && row["recommendation_variant_id"] == "B")
        #expect(row["title"] == "Lamp 0" && row["price"] == .number(0.5) && row["tags"] == ["a", "b"])
        #expect(row["image_url"] == "https://img.example/0.jpg")
        #expect(row["recommendation_reasons"]?[0]?["seed"] == "it's \"9\"")
        // A path of this machine is nobody's business.
        #expect(results[0]?["value"]?[1]?["image_url"] == nil && !answer.body.contains("/home"))
        #expect(results[0]?["value"]?[3]?["engine_name"] == "random")
        #expect(results[1]?["success"] == false)
        #expect(results[1]?["error"] == "there is no model `nobody`; the models are: similar")
        #expect(results[2]?["error"] == "attributes of the type `segmentation` are not kept here")
        #expect(results[3]?["value"] == true && results[4]?["value"] == 1_700_000_000)
        #expect(results[5]?["value"] == false && results[6]?["value"] == .null)
        #expect(results[7]?["error"] == "there is no consent category `calls`")
        #expect(json["warnings"]?[0]?["message"] == "a remark")
    }

    @Test("the text that was read in pictures is in no row, and no filter spells it out")
    func pictureText() throws {
        let shop = try Shop(names: Shop.names)
        let letter = Entry(
            Item(id: "letter", attributes: [Item.pictureText: .text("Dear Anna secret"), "title": .text("A letter")]),
            image: .file(Shop.file("shoe-002")))
        for result in try shop.engine.insertBlocking([letter]) { try result.get() }
        let asked = #""customer_ids":{"registered":"a"},"engine_id":"similar","items":{"shoe-001":1},"size":30"#
        let rows = try shop.bloomreach(Shop.recommend, "{\(asked)}").answer
        #expect(rows.status == 200 && rows.body.contains("letter") && !rows.body.contains("Anna"))
        let filter = #"{"property":"picture_text","constraint":{"type":"string","operator":"contains","#
        let refused = try shop.bloomreach(
            Shop.recommend,
            "{\(asked),\"catalog_filter\":[\(filter)\"operands\":[{\"type\":\"constant\",\"value\":\"Ann\"}]}}]}")
        #expect(
            refused.answer.status == 400 && refused.answer.body.contains("may be private"), "\(refused.answer.body)")
    }

    @Test("a call of a stream has its own words, and a model that is not there is its fault")
    func stream() throws {
        let (shop, source) = try Shop.recommending.get()
        let body = #"""
            {"customer_ids": {"cookie": "c-8"}, "engine_id": "similar", "fill_with_random": false, "size": 2,
             "items": {"p": "1"}, "catalog_attributes_whitelist": [], "noTrack": true}
            """#
        let (answer, json) = try shop.bloomreach(Shop.recommend, body)
        #expect(answer.status == 200 && json["success"] == true && json["errors"] == "[]")
        #expect(json["data"]?.values.count == 2 && json["data"]?[1]?["stock"] == 1)
        #expect(
            source.asked.contains(RecommendationRequest(model: "similar", limit: 2, customer: ["c-8"], seeds: ["p": 1]))
        )
        #expect(json["warnings"]?[0]?["description"] == "noTrack")
        let unknown = try shop.bloomreach(Shop.recommend, #"{"customer_ids": {}, "engine_id": "x"}"#)
        #expect(unknown.answer.status == 400 && unknown.json["success"] == false)
        #expect(unknown.json["error"] == "there is no model `x`; the models are: similar")
    }

    @Test("categories are listed in both forms, with the six sources that the vendor's clients need")
    func categories() throws {
        let (shop, _) = try Shop.recommending.get()
        for path in ["/data/v2/projects/p/consent/categories", "/data/v2/streams/s/consent/categories"] {
            let (answer, json) = try shop.ask("GET", path)
            #expect(answer.status == 200 && json["success"] == true)
            let first = try #require(json["results"]?[0])
            #expect(first["id"] == "newsletter" && first["legitimate_interest"] == false)
            for source in ["crm", "import", "page", "private_api", "public_api", "scenario", "fax"] {
                #expect(first["sources"]?[source] == .bool(source == "page"))
            }
            #expect(first["translations"]?[""]?["name"] == "Newsletter")
            #expect(first["translations"]?[""]?["description"] == .null)
            #expect(json["results"]?[1]?["legitimate_interest"] == true)
        }
    }

    @Test("a key travels as a token, as a bearer, alone or as a pair; consents of a customer need the right to data")
    func keys() throws {
        let shop = try Shop(names: ["shoe-001"], recommendations: NotedSource()) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nMETER metrics\nak:sk")
            $0.http.allowedOrigins = ["https://shop.example"]
        }
        let body = #"""
            {"customer_ids": {"registered": "a@example.org"}, "attributes": [
                {"type": "consent", "category": "newsletter"}, {"type": "recommendation", "id": "similar"}]}
            """#
        for header in ["Token APPKEY", "Bearer APPKEY", "bearer  APPKEY", "JWT APPKEY", "APPKEY", "Basic YWs6c2s="] {
            let (answer, json) = try shop.bloomreach(Shop.attributes, body, headers: ["Authorization: \(header)"])
            #expect(answer.status == 200 && json["results"]?[1]?["success"] == true, "\(header)")
            // As the service has it: a failure in an answer of success.
            let isPrivate = header.hasPrefix("Basic")
            #expect(json["results"]?[0]?["success"] == .bool(isPrivate))
            #expect(json["results"]?[0]?["error"] == (isPrivate ? nil : "No permission"))
        }
        for (header, status) in [
            ("Token appkey", 401), ("Token APPKEY more", 401), ("Digest APPKEY", 401), ("Basic x", 401),
            ("Token ", 401),
            ("Token METER", 403),
        ] {
            let (answer, json) = try shop.bloomreach(Shop.recommend, body, headers: ["Authorization: \(header)"])
            #expect(answer.status == status && json["success"] == false && json["error"]?.text != nil, "\(header)")
            #expect((answer.headers["WWW-Authenticate"] != nil) == (status == 401))
            let categories = try shop.ask(
                "GET", "/data/v2/streams/s/consent/categories", headers: ["Authorization: \(header)"])
            #expect(categories.answer.status == status)
        }
        // The header is a key for these calls alone.
        #expect(
            try shop.ask("GET", "/search?im_name=shoe-001", headers: ["Authorization: Token APPKEY"]).json["status"]
                != "OK")
        let (preflight, _) = try shop.ask("OPTIONS", Shop.recommend, headers: ["Origin: https://shop.example"])
        #expect(preflight.headers["Access-Control-Allow-Headers"]?.contains("Authorization") == true)
    }

    @Test("failures have the vendor's form: 400, 404, 405, 413, 415 and 500, and say nothing of this machine")
    func failures() throws {
        let (shop, _) = try Shop.recommending.get()
        func expect(_ found: (answer: Answer, json: JSONValue), _ status: Int, _ text: String) {
            #expect(found.answer.status == status, "\(found.answer.body)")
            #expect(found.json["success"] == false && found.json["error"]?.text?.contains(text) == true)
            #expect(found.json["errors"]?[0]?["code"] == .int(status) && found.json["errors"]?[0]?["message"] != nil)
            #expect(found.json["errors"]?[0]?["description"]?.text != nil)
        }
        expect(try shop.bloomreach(Shop.recommend, #"{"customer_ids": {}}"#), 400, "engine_id: is missing")
        expect(try shop.bloomreach("/data/v2/projects/p/customers/export", "{}"), 404, "nothing here")
        expect(try shop.ask("GET", "/optimization/streams/s"), 404, "nothing here")
        expect(try shop.ask("GET", Shop.attributes), 405, "POST")
        expect(try shop.bloomreach("/data/v2/projects/p/consent/categories", "{}"), 405, "GET")
        expect(try shop.ask("POST", Shop.recommend, headers: ["Content-Type: text/plain"], body: [123]), 415, "JSON")
        for path in [Shop.attributes, Shop.recommend] {
            let model = #""type":"recommendation","id":"broken","engine_id":"broken""#
            let body = #"{"customer_ids":{},"attributes":[{\#(model)}],\#(model)}"#
            let found = try shop.bloomreach(path, body)
            expect(found, 500, "its log has the reason")
            #expect(!found.answer.body.contains("shop.magpie"))
        }
        let seeds = (0..<100_000).map { "\"\($0)\":\"1\"" }.joined(separator: ",")
        expect(
            try shop.bloomreach(Shop.recommend, #"{"customer_ids":{},"engine_id":"similar","items":{\#(seeds)}}"#), 413,
            "65536 bytes")
        let deep = String(repeating: #"{"filters":["#, count: 5000)
        expect(
            try shop.bloomreach(Shop.recommend, #"{"customer_ids":{},"engine_id":"similar","catalog_filter":["# + deep),
            400, "128 levels")
        expect(
            try shop.bloomreach(
                Shop.recommend,
                #"{"customer_ids":{"a":"' OR 1=1"},"engine_id":"\"; DROP","items":{"x":"NaN","y":"-1"},"size":1e9}"#),
            400, "items.x: must be a number above 0, not `NaN`; items.y")
    }

    @Test("hundreds of broken bodies are answered or refused in the form of the service")
    func broken() throws {
        let (shop, _) = try Shop.recommending.get()
        let whole = Array(
            #"""
            {"customer_ids":{"cookie":"c"},"attributes":[{"type":"recommendation","id":"similar","fillWithRandom":true,
            "size":3,"items":{"a":"1"},"catalogFilter":[{"property":"p","constraint":{"type":"string",
            "operator":"in","operands":[{"type":"constant","value":"x"}]}}]},{"type":"consent","category":"sms"}],
            "engine_id":"similar","fill_with_random":true,"size":3,"items":{"a":"1"}}
            """#.utf8)
        var random = SplitMix(seed: 12)
        let spice = Array(#"{}[]",:0-9eE.\null"#.utf8) + [0, 0xFF, 0xC3]
        var statuses: [Int: Int] = [:]
        for round in 0..<Effort.inputs(100, of: 300) {
            var bytes = whole
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[place] = spice.randomElement(using: &random)!
                } else {
                    bytes.removeSubrange(place..<min(place + 7, bytes.count))
                }
            }
            let path = round.isMultiple(of: 2) ? Shop.attributes : Shop.recommend
            let (answer, json) = try shop.ask("POST", path, headers: [Shop.json], body: bytes)
            statuses[answer.status, default: 0] += 1
            #expect([200, 400].contains(answer.status), "\(String(decoding: bytes, as: UTF8.self))")
            #expect(json["success"] == .bool(answer.status == 200))
        }
        #expect(statuses[400, default: 0] > 15 && statuses[200, default: 0] > 1)
    }

    @Test("our own routes carry requests and answers whole, with defaults for what is left out")
    func engineRoutes() throws {
        let (shop, source) = try Shop.recommending.get()
        let (_, json) = try shop.bloomreach("/engine/recommend", #"{"model": "similar", "limit": 1}"#)
        #expect(json["answer"]?["items"]?.values.count == 1 && json["answer"]?["variant"] == "B")
        #expect(source.asked.contains(RecommendationRequest(model: "similar", limit: 1)))
        let unknown = try shop.bloomreach("/engine/recommend", #"{"model": "x"}"#)
        #expect(unknown.answer.status == 400 && unknown.json["error"]?["code"] == "invalidArgument")
        for (body, text) in [
            ("{}", "model is missing"), (#"{"model": "m", "fill": "some"}"#, "fill: fill takes \"none\""),
            (#"{"model": "m", "seeds": {"a": "x"}}"#, "seeds.a must be a number"),
        ] {
            let (answer, json) = try shop.bloomreach("/engine/recommend", body)
            #expect(answer.status == 400 && json["error"]?["message"]?.text?.contains(text) == true, "\(answer.body)")
        }
        let (_, categories) = try shop.bloomreach("/engine/categories", "{}")
        #expect(categories["answer"]?.values.count == 2)
        let (_, consents) = try shop.bloomreach("/engine/consents", #"["c-1", "a@example.org"]"#)
        #expect(consents["answer"]?[0]?["category"] == "newsletter")
    }

    @Test("requests of every kind survive their way as JSON")
    func codable() throws {
        for fill in [RecommendationRequest.Fill.none, .random(seed: nil), .random(seed: .max)] {
            let request = RecommendationRequest(
                model: "m", limit: 3, customer: ["a"], seeds: ["x": 0.5], filter: .less("p", 3), categories: ["c"],
                attributes: ["t"], fill: fill, recordsImpressions: false)
            let data = try JSONEncoder().encode(request)
            #expect(try JSONDecoder().decode(RecommendationRequest.self, from: data) == request)
        }
        let data = try JSONEncoder().encode(NotedSource.categories)
        #expect(try JSONDecoder().decode([ConsentCategory].self, from: data) == NotedSource.categories)
    }
}
