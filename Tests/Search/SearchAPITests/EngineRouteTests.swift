import Foundation
import PictureTestSupport
import SearchAPI
import TestSupport
import Testing
import WireFormat

@Suite struct EngineRouteTests {
    private func there<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("every kind of filter and value comes back as it went")
    func filters() throws {
        let values: [AttributeValue] = [
            .string("a"), .text("b c"), .int(.max), .float(2), .float(0.1), .bool(false), .list(["x", ""]),
            .date(Date(timeIntervalSince1970: 86400)),
        ]
        let filter = Filter.and([
            .equal("a", values[0]), .differs("a", values[1]), .less("a", values[2]), .lessOrEqual("a", values[3]),
            .greater("a", values[4]), .greaterOrEqual("a", values[7]), .between("a", values[3], values[4]),
            .oneOf("a", values), .differsFromAll("a", []), .like("a", "%x"), .exists("a"), .or([.all, .not(.all)]),
            .and([]),
        ])
        #expect(try there(filter) == filter)
        let text = #"{"equal":["brand",{"string":"acme"}]}"#
        #expect(try JSONDecoder().decode(Filter.self, from: Data(text.utf8)) == .equal("brand", .string("acme")))
        for bad in ["{}", #"{"equal":["a"]}"#, #"{"all":true,"exists":"a"}"#, #"{"near":["a"]}"#, "7"] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Filter.self, from: Data(bad.utf8)) }
        }
    }

    @Test("a request comes back as it went, and what is missing has its default")
    func requests() throws {
        let look = SearchRequest.Example.image(
            .pixels(Pictures.scene(9, 7)), .box(Box(left: 1, top: 2, width: 3, height: 4)))
        let request = SearchRequest(
            .init(example: look, colors: [.init(.white, weight: 0.5)], text: "red", colorWeight: 0.25),
            filter: .exists("a"), page: 2, limit: 3, fields: ["*"], scores: 0.1...0.9, facets: .init(["a"], limit: 2),
            sort: .init("a", ascending: false), grouping: .init("b", limit: 4), dedup: 0.9, explains: true,
            detection: Detection(type: "top", limit: 3, sensitivity: .high))
        #expect(try there(request) == request)
        let item = SearchRequest(.init(example: .item(id: "x")))
        #expect(try there(item) == item)
        let short = #"{"query":{"look":{"item":"x"}}}"#
        #expect(try JSONDecoder().decode(SearchRequest.self, from: Data(short.utf8)) == item)
        let discover = DiscoverRequest(
            .bytes([1, 2, 3]),
            regions: [.point(Point(left: 1, top: 1)), .box(Box(left: 2, top: 3, width: 4, height: 5))])
        #expect(try there(discover) == discover)
    }

    @Test("a file neither goes nor comes by its name")
    func files() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(ImageInput.file(URL(filePath: "/etc/passwd"))) }
        for text in [#"{"file":"/etc/passwd"}"#, #"{"pixels":"AAAA","width":2,"height":1,"channels":3}"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(ImageInput.self, from: Data(text.utf8)) }
        }
    }

    @Test("answers and errors come back as they went")
    func replies() throws {
        let hit = Hit(
            id: "a", score: 0.123456789, source: "s", attributes: ["price": .float(2)],
            explanation: Explanation(shape: 0.1, color: 0.2, shown: 0.3))
        let answer = SearchAnswer(
            total: 1, page: 1, limit: 10, hits: [hit], groups: [SearchAPI.Group(value: "v", hits: [hit])],
            facets: [Facet(field: "price", range: 1.5...2.5)], queryItem: Item(id: "q"),
            queryBox: Box(left: 0, top: 0, width: 1, height: 1))
        #expect(try there(EngineReply.answer(answer)).get() == answer)
        #expect(try there(EngineReply<Item?>.answer(nil)).get() == nil)
        let errors: [SearchError] = [
            .invalidArgument("x"), .itemNotFound(id: "y"), .image(.truncated(stage: .decode, detail: "z")),
            .wrongType(field: "f", expected: .int, value: "v"), .store(path: "p", reason: "r"),
            .damaged(path: "p", detail: "d"), .diskFull(path: "p"),
            .describerMismatch(store: "a", describer: "b"), .service("s"),
            .image(.tooLarge(stage: .inspect, value: 2, limit: 1, unit: "pixels")), .image(.empty),
        ]
        for error in errors {
            #expect(throws: error) { try there(EngineReply<Int>.failure(error)).get() }
        }
        #expect(try there([nil, errors[0], nil]) == [nil, errors[0], nil])
    }

    @Test("an error travels as a code and a sentence, with the values of its kind beside them")
    func errorForm() throws {
        func json(_ error: SearchError) throws -> JSONValue {
            try JSONValue(parsing: Array(JSONEncoder().encode(EngineReply<Int>.failure(error))))
        }
        #expect(
            try json(.invalidArgument("the limit is wrong"))
                == .object(["error": .object(["code": "invalidArgument", "message": "the limit is wrong"])]))
        #expect(
            try json(.wrongType(field: "price", expected: .float, value: "cheap"))
                == .object([
                    "error": .object([
                        "code": "wrongType",
                        "message": "the field price holds float values; 'cheap' cannot be read as one",
                        "field": "price", "expected": "float", "value": "cheap",
                    ])
                ]))
        let unknown = #"{"error":{"code":"ofTomorrow","message":"too early"}}"#
        #expect(throws: SearchError.service("too early")) {
            try JSONDecoder().decode(EngineReply<Int>.self, from: Data(unknown.utf8)).get()
        }
    }

    @Test("of a discover request only the picture is needed")
    func discoverDefaults() throws {
        let short = #"{"image":{"bytes":"AQID"}}"#
        let decoded = try JSONDecoder().decode(DiscoverRequest.self, from: Data(short.utf8))
        #expect(decoded == DiscoverRequest(.bytes([1, 2, 3])))
        let detection = #"{"image":{"bytes":"AQID"},"detection":{"type":"Bags"}}"#
        #expect(
            try JSONDecoder().decode(DiscoverRequest.self, from: Data(detection.utf8)).detection
                == Detection(type: "Bags"))
    }

    @Test("errors describe themselves in a sentence, to Foundation too")
    func sentences() {
        let error: any Error = SearchError.store(path: "x.magpie", reason: "it is damaged")
        #expect(error.localizedDescription == "cannot use the store x.magpie: it is damaged")
        #expect("\(SearchError.itemNotFound(id: "a"))" == "there is no item 'a' in the store")
        #expect(SearchError.diskFull(path: "p").description.contains("--") == false)
    }
}
