import BloomreachAPI
import TestSupport
import Testing

/// Answers as the service gives them, written by hand after its description, and those of our own server.
@Suite("Answers of Bloomreach", .timeLimit(.minutes(5)))
struct AnswerTests {
    private struct Lamp: Codable, Hashable, Sendable {
        var title: String
        var price: Double
    }

    static let project = #"""
        {"success": true, "results": [{"success": true, "value": [
            {"engine_name": "similar", "item_id": "17", "recommendation_id": "model-1",
             "recommendation_variant_id": null, "title": "Lamp", "price": 19.9},
            {"engine_name": "similar", "item_id": "18", "recommendation_id": "model-1", "title": "Lamp", "price": "cheap"},
            {"engine_name": "similar", "title": "no id", "price": 1}, 7,
            {"engine_name": "random", "item_id": 19, "recommendation_id": "model-1",
             "recommendation_variant_id": "B", "title": "Torch", "price": 5, "recommendation_source": "fallback"}]},
            {"success": false, "error": "No permission"}, {"success": true, "value": null}]}
        """#

    private static func lamps(
        _ value: JSONValue, _ notices: [Bloomreach.Fault] = []
    ) throws -> Bloomreach.Rows<Bloomreach.Recommended<Lamp>> {
        try Bloomreach.recommended(value, at: "results[0].value", notices)
    }

    @Test("one bad row is a notice and never the loss of the list")
    func lenient() throws {
        let (results, notices) = try Bloomreach.results(in: Array(Self.project.utf8), count: 3)
        #expect(notices == [] && results[1] == .failure("No permission") && results[2] == .value(.null))
        guard case .value(let value) = results[0] else { throw Broken() }
        let lamps = try Self.lamps(value)
        #expect(lamps.map(\.id) == ["17", "19"])
        #expect(lamps[0].item == Lamp(title: "Lamp", price: 19.9) && lamps[0].model == "model-1")
        #expect(lamps[0].variant == nil && !lamps[0].isFilled && lamps[0].score == nil)
        #expect(lamps[1].variant == "B" && lamps[1].isFilled)
        #expect(
            lamps.notices.map(\.description) == [
                "results[0].value[1], item 18: price is no Double", "results[0].value[2].item_id: is missing",
                "results[0].value[3]: expected an object, found a number",
            ])
        #expect(try Self.lamps(.null).isEmpty)
    }

    @Test("an answer of a stream is read, and its errors are JSON in a string")
    func stream() throws {
        let body = #"""
            {"data": [{"engine_name": "similar", "item_id": "17", "recommendation_id": "m", "title": "Lamp", "price": 2}],
             "errors": "[\"slow\", {\"message\": \"stale\"}]", "success": true}
            """#
        let (rows, notices) = try Bloomreach.streamRows(in: Array(body.utf8))
        let lamps = try Self.lamps(rows, notices)
        #expect(lamps.map(\.id) == ["17"])
        #expect(lamps.notices.map(\.text) == ["slow", "stale"])
        let empty = try Bloomreach.streamRows(in: Array(#"{"data": [], "errors": "[]", "success": true}"#.utf8))
        #expect(empty.rows == [] && empty.notices == [])
    }

    @Test(
        "a failure in an answer of success keeps its reasons, whatever their shape",
        arguments: [
            (#"{"success":false,"error":"unknown model"}"#, ["unknown model"]),
            (#"{"success":false,"errors":"[\"a\",\"b\"]","data":[]}"#, ["a", "b"]),
            (#"{"success":false,"errors":["a"]}"#, ["a"]), (#"{"success":false,"errors":"plain"}"#, ["plain"]),
            (
                #"{"success":false,"errors":[{"code":7,"description":"where","message":"what"}]}"#, ["where: what"]
            ), (#"{"success":false}"#, []),
        ])
    func failures(_ body: String, _ texts: [String]) {
        let bytes = Array(body.utf8)
        #expect(failure { _ = try Bloomreach.streamRows(in: bytes) } == texts)
        #expect(failure { _ = try Bloomreach.results(in: bytes, count: 1) } == texts)
        #expect(failure { _ = try Bloomreach.categories(in: bytes) } == texts)
    }

    /// The reasons of the failure that `read` throws.
    private func failure(_ read: () throws -> Void) -> [String]? {
        do { try read() } catch {
            if case .failure(let failure)? = error as? Bloomreach.ReadingError { return failure.texts }
        }
        return nil
    }

    @Test("what is no answer is malformed, with the place")
    func malformed() {
        for (body, path) in [
            ("<html>", ""), (#"{"results": 7}"#, "results"), (#"{"results": [5]}"#, "results[0]"), ("{}", "results"),
            (#"{"results": []}"#, "results"),
        ] {
            do {
                _ = try Bloomreach.results(in: Array(body.utf8), count: 1)
                Issue.record("\(body) was read")
            } catch {
                guard case .malformed(let malformed) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(malformed.path == path)
            }
        }
    }

    static let categories = #"""
        {"success": true, "results": [
            {"id": "newsletter", "legitimate_interest": false,
             "sources": {"crm": true, "import": true, "page": true, "private_api": true, "public_api": false,
                         "scenario": true, "list_unsubscribe": true, "sms_reply": true, "carrier_pigeon": true},
             "translations": {"": {"name": "Newsletter", "description": null}, "cs": {"name": "Zpravodaj"}}},
            {"legitimate_interest": true}, {"id": "sms", "sources": {"crm": 7, "page": true}, "translations": {"de": 1}},
            {"id": "calls", "legitimate_interest": true}]}
        """#

    @Test("categories keep all sources, unknown ones included, and texts that are null")
    func consents() throws {
        let categories = try Bloomreach.categories(in: Array(Self.categories.utf8))
        #expect(categories.map(\.id) == ["newsletter", "sms", "calls"])
        let first = try #require(categories.first)
        #expect(first.sources.count == 9 && first.sources["carrier_pigeon"] == true)
        #expect(first.sources["public_api"] == false && !first.hasLegitimateInterest)
        #expect(first.translations[""] == ["name": "Newsletter"])
        #expect(first.translations["cs"] == ["name": "Zpravodaj"])
        #expect(categories[1].sources == ["page": true] && categories[2].hasLegitimateInterest)
        #expect(
            categories.notices.map(\.description) == [
                "results[1].id: is missing", "results[2].sources.crm: expected a flag, found a number",
                "results[2].translations.de: expected an object, found a number",
            ])
    }

    @Test("what our server writes is what a client reads")
    func written() throws {
        let answer = RecommendationAnswer(
            model: "m", variant: "B",
            items: [
                Recommendation(
                    id: "it's \"1\"", engine: "similar", score: 0.75,
                    reasons: [.init(kind: "similar", seed: "s", share: 0.75), .init(kind: "popular", share: 0.25)])
            ])
        let data: [String: JSONValue] = ["title": "Lamp", "price": 2, "item_id": "another"]
        let row = answer.items[0].bloomreachRow(of: answer, attributes: data)
        let warning = Bloomreach.Fault("x", "is odd")
        let body = Bloomreach.body(of: [.value([row]), .failure("no")], warnings: [warning])
        let (results, notices) = try Bloomreach.results(in: body, count: 2)
        #expect(notices == [warning] && results[1] == .failure("no"))
        let stream = try Bloomreach.streamRows(in: Bloomreach.body(ofRows: [row], warnings: [warning]))
        #expect(stream.notices == [warning] && results[0] == .value(stream.rows))
        let lamps = try Self.lamps(stream.rows)
        #expect(lamps.map(\.id) == ["it's \"1\""] && lamps.notices == [])
        #expect(lamps[0].variant == "B" && lamps[0].score == 0.75 && lamps[0].reasons == answer.items[0].reasons)
        let category = ConsentCategory(
            id: "n", hasLegitimateInterest: true, sources: ["crm": true, "fax": true],
            translations: ["": ["name": "N"]])
        let read = try Bloomreach.categories(in: Bloomreach.body(of: [category]))
        #expect(read.notices == [] && read[0].translations == category.translations)
        // The vendor's clients need its six sources.
        #expect(read[0].sources.filter(\.value) == category.sources && read[0].sources.count == 7)
        let faults = [Bloomreach.Fault("a", "is missing"), Bloomreach.Fault("", "is odd")]
        let refused = Bloomreach.body(ofFaults: faults, status: 400, requestID: "7")
        #expect(Bloomreach.reasons(in: refused) == ["a: is missing", "is odd"])
    }

    @Test("the parts of a consent are written and read; one who has not answered has none")
    func parts() throws {
        let consent = Consent(
            category: "n", isGiven: true, message: "Yes", source: "page", timestamp: 1000, until: 2000.5)
        func read(_ consent: Consent, at moment: Double) -> Consent? {
            let parts = Bloomreach.ConsentPart.allCases.map { ($0, consent.bloomreachValue($0, at: moment)) }
            return Consent(category: "n", parts: Dictionary(uniqueKeysWithValues: parts))
        }
        #expect(read(consent, at: 1500) == consent)
        #expect(consent.bloomreachValue(.timestamp, at: 0) == 1000)
        #expect(read(consent, at: 3000)?.isGiven == false)
        let refused = Consent(category: "n", isGiven: false, timestamp: 5)
        #expect(read(refused, at: 10) == refused)
        #expect(Consent(category: "n", parts: [.valid: false, .timestamp: .null]) == nil)
    }

    private struct Broken: Error {}
}
