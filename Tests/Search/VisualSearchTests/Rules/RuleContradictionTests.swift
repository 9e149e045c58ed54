import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Contradictions of rules", .timeLimit(.minutes(5)))
struct RuleContradictionTests {
    private let shop: RuleShop

    init() throws { shop = try RuleShop(TemporaryFolder()) }

    private func contradictions(_ rules: [SearchRule]) throws -> [RuleReview.Finding] {
        let review = try shop.engine.store.read { snapshot throws(SearchError) in try snapshot.review(rules) }
        return review.findings.filter { [.contradiction, .remark].contains($0.kind) }
    }

    @Test("of two pins for one place the one of the first rule wins, and the other item keeps its own place")
    func places() throws {
        let rules = [SearchRule.pin("bag-08", at: 1, named: "b"), .pin("bag-09", at: 1, named: "a", priority: -1)]
        let answer = try shop.search(rules: rules)
        #expect(answer.hits.map(\.id) == RuleShop.ids([8] + (0..<30).filter { $0 != 8 }))
        #expect(answer.rules[1].skipped == ["the pin of `bag-09` at 1: an earlier rule has the place"])
        let found = try contradictions(rules)
        #expect(found.map(\.rules) == [["b", "a"]])
        #expect(
            found[0].text == "rule `b` and rule `a` pin `bag-08` and `bag-09` at place 1 in each search; the first wins"
        )
    }

    @Test("of three pins for one place each pair that a query wakes is found, with the query")
    func threePins() throws {
        func pin(_ name: String, _ match: SearchRule.Words.Match, _ phrase: String, _ id: String) -> SearchRule {
            SearchRule(name, when: .init(words: .init(match, [phrase])), then: .init(pins: [.init(id, at: 1)]))
        }
        let rules = [
            pin("a", .contains, "bag", "bag-03"), pin("b", .exact, "blue bag", "bag-09"),
            pin("c", .any, "blue shoe", "bag-11"),
        ]
        let found = try contradictions(rules)
        #expect(found.map(\.rules) == [["b", "a"], ["b", "c"], ["a", "c"]])
        #expect(found[0].text.contains("`bag-09` and `bag-03` at place 1 in a search for \"blue bag\"; the first wins"))
        #expect(found[1].text.contains("in a search for \"blue bag\";"))
        #expect(found[2].text.hasSuffix("in a search for \"bag blue\"; the first wins"))
        #expect(try shop.search("bag blue", rules: rules).rules.map(\.name) == ["a", "c"])
    }

    @Test("pairs that only a joined query wakes are one finding, behind the others, with their number")
    func joined() throws {
        let rules = ["bag", "shoe", "hat", "red hat"].map { phrase in
            SearchRule(
                phrase, when: .init(words: .init(.contains, [phrase])), then: .init(redirect: "/" + phrase.prefix(1)))
        }
        let found = try contradictions(rules)
        #expect(found.map(\.rules) == [["hat", "red hat"], ["bag", "hat"]])
        #expect(
            found[1].text
                == "rule `bag` and rule `hat` redirect to /b and /h in a search for \"bag hat\"; the first wins; "
                + "4 more contradictions are only in searches that join conditions of two rules")
    }

    @Test("of more contradictions than are shown the rest is counted, up to the most pairs that are compared")
    func bounded() {
        func review(_ count: Int) -> RuleReview {
            RuleReview(withoutStore: (0..<count).map { SearchRule("\($0)", then: .init(redirect: "/\($0)")) })
        }
        let small = review(100)
        #expect(small.findings.count == 1000 && small.more == 3950 && !small.isPartial)
        let large = review(2000)
        #expect(large.findings.count == 1000 && large.more == 499_000 && large.isPartial)
    }

    @Test("a rule against thousands that want the same is found")
    func oneOfMany() {
        var rules = (0..<3000).map { SearchRule("\($0)", priority: 1, then: .init(hiddenIDs: ["a", "b"])) }
        rules.append(SearchRule("last", then: .init(pins: [.init("b", at: 1)])))
        let review = RuleReview(withoutStore: rules)
        #expect(review.findings.count == 1000 && review.more == 2000 && !review.isPartial)
    }

    @Test("an item that two rules pin is at the place of the first")
    func items() throws {
        let rules = [SearchRule.pin("bag-08", at: 3, named: "a"), .pin("bag-08", at: 5, named: "b")]
        #expect(try shop.found(rules)[2] == "bag-08")
        #expect(try contradictions(rules).map(\.rules) == [["a", "b"]])
    }

    @Test("hidden wins over pinned whatever the priority, and a boost and a burial of an item both count")
    func others() throws {
        let rules = [
            SearchRule.pin("bag-08", at: 1, named: "pin", priority: 9),
            SearchRule("hide", then: .init(hiddenIDs: ["bag-08"])),
            SearchRule("boost", then: .init(boosts: [.init("brand:Lumo", by: 1)])),
            SearchRule("bury", then: .init(burials: [.init("brand:Lumo", by: 0.5)])),
        ]
        // 2 times one half is 1.
        #expect(try shop.found(rules) == RuleShop.ids((0..<30).filter { $0 != 8 }))
        let found = try contradictions(rules)
        #expect(found.map(\.rules) == [["pin", "hide"], ["boost", "bury"]])
        #expect(found.map(\.text).joined().contains("hidden wins"))
    }

    @Test("of two redirects the first one is the answer's")
    func redirects() throws {
        let rules = [
            SearchRule("a", then: .init(redirect: "/a")), SearchRule("b", priority: 1, then: .init(redirect: "/b")),
        ]
        let answer = try shop.search(rules: rules)
        #expect(answer.redirect == "/b" && answer.rules.map(\.name) == ["b", "a"])
        #expect(answer.rules[1].skipped == ["the redirect to /a: an earlier rule has another"])
        #expect(try contradictions(rules).map(\.rules) == [["b", "a"]])
    }

    @Test("rules that never apply together do not contradict each other")
    func apart() throws {
        let (early, late) = (Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1000))
        func pair(_ first: SearchRule.Conditions, _ second: SearchRule.Conditions) throws -> Int {
            try contradictions([
                SearchRule("a", when: first, then: .init(pins: [.init("bag-01", at: 1)])),
                SearchRule("b", when: second, then: .init(pins: [.init("bag-02", at: 1)])),
            ]).count
        }
        #expect(try pair(.init(until: late), .init(from: late)) == 0)
        #expect(try pair(.init(until: late), .init(from: early)) == 1)
        #expect(try pair(.init(campaigns: ["a"]), .init(campaigns: ["b"])) == 0)
        #expect(try pair(.init(campaigns: ["a"]), .init(campaigns: ["b", "a"])) == 1)
        #expect(try pair(.init(categories: ["Bags"]), .init(categories: ["bags"])) == 1)
        #expect(try pair(.init(words: .init(.exact, ["bag"])), .init(words: .init(.exact, ["tote"]))) == 0)
        #expect(try pair(.init(words: .init(.exact, ["bag"])), .init(words: .init(.any, ["red bag"]))) == 1)
        #expect(try pair(.init(words: .init(.exact, ["bag"])), .init()) == 1)
    }

    @Test("rules of other categories or parts of a query meet in a search that has both")
    func together() throws {
        func text(_ first: SearchRule.Conditions, _ second: SearchRule.Conditions) throws -> [String] {
            try contradictions([
                SearchRule("a", when: first, then: .init(pins: [.init("bag-01", at: 1)])),
                SearchRule("b", when: second, then: .init(pins: [.init("bag-02", at: 1)])),
            ]).map { String($0.text.split(separator: " in a search ")[1]) }
        }
        #expect(
            try text(.init(categories: ["Bags"]), .init(categories: ["Bags > Totes"]))
                == [#"in "Bags > Totes"; the first wins"#])
        #expect(
            try text(.init(categories: ["Bags"]), .init(categories: ["Shoes"]))
                == [#"in "Bags" and "Shoes"; the first wins"#])
        #expect(
            try text(.init(query: [.words]), .init(query: [.picture])) == ["with a picture and words; the first wins"])
    }

    @Test("more than a hundred rules that apply at once are cut to the first ones, with a notice")
    func many() throws {
        let rules = (0..<90).map { SearchRule("rule \($0)", then: .init(hiddenIDs: ["bag-00"])) }
        try shop.engine.replaceRulesBlocking(rules)
        let inline = (0..<20).map { SearchRule("top \($0)", priority: 1, then: .init(hiddenIDs: ["bag-01"])) }
        let answer = try shop.search(rules: inline)
        #expect(answer.rules.count == 100 && answer.rules[0].name == "top 0")
        #expect(answer.notices.map(\.kind) == [.unusableRule] && answer.total == 28)
    }
}
