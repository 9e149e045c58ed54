import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Rules beside variants, diversity and phrases", .timeLimit(.minutes(5)))
struct RuleListingTests {
    private let shop: RuleShop

    init() throws { shop = try RuleShop(TemporaryFolder()) }

    @Test("a pinned item stands for its variants, and of two pinned variants the first one does")
    func pinnedVariants() throws {
        let one = try shop.search(rules: [.pin("bag-25", at: 1)]) { $0.variants = .init("brand") }
        #expect(one.hits.map(\.id) == ["bag-25", "bag-00"] && one.total == 2)
        #expect(one.hits[0].variantCount == 19)
        let two = try shop.search(rules: [.pin("bag-25", at: 1), .pin("bag-26", at: 2)]) {
            $0.variants = .init("brand")
        }
        #expect(two.hits.map(\.id) == ["bag-25", "bag-00"] && two.total == 2)
    }

    @Test("hidden items are no variants either")
    func hiddenVariants() throws {
        let hides = SearchRule("hides", then: .init(hiddenIDs: ["bag-01", "bag-02"]))
        let answer = try shop.search(rules: [hides]) { $0.variants = .init("brand") }
        #expect(answer.hits.map(\.id) == ["bag-00", "bag-04"] && answer.hits[1].variantCount == 17)
        let variants = answer.hits.flatMap { $0.variants ?? [] }.map(\.id)
        #expect(variants.contains("bag-05") && !variants.contains("bag-01") && !variants.contains("bag-02"))
    }

    @Test("boosts count where hits are to differ")
    func boostedDiversity() throws {
        let boost = SearchRule("boost", then: .init(boosts: [.init("brand:Lumo", by: 10)]))
        let answer = try shop.search(rules: [boost], limit: 10) { $0.diversity = .init(0.1, by: .field("category")) }
        let brands = Set(answer.hits.map { $0.attributes["brand"] })
        #expect(brands == [.string("Lumo")], "\(answer.hits.map(\.id))")
    }

    @Test("the words of a condition are compared with the text as it was typed, whatever was read in it")
    func typedText() throws {
        let rule = SearchRule(
            "cheap", when: .init(words: .init(.exact, ["bag under 80"])), then: .init(redirect: "/sale"))
        let answer = try shop.search("bag under 80", rules: [rule]) { $0.query.readsPhrases = true }
        #expect(answer.phrases.map(\.text) == ["bag", "under 80"])
        #expect(answer.redirect == "/sale" && answer.rules.map(\.name) == ["cheap"])
        #expect(answer.hits.map(\.id) == RuleShop.ids(21..<30))
    }

    @Test("a pin meets the conditions that were read in the words")
    func typedConditions() throws {
        let dear = try shop.search("bag under 80", rules: [.pin("bag-00", at: 1)]) { $0.query.readsPhrases = true }
        #expect(dear.hits.map(\.id) == RuleShop.ids(21..<30) && dear.total == 9)
        let cheap = try shop.search("bag under 80", rules: [.pin("bag-29", at: 1)]) { $0.query.readsPhrases = true }
        #expect(cheap.hits.map(\.id) == RuleShop.ids([29] + (21..<29)) && cheap.total == 9)
    }
}
