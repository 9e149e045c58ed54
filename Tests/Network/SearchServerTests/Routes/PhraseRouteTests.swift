import Foundation
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("Phrases over the engine's own routes", .timeLimit(.minutes(5)))
struct PhraseRouteTests {
    @Test("a search reads phrases where it is asked to, and leaves those as words that the call ignores")
    func search() throws {
        let shop = try Shop(names: ["shoe-001", "mug-001", "shoe-002"])
        func search(_ members: String) throws -> JSONValue? {
            let body = #"{"query":{"text":"shoe under 15"\#(members)}}"#
            let (answer, json) = try shop.ask(
                "POST", "/engine/search", headers: ["Content-Type: application/json"], body: Array(body.utf8))
            #expect(answer.status == 200, "\(answer.body)")
            return json["answer"]
        }
        func labels(_ answer: JSONValue?) -> [String?] { (answer?["phrases"]?.values ?? []).map { $0["label"]?.text } }
        let read = try search(#","readsPhrases":true"#)
        #expect(labels(read) == ["category: shoe", "under 15"])
        #expect(read?["total"] == .int(1) && read?["hits"]?.values.first?["id"] == .string("shoe-001"))
        #expect(read?["phrases"]?.values.last?["range"] == .array([.int(5), .int(13)]))
        #expect(labels(try search(#","readsPhrases":true,"ignoredPhrases":["under 15"]"#)) == ["category: shoe"])
        #expect(labels(try search("")).isEmpty)
    }

    @Test("the objects of a picture are searched with the conditions of the words")
    func discover() throws {
        let shop = try Shop(names: ["shoe-001", "mug-001", "shoe-002"])
        let picture = Data(try Shop.picture("shoe-001")).base64EncodedString()
        let each = #"{"query":{"text":"under 15","readsPhrases":true},"scope":"all"}"#
        let (answer, json) = try shop.ask(
            "POST", "/engine/discover", headers: ["Content-Type: application/json"],
            body: Array(#"{"image":{"bytes":"\#(picture)"},"each":\#(each)}"#.utf8))
        #expect(answer.status == 200, "\(answer.body)")
        let found = try #require(json["answer"]?["objects"]?.values.first?["answer"])
        #expect(found["phrases"]?.values.map { $0["label"]?.text } == ["under 15"])
        #expect(found["hits"]?.values.compactMap { $0["id"]?.text }.sorted() == ["mug-001", "shoe-001"])
    }
}
