import Foundation
import Recommendations
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("What one person did is told to keys with the right to data alone", .timeLimit(.minutes(5)))
struct HistoryRightTests {
    private static let names = ["shoe-001", "shoe-002", "bag-001", "bag-002", "mug-001", "lamp-001"]

    private static let shop = Result {
        let shop = try Shop(names: names) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nDATAKEY search data\nak:sk")
        }
        let path = SearchServer.events(of: shop.engine.store.path)
        let recommender = Recommender(engine: shop.engine, behavior: EventCounts(path: path))
        _ = try recommender.define(
            Array(
                #"""
                {"for-you": {"blend": {"personal": 1, "popular": 1}}, "calm": {"kind": "similar"},
                 "later": {"kind": "similar", "then": ["recent"]}}
                """#.utf8))
        let events = ["bag-001", "mug-001"].map { item in
            TrackedEvent(action: "product_view", user: "alice@example.org", session: "s", item: item)
        }
        try EventStore(path: path).add(
            events + [TrackedEvent(action: "transaction", user: "alice@example.org", session: "s", item: "shoe-002")])
        return shop
    }

    private func stream(
        _ model: String, _ customer: String, key: String, seed: String? = nil
    ) throws -> (answer: Answer, json: JSONValue) {
        let items = seed.map { #", "items": {"\#($0)": "1"}"# } ?? ""
        return try Self.shop.get().bloomreach(
            Shop.recommend,
            #"{"engine_id": "\#(model)", "size": 5, "customer_ids": {"registered": "\#(customer)"}\#(items)}"#,
            headers: ["Authorization: Token \(key)"])
    }

    @Test(
        "a model that answers from history is refused to an app key, whether or not there is such a person",
        arguments: ["recent", "personal", "for-you", "later"])
    func refused(_ model: String) throws {
        let known = try stream(model, "alice@example.org", key: "APPKEY")
        let unknown = try stream(model, "nobody@example.org", key: "APPKEY")
        for (answer, json) in [known, unknown] {
            #expect(answer.status == 403, "\(answer.body)")
            #expect(json["success"] == false && json["error"]?.text?.contains("the right `data`") == true)
        }
        #expect(known.json["error"] == unknown.json["error"])
        let shop = try Self.shop.get()
        let body = #"""
            {"customer_ids": {"registered": "alice@example.org"}, "attributes": [
                {"type": "recommendation", "id": "\#(model)"}, {"type": "recommendation", "id": "popular"}]}
            """#
        let project = try shop.bloomreach(Shop.attributes, body, headers: ["Authorization: Token APPKEY"]).json
        #expect(project["results"]?[0]?["error"] == "No permission" && project["results"]?[1]?["success"] == true)
        let query = "im_name=lamp-001&algorithm=\(model)&va_uid=alice@example.org"
        let viSearch = try shop.get("/recommendations?access_key=APPKEY&\(query)")
        #expect(viSearch["status"] == "fail" && viSearch["result"]?.names.isEmpty != false, "\(viSearch)")
        #expect(viSearch["error"]?.texts.first?.contains("the right `data`") == true, "\(viSearch)")
        // Nobody in particular has no history.
        #expect(
            try shop.get("/recommendations?access_key=APPKEY&im_name=lamp-001&algorithm=\(model)")["status"] == "OK")
        #expect(try shop.get("/recommendations?access_key=DATAKEY&\(query)")["status"] == "OK")
        #expect(try stream(model, "alice@example.org", key: "DATAKEY").answer.status == 200)
    }

    @Test("with the right to data a person's history is answered, with its reasons")
    func allowed() throws {
        let (_, json) = try stream("recent", "alice@example.org", key: "DATAKEY")
        let rows = json["data"]?.values ?? []
        #expect(Set(rows.prefix(2).compactMap { $0["item_id"]?.text }) == ["bag-001", "mug-001"])
        #expect(rows.first?["recommendation_reasons"]?.values.isEmpty == false)
    }

    @Test("for an app key no answer depends on what somebody bought, and none has reasons")
    func withoutTraces() throws {
        func items(_ customer: String, _ key: String) throws -> [String] {
            let (answer, json) = try stream("calm", customer, key: key, seed: "shoe-001")
            #expect(answer.status == 200, "\(answer.body)")
            for row in json["data"]?.values ?? [] {
                #expect((row["recommendation_reasons"]?.values.isEmpty == true) == (key == "APPKEY"))
            }
            return json["data"]?.values.compactMap { $0["item_id"]?.text } ?? []
        }
        let nobody = try items("nobody@example.org", "APPKEY")
        #expect(try items("alice@example.org", "APPKEY") == nobody && nobody.contains("shoe-002"))
        #expect(try !items("alice@example.org", "DATAKEY").contains("shoe-002"))
        let (_, json) = try stream("calm", "alice@example.org", key: "APPKEY", seed: "shoe-001")
        #expect(json["warnings"]?.values.contains { $0["message"]?.text?.contains("bought") == true } == true)
    }
}
