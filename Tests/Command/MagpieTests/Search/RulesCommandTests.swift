import Foundation
import TestSupport
import Testing

@testable import magpie

@Suite("magpie rules", .timeLimit(.minutes(5)))
struct RulesCommandTests {
    private let place: ExamplePlace

    init() throws { place = try ExamplePlace(stores: ["shop.magpie"]) }

    private func run(_ line: String) throws -> Ended { try place.run("magpie rules \(line)") }

    private func write(_ text: String) throws { try place.place.write(Array(text.utf8), to: "rules.json") }

    @Test("the sample rules have no findings; they are kept, listed, exported, followed and cleared")
    func samples() throws {
        let checked = try run("check samples/rules.json --store shop.magpie --strict")
        #expect(checked.code == 0 && checked.text == "6 rules, no findings\n", "\(checked)")
        #expect(try run("list --store shop.magpie").text == "the store has no rules\n")
        let kept = try run("import samples/rules.json --store shop.magpie")
        #expect(kept.code == 0 && kept.text == "kept 6 rules in shop.magpie\n", "\(kept)")
        let lines = try run("list --store shop.magpie --json").json()
        #expect(lines.count == 6 && lines.first?["name"] as? String == "recalled lamp")
        #expect(try run("list --store shop.magpie").text.contains("always"))
        let exported = try run("export --store shop.magpie").text
        try write(exported)
        #expect(try run("import rules.json --store shop.magpie").code == 0)
        #expect(try run("export --store shop.magpie").text == exported)
        let search =
            "magpie search --text 'bag' --campaign autumn --rules-time 2026-10-01T00:00:00Z --store shop.magpie"
        let found = try place.run(search + " --json --explain").json().first
        let hits = found?["hits"] as? [[String: Any]] ?? []
        #expect(hits.first?["id"] as? String == "bag-007")
        #expect((hits.first?["explanation"] as? [String: Any])?["rules"] != nil && found?["rules"] != nil)
        #expect(try place.run(search).text.contains("autumn bags (pins, boosts)"))
        #expect(try place.run(search + " --explain").text.contains("pinned by autumn bags"))
        let without = try place.run(search + " --no-rules --json").json().first
        #expect((without?["hits"] as? [[String: Any]])?.first?["id"] as? String != "bag-007")
        #expect(
            try place.run("magpie search --text 'gift card' --store shop.magpie").text.contains(
                "Redirect to /gift-cards\n"))
        let cleared = try run("clear --store shop.magpie")
        #expect(cleared.code == 0 && cleared.text == "removed 6 rules from shop.magpie\n")
        #expect(try run("list --store shop.magpie").text == "the store has no rules\n")
    }

    @Test("check names contradictions with both rules; --strict makes them a failure, and faults are one always")
    func check() throws {
        try write(
            #"""
            [{"name":"a","then":{"pins":[{"id":"bag-001","place":1}]}},
             {"name":"b","then":{"pins":[{"id":"bag-002","place":1},{"id":"bag-999","place":2}]}}]
            """#)
        let checked = try run("check rules.json --store shop.magpie")
        #expect(checked.code == 0)
        #expect(checked.text.contains("contradiction: rule `a` and rule `b` pin `bag-001` and `bag-002` at place 1"))
        #expect(checked.text.contains("warning: rule `b` pins `bag-999`, and the store has no such item"))
        #expect(checked.text.hasSuffix("2 rules, 1 warning, 1 contradiction\n"))
        #expect(try run("check rules.json --store shop.magpie --strict").code == 2)
        let alone = try run("check rules.json")
        #expect(
            alone.code == 0 && alone.text.contains("there is no catalog.magpie, so fields and items were not checked"))
        try write(#"[{"name":"a","then":{"boosts":[{"filter":"brnd:x"}]}}]"#)
        let faulty = try run("check rules.json --store shop.magpie --json")
        #expect(faulty.code == 2)
        let findings = try faulty.json().first?["findings"] as? [[String: Any]]
        #expect((findings?.first?["text"] as? String)?.contains("did you mean `brand`?") == true)
        let refused = try run("import rules.json --store shop.magpie")
        #expect(refused.code == 1 || refused.code == 2)
        #expect(try run("list --store shop.magpie").text == "the store has no rules\n")
    }

    @Test("check finds three pins for one place that a query wakes, and says the query")
    func threePins() throws {
        try write(
            #"""
            [{"name":"a","when":{"words":{"match":"contains","phrases":["bag"]}},
              "then":{"pins":[{"id":"bag-003","place":1}]}},
             {"name":"b","when":{"words":{"match":"exact","phrases":["blue bag"]}},
              "then":{"pins":[{"id":"bag-009","place":1}]}},
             {"name":"c","when":{"words":{"match":"any","phrases":["blue shoe"]}},
              "then":{"pins":[{"id":"bag-011","place":1}]}}]
            """#)
        let checked = try run("check rules.json --store shop.magpie")
        #expect(checked.text.contains("in a search for \"blue bag\"; the first wins"), "\(checked)")
        #expect(checked.text.hasSuffix("3 rules, 2 contradictions, 1 remark\n"))
    }

    @Test("--add keeps the other rules")
    func add() throws {
        _ = try run("import samples/rules.json --store shop.magpie")
        try write(#"[{"name":"new","then":{"redirect":"/new"}},{"name":"gift cards","then":{"redirect":"/cards"}}]"#)
        let added = try run("import rules.json --add --store shop.magpie")
        #expect(
            added.code == 0 && added.text.contains("kept 2 rules in shop.magpie, which has 7 rules now"), "\(added)")
        #expect(try run("list --store shop.magpie --json").json().count == 7)
    }

    @Test(
        "wrong calls say what would be right",
        arguments: [
            ("", "missing action"), ("imprt x", "did you mean import?"), ("import", "missing file"),
            ("import a b c", "takes one file"), ("list a b", "takes one store"), ("list a", "cannot use the store a"),
            ("list --add", "--add; it is an option of rules import"),
            ("import rules.json --strict", "--strict; it is an option of rules check"),
            ("import gone.json --store shop.magpie", "cannot read the rules in gone.json"),
        ])
    func usage(line: String, text: String) throws {
        let ended = try run(line)
        #expect((1...2).contains(ended.code) && ended.errors.contains(text), "\(ended.errors)")
    }
}
