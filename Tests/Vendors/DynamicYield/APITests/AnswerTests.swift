import DynamicYieldAPI
import Foundation
import TestSupport
import Testing

/// Answers as the service gives them, written by hand after its description.
@Suite("Answers of Dynamic Yield", .timeLimit(.minutes(5)))
struct AnswerTests {
    private struct Jeans: Codable, Hashable, Sendable {
        var name: String
        var price: Double
    }

    static let answer = #"""
        {"choices": [{
            "id": 24, "name": "Semantic Search", "type": "SEMANTIC_SEARCH_DECISION", "decisionId": "dec-9", "groups": ["g"],
            "variations": [{
                "id": 203,
                "analyticsMetadata": {"campaignId": 1, "campaignName": "c", "experienceId": 2, "experienceName": "e",
                                      "variationId": 203, "variationName": "v"},
                "payload": {"type": "SEARCH", "data": {
                    "searchQuery": "jeens", "normalizedQuery": "jeens", "spellCheckedQuery": "jeans",
                    "totalNumResults": 137,
                    "facets": [
                        {"column": "color", "displayName": "Colour", "valuesType": "string",
                         "values": [{"name": "blue", "count": 61}, {"name": "navy", "count": 3}]},
                        {"column": "price", "displayName": "Price", "valuesType": "number", "min": 12.5, "max": 240},
                        {"column": "day", "displayName": "Day", "valuesType": "date", "min": "2026-01-01"}],
                    "slots": [
                        {"slotId": "opaque", "sku": "JE-1", "productData": {
                            "name": "Slim", "price": 49.9, "in_stock": true, "image_url": "i", "categories": ["Jeans"],
                            "keywords": [], "brand": "x", "group_id": "JE", "url": "u", "product_type": "Offer",
                            "searchpass": [], "anything_else": 3}},
                        {"slotId": "other", "sku": 17, "productData": {"name": "Wide", "price": 7}}],
                    "custom": {"banner": "b1"}}}}]}],
         "cookies": [{"name": "_dyid_server", "value": "u-81", "maxAge": "31556951"},
                     {"name": "_dyjsession", "value": "s-44", "maxAge": 1800}],
         "warnings": [{"code": "W1", "message": "careful"}]}
        """#

    @Test("an answer is read whole, with the products as values of the caller's type")
    func whole() throws {
        let answer = try DynamicYield.Answer<Jeans>(parsing: Self.answer.utf8)
        #expect(answer.notices == [])
        #expect(answer.status == .warning && answer.warnings == [.init("W1", "careful")])
        #expect(answer.visitorID == "u-81" && answer.sessionID == "s-44")
        #expect(answer.cookies.map(\.maxAge) == ["31556951", "1800"])
        let choice = try #require(answer.choices.first)
        #expect(choice.id == 24 && choice.name == "Semantic Search" && choice.kind == .semanticSearch)
        #expect(choice.decisionID == "dec-9" && choice.groups == ["g"])
        let variation = try #require(choice.variations.first)
        #expect(variation.id == 203 && variation.analytics?.campaignName == "c")
        #expect(variation.analytics?.experienceID == 2 && variation.analytics?.variationName == "v")
        let results = try #require(answer.results)
        #expect(results.query == "jeens" && results.normalizedQuery == "jeens" && results.correctedQuery == "jeans")
        #expect(answer.total == 137 && results.custom == ["banner": "b1"])
        #expect(
            answer.slots == [
                .init(id: "opaque", sku: "JE-1", item: Jeans(name: "Slim", price: 49.9)),
                .init(id: "other", sku: "17", item: Jeans(name: "Wide", price: 7)),
            ])
        #expect(answer.facets.map(\.column) == ["color", "price", "day"])
        #expect(answer.facets[0].content == .values([.init("blue", count: 61), .init("navy", count: 3)]))
        #expect(answer.facets[0].displayName == "Colour" && answer.facets[1].content == .range(min: 12.5, max: 240))
        guard case .other("date", .object(let members)) = answer.facets[2].content else {
            Issue.record("the unknown kind is lost")
            return
        }
        #expect(members["min"] == "2026-01-01")
    }

    @Test("the standard product reads the columns of the service, and keeps the others")
    func product() throws {
        let answer = try DynamicYield.Answer<DynamicYield.Product>(parsing: Self.answer.utf8)
        let product = try #require(answer.slots.first?.item)
        #expect(product.name == "Slim" && product.price == 49.9 && product.isInStock == true)
        #expect(product.imageURL == "i" && product.url == "u" && product.brand == "x" && product.groupID == "JE")
        #expect(product.type == "Offer" && product.categories == ["Jeans"] && product.keywords == [])
        #expect(product.others == ["searchpass": [], "anything_else": 3])
        let odd = try JSONDecoder().decode(
            DynamicYield.Product.self,
            from: Data(#"{"price": "12.5", "in_stock": "TRUE", "categories": "one", "keywords": [{}], "name": 3}"#.utf8)
        )
        #expect(odd.price == 12.5 && odd.isInStock == true && odd.categories == ["one"] && odd.name == "3")
        #expect(odd.keywords == nil && odd.others == ["keywords": [[:]]])
        #expect(try JSONDecoder().decode(DynamicYield.Product.self, from: JSONEncoder().encode(product)) == product)
    }

    @Test("one odd part never loses the answer, and is named")
    func oddParts() throws {
        let text = #"""
            {"choices": [7, {"id": "x", "type": "LATER_DECISION", "variations": [{"id": 1, "payload": {"type": "SEARCH",
              "data": {"totalNumResults": "2", "facets": [{"column": "a"}, {"column": "b", "valuesType": "number"}],
              "slots": [{"sku": "A"}, {"slotId": "s", "sku": "B", "productData": {"name": "Slim"}}, {"slotId": "t"}, null,
                        {"slotId": "u", "sku": "C", "productData": {"name": "Wide", "price": 1}}]}}}]}], "warnings": null}
            """#
        let answer = try DynamicYield.Answer<Jeans>(parsing: text.utf8)
        #expect(answer.status == .warning)
        #expect(answer.slots.map(\.sku) == ["C"] && answer.total == 2)
        #expect(answer.choices.first?.kind.rawValue == "LATER_DECISION")
        #expect(answer.facets.map(\.column) == ["b"])
        #expect(
            answer.notices.map(\.description) == [
                "choices[0]: expected an object, found a number",
                "choices[1].id: expected a whole number, found a string",
                "choices[1].variations[0].payload.data.facets[0].valuesType: is missing",
                "choices[1].variations[0].payload.data.slots[2].sku: is missing",
                "choices[1].variations[0].payload.data.slots[3]: expected an object, found null",
                "choices[0].variations[0].payload.data.slots, sku A: productData.name is missing",
                "choices[0].variations[0].payload.data.slots, sku B: productData.price is missing",
            ])
        let skus = try DynamicYield.Answer<DynamicYield.Product>(parsing: text.utf8)
        #expect(skus.slots.map(\.sku) == ["A", "B", "C"])
    }

    @Test("an answer without a choice is a success without results")
    func empty() throws {
        let answer = try DynamicYield.Answer<Jeans>(parsing: #"{"choices": [], "cookies": []}"#.utf8)
        #expect(answer.status == .success && answer.results == nil && answer.slots.isEmpty && answer.total == nil)
        #expect(throws: MalformedJSON.self) { try DynamicYield.Answer<Jeans>(parsing: "[]".utf8) }
        #expect(throws: MalformedJSON.self) { try DynamicYield.Answer<Jeans>(parsing: "".utf8) }
    }

    @Test("an answer is written as it was read")
    func written() throws {
        let answer = try DynamicYield.Answer<JSONValue>(parsing: Self.answer.utf8)
        let again = try DynamicYield.Answer<JSONValue>(parsing: answer.encoded)
        #expect(again.notices == [] && again.encoded == answer.encoded)
        #expect(again.slots == answer.slots && again.facets == answer.facets)
    }

    @Test("a thousand broken answers are read or refused")
    func broken() {
        var (random, read) = (SplitMix(seed: 9), 0)
        let spice = Array(#"{}[]",:0-9eE.\null"#.utf8) + [0, 0xFF, 0xC3]
        for _ in 0..<Effort.inputs(300, of: 1000) {
            var bytes = Array(Self.answer.utf8)
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[place] = spice.randomElement(using: &random)!
                } else {
                    bytes.removeSubrange(place..<min(place + 5, bytes.count))
                }
            }
            if (try? DynamicYield.Answer<DynamicYield.Product>(parsing: bytes)) != nil { read += 1 }
        }
        #expect(read > 30)
    }

    @Test("suggestions are read in each form that clients of the service read, and written in one")
    func suggestions() throws {
        let inner =
            #"{"payload": {"data": {"suggestions": {"querySuggestions": [{"term": "red"}, {"text": "blue"}, "tan", {}]}}}}"#
        for text in [#"{"variations": [\#(inner)]}"#, #"{"choices": [{"variations": [\#(inner)]}]}"#] {
            let suggestions = try DynamicYield.Suggestions(parsing: text.utf8)
            #expect(suggestions.terms == ["red", "blue", "tan"])
            #expect(suggestions.notices.map(\.description) == ["querySuggestions[3]: has no term"])
        }
        let written = DynamicYield.Suggestions(["a", "b"]).encoded(cookies: [])
        #expect(try DynamicYield.Suggestions(parsing: written).terms == ["a", "b"])
        let suggest = DynamicYield.Suggest("re", limit: 7, locale: "en_GB", visitor: .init(id: "u", channel: "WEB"))
        #expect(try DynamicYield.Suggest.read(suggest.json.encoded) == suggest)
    }

    @Test("reports of engagement are written and read, and refused with every fault")
    func engagements() throws {
        let report = DynamicYield.EngagementReport(
            [.slotClick("s"), .slotImpression(["t", "u"]), .click(decisionID: "d"), .impression(decisionID: "e")],
            branch: "b", visitor: .init(id: "u", session: "v", consents: false))
        #expect(try DynamicYield.EngagementReport.read(report.json.encoded) == report)
        do throws(Faults) {
            _ = try DynamicYield.EngagementReport.read(
                Array(#"{"engagements": [{"type": "SLOT_CLICK"}, {"type": "PN_CLICK"}, {"type": "SLOT_IMP"}, 3]}"#.utf8)
            )
            Issue.record("nothing was refused")
        } catch {
            #expect(
                error.all.map(\.description) == [
                    "engagements[0].slotId: is missing",
                    "engagements[1].type: must be SLOT_CLICK, SLOT_IMP, CLICK or IMP, not `PN_CLICK`",
                    "engagements[2].slotsIds: must have at least one slot",
                    "engagements[3]: must be an object, not a number",
                ])
        }
        #expect(throws: Faults.self) { try DynamicYield.EngagementReport.read(Array("{}".utf8)) }
    }
}
