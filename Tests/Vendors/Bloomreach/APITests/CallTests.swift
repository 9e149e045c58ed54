import BloomreachAPI
import Foundation
import TestSupport
import Testing

/// Requests as apps send them, written by hand after the description of the service.
@Suite("Requests of Bloomreach", .timeLimit(.minutes(5)))
struct CallTests {
    static let project = #"""
        {"customer_ids": {"registered": "a@example.org", "cookie": "c-1", "old": null},
         "attributes": [
            {"type": "recommendation", "id": "model-1", "fillWithRandom": true, "fillSeed": "18446744073709551615",
             "size": 5, "no_track": true, "items": {"p456": "10", "p123": "0.25", "p\"7": 3},
             "catalogAttributesWhitelist": ["item_id", "title"], "categoryNames": ["shoes", "high heels"],
             "catalogFilter": [
                {"property": "brand", "constraint": {"type": "string", "operator": "equals",
                    "operands": [{"type": "constant", "value": "acme"}]}},
                {"property": "price", "constraint": {"type": "number", "operator": "in between",
                    "operands": [{"type": "constant", "value": 5}, {"type": "constant", "value": "80.5"}]}},
                {"type": "or", "filters": [
                    {"property": "new", "constraint": {"type": "boolean", "operator": "is",
                        "operands": [{"type": "constant", "value": true}]}},
                    {"property": "sold", "constraint": {"type": "string", "operator": "has no value"}}]}]},
            {"type": "consent", "category": "newsletter", "mode": "until"},
            {"type": "consent", "category": "sms"},
            {"type": "segmentation", "id": "x"}]}
        """#

    static let stream = #"""
        {"customer_ids": {"cookie": "c-1"}, "engine_id": "model-1", "fill_with_random": false, "size": 100,
         "items": {"p456": "1e1"}, "no_track": false, "catalog_attributes_whitelist": [],
         "category_names": ["shoes"], "catalog_filter": [
            {"property": "category_2", "constraint": {"type": "string", "operator": "contains",
                "operands": [{"type": "constant", "value": "50%_\\off"}]}}]}
        """#

    @Test("a call of a project is read with every parameter, and written again as it was")
    func readsProject() throws {
        let (call, unknown) = try Bloomreach.AttributesCall.read(Array(Self.project.utf8))
        #expect(unknown == [])
        #expect(call.customer == ["registered": "a@example.org", "cookie": "c-1"])
        #expect(call.attributes.count == 4)
        let request = RecommendationRequest(
            model: "model-1", limit: 5, customer: ["c-1", "a@example.org"],
            seeds: ["p456": 10, "p123": 0.25, "p\"7": 3],
            filter: .and([
                .equal("brand", "acme"), .between("price", 5, 80.5),
                .or([.equal("new", true), .not(.exists("sold"))]),
            ]), categories: ["shoes", "high heels"], attributes: ["title"], fill: .random(seed: .max),
            recordsImpressions: false)
        #expect(call.attributes[0] == .recommendation(request))
        #expect(call.attributes[1] == .consent(category: "newsletter", .until))
        #expect(call.attributes[2] == .consent(category: "sms", .valid))
        #expect(call.attributes[3] == .other(type: "segmentation"))
        #expect(try Bloomreach.AttributesCall.read(call.json.encoded).call == call)
    }

    @Test("a call of a stream is read with every parameter, and written again as it was")
    func readsStream() throws {
        let (call, unknown) = try Bloomreach.StreamCall.read(Array(Self.stream.utf8))
        #expect(unknown == [])
        let request = RecommendationRequest(
            model: "model-1", limit: 100, customer: ["c-1"], seeds: ["p456": 10],
            filter: .like("category_2", #"%50\%\_\\off%"#), categories: ["shoes"])
        #expect(call == Bloomreach.StreamCall(customer: ["cookie": "c-1"], recommendation: request))
        #expect(try Bloomreach.StreamCall.read(call.json.encoded).call == call)
        let text = call.json.encodedText
        #expect(text.contains(#""engine_id":"model-1""#) && text.contains(#""items":{"p456":"10"}"#))
    }

    @Test("what is left out has its default, and members that mean nothing are named")
    func defaults() throws {
        let body = #"{"customer_ids":{},"attributes":[{"type":"recommendation","id":"m","noTrack":true}],"x":1}"#
        let (call, unknown) = try Bloomreach.AttributesCall.read(Array(body.utf8))
        #expect(call.attributes == [.recommendation(RecommendationRequest(model: "m"))])
        #expect(unknown == ["x", "attributes[0].noTrack"])
        let none = RecommendationRequest(model: "m", attributes: [])
        let written = Bloomreach.StreamCall(customer: [:], recommendation: none)
        // An empty list would ask for all attributes.
        #expect(written.json.encodedText.contains(#""catalog_attributes_whitelist":["item_id"]"#))
        #expect(try Bloomreach.StreamCall.read(written.json.encoded).call == written)
    }

    @Test("every fault of a call is named at once, each with its place")
    func faults() {
        let body = #"""
            {"customer_ids": {"cookie": "", "registered": ["a"]}, "attributes": [
                {"type": "recommendation", "size": 101, "fillWithRandom": "yes", "fillSeed": -1, "no_track": 1,
                 "items": {"a": "0", "b": "-1", "c": "NaN", "d": "0x10", "e": true, "f'": "inf", "g": "1e999", "ok": "1"},
                 "catalogAttributesWhitelist": "title",
                 "categoryNames": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"],
                 "catalogFilter": [
                    {"property": "a", "constraint": {"type": "color", "operator": "equals", "operands": []}},
                    {"property": "a", "constraint": {"type": "string", "operator": "regex", "operands": []}},
                    {"property": "a", "constraint": {"type": "string", "operator": "in between", "operands": []}},
                    {"constraint": {"type": "number", "operator": "less than",
                        "operands": [{"type": "constant", "value": "x"}]}},
                    {"property": "a", "constraint": {"type": "number", "operator": "less than",
                        "operands": [{"type": "constant", "value": "x"}]}},
                    {"property": "a", "constraint": {"type": "number", "operator": "less than",
                        "operands": [{"type": "property", "value": "x"}]}},
                    {"type": "xor", "filters": []}, 7]},
                {"type": "consent", "mode": "when"}, {"id": "x"}, 5]}
            """#
        let faults = Self.faults { () throws(Faults) in try Bloomreach.AttributesCall.read(Array(body.utf8))
        }
        let item = "attributes[0]."
        let filter = item + "catalogFilter"
        #expect(
            Set(faults.map(\.path)) == [
                "customer_ids.cookie", "customer_ids.registered", item + "id", item + "size", item + "fillWithRandom",
                item + "fillSeed", item + "no_track", item + "items.a", item + "items.b", item + "items.c",
                item + "items.d", item + "items.e", item + "items.f'", item + "items.g",
                item + "catalogAttributesWhitelist", item + "categoryNames", filter + "[0].constraint.type",
                filter + "[1].constraint.operator", filter + "[2].constraint.operands", filter + "[3].property",
                filter + "[4].constraint.operands[0].value", filter + "[5].constraint.operands[0].type",
                filter + "[6].type", filter + "[7]", "attributes[1].category", "attributes[1].mode",
                "attributes[2].type", "attributes[3]",
            ])
        #expect(faults.contains(.init(item + "items.c", "must be a number above 0, not `NaN`")))
        #expect(faults.contains(.init(item + "size", "must be from 1 to 100, not 101")))
        #expect(faults.contains(.init(item + "categoryNames", "must have at most 10 values, not 11")))
        let none = Self.faults { () throws(Faults) in try Bloomreach.AttributesCall.read(Array("{}".utf8)) }
        #expect(none.map(\.description) == ["customer_ids: is missing", "attributes: is missing"])
        let stream = Self.faults { () throws(Faults) in
            try Bloomreach.StreamCall.read(Array(#"{"customer_ids":{},"size":0}"#.utf8))
        }
        #expect(stream.map(\.path) == ["engine_id", "size"])
    }

    @Test("filters that are deep or wide beyond measure, and 100,000 seeds, are refused and not read")
    func hostile() {
        func body(_ filter: String, _ items: String = "{}") -> [UInt8] {
            Array(#"{"customer_ids":{},"engine_id":"m","items":\#(items),"catalog_filter":\#(filter)}"#.utf8)
        }
        let levels = 20
        let deep =
            String(repeating: #"[{"type":"not","filters":"#, count: levels) + "[]"
            + String(repeating: "}]", count: levels)
        let condition = #"{"property":"a","constraint":{"type":"string","operator":"has value"}}"#
        let wide = "[" + Array(repeating: condition, count: 5000).joined(separator: ",") + "]"
        let seeds = "{" + (0..<100_000).map { "\"\($0)\":\"1\"" }.joined(separator: ",") + "}"
        for (filter, items, text) in [
            (deep, "{}", "must have at most 16 levels"), (wide, "{}", "must have at most 200 conditions"),
            ("[]", seeds, "must have at most 100 items, not 100000"),
        ] {
            let found = Self.faults { () throws(Faults) in
                try Bloomreach.StreamCall.read(body(filter, items))
            }
            #expect(found.map(\.text) == [text])
        }
    }

    @Test("names of customers and items have at most 512 bytes, and a customer at most 10 names")
    func names() {
        let long = String(repeating: "x", count: 513)
        let customer = Dictionary(uniqueKeysWithValues: (0..<11).map { ("k\($0)", long) })
        let call = Bloomreach.StreamCall(
            customer: customer, recommendation: RecommendationRequest(model: "m", seeds: [long: 1, "": 1]))
        #expect(call.faults.count == 1 + 10 + 2)
        #expect(call.faults[1].text == "must have at most 512 bytes, not 513")
    }

    @Test("any filter comes through as it was written, and the vendor's have one level")
    func filters() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let plain: [Filter] = [
            .equal("a", "x"), .differs("a", 1), .less("a", 1.5), .lessOrEqual("a", .date(date)),
            .greater("a", true), .greaterOrEqual("a", 0), .between("a", 1, 2.5), .oneOf("a", ["x", "y"]),
            .differsFromAll("a", [1, 2]), .like("a", "%x%"), .like("a", #"x\%%"#), .like("a", "%x"), .exists("a"),
            .not(.exists("a")), .equal("a", .list(["x", "y"])), .and([.exists("a"), .not(.like("a", "%x%"))]),
            .and([.exists("a"), .not(.between("a", 1, 2))]), .and([.equal("a", "x"), .exists("b")]), .all,
        ]
        let nested: [Filter] = [
            .or([.equal("a", "x"), .and([.less("b", 1), .greater("c", 2)])]), .not(.equal("a", "x")),
            .like("a", "x%y"), .like("a", "x"), .or([]), .and([.exists("a"), .or([.all, .not(.all)])]),
        ]
        for filter in plain + nested {
            let call = Bloomreach.StreamCall(
                customer: [:], recommendation: RecommendationRequest(model: "m", filter: filter))
            let read = try Bloomreach.StreamCall.read(call.json.encoded).call
            #expect(read.recommendation.filter == filter)
        }
        for filter in plain { #expect(filter.isCatalogFilterOfVendor, "\(filter)") }
        for filter in nested { #expect(!filter.isCatalogFilterOfVendor, "\(filter)") }
        for filter in nested { #expect(filter.catalogFaults.isEmpty, "\(filter)") }
        let long = Filter.and((0..<201).map { .equal("a", .int($0)) })
        let faults = long.catalogFaults
        #expect(faults == ["must have at most 200 conditions"])
        #expect(Filter.oneOf("a", (0..<101).map { .int($0) }).catalogFaults.count == 1)
    }

    @Test("a filter of mixed kinds travels as texts, which the engine reads as the field's kind")
    func mixed() throws {
        let call = Bloomreach.StreamCall(
            customer: [:], recommendation: RecommendationRequest(model: "m", filter: .oneOf("a", ["x", 2, true])))
        #expect(
            try Bloomreach.StreamCall.read(call.json.encoded).call.recommendation.filter
                == .oneOf("a", ["x", "2", "true"]))
    }

    @Test("paths lead to their operations and back")
    func paths() {
        for operation in Bloomreach.Operation.templates {
            #expect(Bloomreach.Operation(path: operation.template) == operation)
        }
        #expect(
            Bloomreach.Operation(path: "/data/v2/projects/t-1/customers/attributes") == .attributes(project: "t-1"))
        #expect(Bloomreach.Operation(path: "/optimization/streams/s/recommend/user") == .recommend(stream: "s"))
        for path in [
            "/data/v2/projects/t/customers/export", "/data/v2/streams/s/customers/attributes", "/data/v2/projects/t",
            "/data/v3/projects/t/consent/categories", "/optimization/streams/s/recommend",
        ] {
            #expect(Bloomreach.Operation(path: path) == nil, "\(path)")
        }
    }

    private static func faults(_ read: () throws(Faults) -> some Any) -> [Bloomreach.Fault] {
        do throws(Faults) { _ = try read() } catch { return error.all }
        return []
    }
}
