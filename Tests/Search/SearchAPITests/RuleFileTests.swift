import Foundation
import SearchAPI
import Testing

@Suite("Files of rules", .timeLimit(.minutes(5)))
struct RuleFileTests {
    private static let whole = """
        {"rules": [{"name": "a", "enabled": false, "priority": -3,
          "when": {"words": {"match": "any", "phrases": ["red bag"]}, "categories": ["Bags"], "campaigns": ["sale"],
            "from": "2026-06-01T00:00:00+02:00", "until": "2026-07-01T00:00:00Z", "query": ["words", "picture"]},
          "then": {"pins": [{"id": "x", "place": 2}], "boosts": [{"filter": "brand:Lumo", "weight": 3}],
            "burials": [{"filter": {"equal": ["brand", {"string": "Borgo"}]}}],
            "hide": {"ids": ["y"], "filter": "price:>9"}, "synonyms": ["sofa, couch"], "redirect": "/sale"}}]}
        """

    private static func message(_ text: String) -> String {
        do throws(SearchError) {
            return "read \(try RuleFile.rules(in: Array(text.utf8)).count)"
        } catch {
            return error.description
        }
    }

    @Test("every member is read, and comes back as it was written")
    func members() throws {
        let rules = try RuleFile.rules(in: Array(Self.whole.utf8))
        let expected = SearchRule(
            "a", isEnabled: false, priority: -3,
            when: .init(
                words: .init(.any, ["red bag"]), categories: ["Bags"], campaigns: ["sale"],
                from: Date(timeIntervalSince1970: 1_780_264_800), until: Date(timeIntervalSince1970: 1_782_864_000),
                query: [.words, .picture]),
            then: .init(
                pins: [.init("x", at: 2)], boosts: [.init("brand:Lumo", by: 3)],
                burials: [.init(.filter(.equal("brand", .string("Borgo"))))], hiddenIDs: ["y"], hidden: "price:>9",
                synonyms: ["sofa, couch"], redirect: "/sale"))
        #expect(rules == [expected])
        let text = RuleFile.text(of: rules + [SearchRule("b", then: .init(redirect: "https://shop.example"))])
        #expect(text.split(separator: "\n").count == 4)
        #expect(try RuleFile.rules(in: Array(text.utf8)).first == expected)
        #expect(try RuleFile.rules(in: Array(RuleFile.text(of: []).utf8)) == [])
        let array = #" [{"name":"a","then":{"redirect":"/a"}}]"#
        #expect(try RuleFile.rules(in: Array(array.utf8)) == [SearchRule("a", then: .init(redirect: "/a"))])
    }

    @Test(
        "errors name the rule, its number, the place, and what would be right",
        arguments: [
            (
                #"[{"name":"a","then":{"pin":[]}}]"#,
                "number 1, rule `a`: then: there is no member `pin`; did you mean `pins`?"
            ),
            (
                #"[{"name":"a","then":{"redirect":"/a"}},{"name":"b","whn":{}}]"#,
                "number 2, rule `b`: there is no member `whn`; did you mean `when`?"
            ),
            (#"[{"then":{"redirect":"/a"}}]"#, "number 1: name is missing"),
            (
                #"{"rules":[{"name":"a","then":{"pins":[{"id":"x","place":"1"}]}}]}"#,
                "number 1, rule `a`: then.pins[0].place must be an integer"
            ),
            (
                #"[{"name":"a","then":{"pins":[{"id":"x","place":0}]}}]"#,
                "number 1, rule `a`: then.pins[0].place must be from 1 to 1000, not 0"
            ),
            (#"[{"name":"a","then":{}}]"#, "number 1, rule `a`: then is empty"),
            (
                #"[{"name":"a","when":{"from":"2026-01-01"},"then":{"redirect":"/a"}}]"#,
                "when.from: `2026-01-01` is no moment"
            ),
            (#"[{"name":"a","when":{"from":"2026-01-01T00:00:00"},"then":{"redirect":"/a"}}]"#, "is no moment"),
            (
                #"[{"name":"a","when":{"from":"2026-01-02T00:00:00Z","until":"2026-01-01T00:00:00Z"},"then":{"redirect":"/a"}}]"#,
                "when.until, 2026-01-01T00:00:00Z, must be later"
            ),
            (#"[{"name":"a","when":{"query":["pictures"]},"then":{"redirect":"/a"}}]"#, "did you mean `picture`?"),
            (
                #"[{"name":"a","when":{"words":{"match":"exakt","phrases":["a"]}},"then":{"redirect":"/a"}}]"#,
                "did you mean `exact`?"
            ),
            (
                #"[{"name":"a","then":{"boosts":[{"filter":"a:b","weight":0}]}}]"#,
                "then.boosts[0].weight must be greater than 0 and at most 10"
            ),
            (#"[{"name":"a","then":{"burials":[{"filter":"a:b","weight":1.5}]}}]"#, "at most 1, not 1.5"),
            (
                #"[{"name":"a","then":{"pins":[{"id":"x","place":1},{"id":"y","place":1}]}}]"#,
                "has `x` and `y` at place 1"
            ),
            (
                #"[{"name":"a","then":{"pins":[{"id":"x","place":1}],"hide":{"ids":["x"]}}}]"#,
                "`x` is pinned and hidden"
            ),
            (#"[{"name":"a","then":{"redirect":"javascript:alert(1)"}}]"#, "then.redirect must be an address"),
            (#"[{"name":"a","then":{"redirect":"//evil.example"}}]"#, "then.redirect must be an address"),
            (#"[{"name":"a","then":{"redirect":"/\\evil.example"}}]"#, "then.redirect must be an address"),
            (
                #"[{"name":"a","then":{"redirect":"/a"}},{"name":"a","then":{"redirect":"/b"}}]"#,
                "the numbers 1 and 2 have the name `a`"
            ),
            (#"{"rulez":[]}"#, "did you mean `rules`?"), ("7", "the file must be an object"),
            ("{}", "rules is missing"),
            ("[7]", "number 1: the rule must be an object"), ("{", "the rules are not valid JSON"),
            ("", "the rules are not valid JSON"),
        ])
    func errors(text: String, part: String) {
        #expect(Self.message(text).contains(part), "\(Self.message(text))")
    }

    @Test("a rule has at most a hundred of each part")
    func limits() {
        for part in [
            SearchRule.Effects(pins: (1...101).map { .init("\($0)", at: $0) }),
            .init(hiddenIDs: (1...101).map { "\($0)" }), .init(boosts: (1...101).map { _ in .init("a:b") }),
        ] {
            #expect(throws: SearchError.self) { try SearchRule("a", then: part).check() }
        }
        #expect(throws: Never.self) {
            try SearchRule("a", then: .init(pins: (1...100).map { .init("\($0)", at: $0) })).check()
        }
    }

    @Test("a request and an answer come back as they went, and those of earlier versions are read")
    func wire() throws {
        var request = SearchRequest(.text("bag"))
        request.rules = .init(
            inline: try RuleFile.rules(in: Array(Self.whole.utf8)), campaign: "sale", usesRules: false,
            time: Date(timeIntervalSince1970: 86_400))
        #expect(try JSONDecoder().decode(SearchRequest.self, from: JSONEncoder().encode(request)) == request)
        var answer = SearchAnswer(total: 1, page: 1, limit: 1, hits: [Hit(id: "a", score: 1, explanation: .init())])
        answer.rules = [AppliedRule("a", effects: [.pins], skipped: ["b"])]
        answer.redirect = "/a"
        answer.hits[0].explanation?.rules = [RuleMove("a", .boosts, 0.5)]
        let data = try JSONEncoder().encode(answer)
        #expect(try JSONDecoder().decode(SearchAnswer.self, from: data) == answer)
        var members = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        members["rules"] = nil
        members["redirect"] = nil
        members["hits"] = []
        let old = try JSONDecoder().decode(SearchAnswer.self, from: JSONSerialization.data(withJSONObject: members))
        #expect(old.rules == [] && old.redirect == nil)
    }
}
