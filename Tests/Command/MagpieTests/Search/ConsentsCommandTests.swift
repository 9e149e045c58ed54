import Foundation
import Recommendations
import Testing

@testable import magpie

@Suite(.timeLimit(.minutes(5)))
struct ConsentsCommandTests {
    private let place: Workplace
    private let events: String

    init() throws {
        place = try Workplace()
        try place.write(Array("not read by these commands".utf8), to: "catalog.magpie")
        events = (place / "catalog.magpie.events").text
    }

    private static let categories = """
        {"results": [{"id": "personalization", "legitimate_interest": false, "sources": {"crm": true, "fax": true},
                      "translations": {"": {"name": "Recommendations", "description": null}}},
                     {"id": "analytics", "legitimate_interest": true}]}
        """

    @Test func `Categories are imported and listed, answers recorded and shown with their history`() throws {
        try place.write(Array(ConsentsCommandTests.categories.utf8), to: "categories.json")
        #expect(try place.magpie("consents", "list").text == "no consent categories\n")
        let imported = try place.magpie("consents", "import", "categories.json")
        #expect(imported.text == "imported 2 categories: personalization, analytics\n", "\(imported.errors)")
        #expect(try place.magpie("consents", "list").text.contains("sources: crm, fax"))
        let listed = try place.magpie("consents", "list", "--json").json()
        #expect(listed.map { $0["id"] as? String } == ["analytics", "personalization"])
        #expect((listed[1]["sources"] as? [String: Bool])?["fax"] == true)

        #expect(try place.magpie("consents", "show", "c-81").text == "no answers\n")
        let given = try place.magpie(
            "consents", "set", "c-81", "personalization", "yes", "--until", "2999-01-31", "--source", "page",
            "--message", "I agree")
        #expect(given.text == "recorded: c-81 agrees to personalization\n", "\(given.errors)")
        #expect(try place.magpie("consents", "show", "c-81").text.contains("personalization  agreed"))
        #expect(try place.magpie("consents", "set", "login", "personalization", "no").code == 0)
        let both = try place.magpie("consents", "show", "c-81", "login", "--json").json()
        #expect(both.map { $0["allowed"] as? Bool } == [false] && both[0]["given"] as? Bool == false)
        let history = try place.magpie("consents", "show", "c-81", "login", "--history", "--json").json()
        #expect(history.map { $0["valid"] as? Bool } == [false, true])
        #expect(history[1]["message"] as? String == "I agree" && history[1]["source"] as? String == "page")
    }

    @Test(
        arguments: [
            (["consents"], 1, "missing action"), (["consents", "sat"], 1, "did you mean set?"),
            (["consents", "list", "--until", "2027-01-01"], 1, "--until; it is an option of consents set"),
            (["consents", "set", "c", "personalization", "maybe"], 1, "yes or no"),
            (["consents", "set", "c", "personalization", "no", "--until", "2999-01-01"], 1, "a refusal has no end"),
            (["consents", "set", "c", "personalisation", "yes"], 1, "there is no consent category"),
            (["consents", "import", "missing.json"], 2, "there is no file at missing.json"),
            (["consents", "import", "catalog.magpie"], 2, "is no list of consent categories"),
            (["consents", "import", "x.json", "--store", "other.magpie"], 2, "there is no store other.magpie"),
            (["events", "forget"], 2, "no events of catalog.magpie"),
        ] as [([String], Int, String)])
    func `A wrong call says what is wrong`(_ words: [String], _ code: Int, _ text: String) throws {
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == Int32(code) && ended.errors.contains(text), "\(ended.errors)")
    }

    @Test func `events tells how each variant did, and forgets a customer`() throws {
        let members = ["recommendation_id": "home", "recommendation_variant_id": "b"]
        let store = try EventStore(path: events)
        try store.add(
            (0..<10).map {
                TrackedEvent(action: "recommendation_view", user: "Agrajag", item: "p\($0)", members: members)
            } + [TrackedEvent(action: "product_click", user: "Agrajag", session: "s", item: "p1", members: members)]
                + [TrackedEvent(action: "product_click", user: "other", session: "s", item: "p2")])
        let all = try place.magpie("events").text
        let rows = all.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(rows.contains(["product_click", "2", "2"]), "\(all)")
        #expect(all.contains("\ncounted: 1 visit, 2 items, 2 customers, "), "\(all)")
        let table = try place.magpie("events", "--by", "variant").text
        #expect(table.contains("home") && table.contains("10%") && table.contains("1.79% to 40.42%"), "\(table)")
        let json = try #require(try place.magpie("events", "--by", "variant", "--json").json().first)
        #expect(json["name"] as? String == "b" && json["views"] as? Int == 10 && json["rate"] as? Double == 0.1)

        let gone = try place.magpie("events", "forget", "Agrajag")
        #expect(gone.text == "forgotten: 11 events, 1 visit, 0 answers on consents, 0 searches\n", "\(gone.errors)")
        #expect(gone.errors.contains("the same sessions have events of other"))
        #expect(try place.magpie("events", "--by", "variant").text == "no events with a variant\n")
        #expect(try place.magpie("events", "forget").code == 1)
        #expect(try place.magpie("events", "forget", "x", "--list").code == 1)
    }
}
