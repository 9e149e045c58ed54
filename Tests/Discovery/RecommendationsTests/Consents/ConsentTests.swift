import Foundation
import Recommendations
import SearchAPI
import TestSupport
import Testing
import WireFormat

@Suite(.timeLimit(.minutes(5)))
struct ConsentTests {
    private let place: EventFolder
    private let consents: ConsentStore

    init() throws {
        place = try EventFolder()
        consents = ConsentStore(path: place.path)
    }

    private static let file = """
        {"success": true, "results": [
          {"id": "newsletter", "legitimate_interest": false,
           "sources": {"crm": true, "import": true, "page": true, "private_api": true, "public_api": false,
                       "scenario": true, "list_unsubscribe": true, "carrier_pigeon": false},
           "translations": {"": {"name": "Newsletter", "description": null}, "cs": {"name": "Zpravodaj"}}},
          {"id": "analytics", "legitimate_interest": true}]}
        """

    @Test func `Categories come back as the file has them, unknown sources and missing texts too`() throws {
        #expect(try consents.categories().isEmpty)
        try consents.define(ConsentCategory.all(in: ConsentTests.file.utf8))
        let found = try consents.categories()
        #expect(found.map(\.id) == ["analytics", "newsletter"])
        #expect(found[0].hasLegitimateInterest && found[0].sources.isEmpty)
        #expect(found[1].sources.count == 8 && found[1].sources["carrier_pigeon"] == false)
        #expect(found[1].translations[""] == ["name": "Newsletter"])
        #expect(found[1].translations["cs"] == ["name": "Zpravodaj"])
        // A list without the answer around it, and one category anew.
        let text = #"[{"id": "analytics", "legitimate_interest": false, "sources": {"crm": true}}]"#
        try consents.define(ConsentCategory.all(in: text.utf8))
        #expect(try consents.categories()[0] == ConsentCategory(id: "analytics", sources: ["crm": true]))
        #expect(try consents.categories().count == 2)
    }

    @Test(arguments: [
        (#"{"success": true}"#, "a list of categories is expected, or an object with `results`"),
        (#"{"results": 3}"#, "results: a list of categories is expected, not a number"),
        (#"[{"id": "a"}, 7]"#, "[1]: an object is expected, not a number"),
        (#"[{"legitimate_interest": true}]"#, "[0].id: the name of the category is expected, as a string"),
        (#"[{"id": "a", "legitimate_interest": "yes"}]"#, "[0].legitimate_interest: a flag is expected, not a string"),
        (#"[{"id": "a", "sources": {"crm": 1}}]"#, "[0].sources.crm: a flag is expected, not a number"),
        (#"[{"id": "a", "translations": {"": "x"}}]"#, "[0].translations.: an object is expected, not a string"),
        (#"[{"id": "a"}, {"id": "a"}]"#, "[1].id: `a` is there twice"),
    ])
    func `A wrong file is refused with the place of the fault`(_ text: String, _ expected: String) throws {
        do throws(MalformedJSON) {
            _ = try ConsentCategory.all(in: text.utf8)
            Issue.record("taken")
        } catch {
            #expect(error.description == expected)
        }
    }

    @Test func `The latest answer over all names counts, and all of them are history`() throws {
        try consents.define([ConsentCategory(id: "newsletter"), ConsentCategory(id: "personalization")])
        try consents.record(
            Consent(category: "newsletter", isGiven: true, source: "page", timestamp: 100), of: "cookie")
        try consents.record(
            Consent(category: "newsletter", isGiven: false, message: "no, thanks", timestamp: 200), of: "login")
        try consents.record(
            Consent(category: "personalization", isGiven: true, timestamp: 150, until: 300), of: "login")
        #expect(try consents.consents(of: ["cookie"]).map(\.isGiven) == [true])
        let both = try consents.consents(of: ["cookie", "login"])
        #expect(both.map(\.category) == ["newsletter", "personalization"] && both.map(\.isGiven) == [false, true])
        #expect(both[0].message == "no, thanks" && both[1].until == 300)
        #expect(try consents.history(of: ["cookie", "login"]).map(\.timestamp) == [200, 150, 100])
        #expect(try consents.consents(of: ["nobody"]).isEmpty)
    }

    @Test func `An answer to an unknown category, of nobody, or that ends before it begins is refused`() throws {
        let answer = Consent(category: "newsletter", isGiven: true, timestamp: 100)
        #expect(throws: SearchError.self) { try consents.record(answer, of: "u") }
        try consents.define([ConsentCategory(id: "newsletter")])
        #expect(throws: SearchError.self) { try consents.record(answer, of: "") }
        var ended = answer
        ended.until = 50
        #expect(throws: SearchError.self) { try consents.record(ended, of: "u") }
        #expect(
            throws: SearchError.invalidArgument(
                "there is no consent category `newsleter`; did you mean `newsletter`? There are: newsletter")
        ) { try consents.record(Consent(category: "newsleter", isGiven: true, timestamp: 1), of: "u") }
        #expect(try consents.history(of: ["u"]).isEmpty)
    }

    @Test func `Without a valid consent nobody is known by their events, and items are counted all the same`() throws {
        let store = try EventStore(path: place.path)
        try store.add([.ago(9, "transaction", "a", user: "u"), .ago(8, "product_view", "b", user: "u")])
        let counts = place.counts
        func isKnown(_ names: String...) throws -> Bool {
            let interests = try counts.interests(of: names, limit: 9)
            #expect(try interests.isEmpty == counts.purchases(of: names).isEmpty)
            return !interests.isEmpty
        }
        #expect(try isKnown("u"))
        try consents.define([ConsentCategory(id: "newsletter")])
        #expect(try isKnown("u"))
        try consents.define([ConsentCategory(id: "personalization")])
        #expect(try !isKnown("u"))
        #expect(try counts.together("a") == ["b"] && counts.popular(since: nil, limit: 9).map(\.item) == ["a", "b"])
        let now = Date.now.timeIntervalSince1970
        func answer(_ isGiven: Bool, at moment: Double, until: Double? = nil, of name: String = "u") throws {
            try consents.record(
                Consent(category: "personalization", isGiven: isGiven, timestamp: moment, until: until), of: name)
        }
        try answer(true, at: now - 100)
        #expect(try isKnown("u"))
        try answer(true, at: now - 90, until: now - 10)
        #expect(try !isKnown("u"))
        try answer(true, at: now - 80)
        #expect(try isKnown("u"))
        try answer(false, at: now - 70, of: "login")
        #expect(try isKnown("u") && !isKnown("u", "login"))
        try consents.define([ConsentCategory(id: "personalization", hasLegitimateInterest: true)])
        #expect(try isKnown("u", "login"))
    }
}
