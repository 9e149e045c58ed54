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
        return review.findings.filter { $0.kind == .contradiction }
    }

    @Test("of two pins for one place the one of the first rule wins, and the other item keeps its own place")
    func places() throws {
        let rules = [SearchRule.pin("bag-08", at: 1, named: "b"), .pin("bag-09", at: 1, named: "a", priority: -1)]
        let answer = try shop.search(rules: rules)
        #expect(answer.hits.map(\.id) == RuleShop.ids([8] + (0..<30).filter { $0 != 8 }))
        #expect(answer.rules[1].skipped == ["the pin of `bag-09` at 1: an earlier rule has the place"])
        let found = try contradictions(rules)
        #expect(found.map(\.rules) == [["b", "a"]] && found[0].text.contains("place 1"))
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
        #expect(try pair(.init(query: [.words]), .init(query: [.picture])) == 0)
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
