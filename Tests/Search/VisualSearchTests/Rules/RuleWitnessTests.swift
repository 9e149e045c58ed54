import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Searches that wake two rules", .timeLimit(.minutes(5)))
struct RuleWitnessTests {
    private func rule(_ name: String, _ match: SearchRule.Words.Match, _ phrases: String...) -> SearchRule {
        SearchRule(name, when: .init(words: .init(match, phrases)), then: .init(redirect: "/" + name))
    }

    private func witness(_ first: SearchRule, _ second: SearchRule) -> RuleWitness? {
        RuleNeeds(first.when).witness(with: RuleNeeds(second.when))
    }

    /// The text of the search and true for a near pair; nil where the rules do not meet.
    private func text(_ first: SearchRule, _ second: SearchRule) -> [String]? {
        witness(first, second).map { [$0.words.joined(separator: " "), $0.isNear ? "near" : "joined"] }
    }

    @Test("the witness is the shortest phrase that has the other one, and else a text that joins both")
    func words() {
        #expect(text(rule("a", .contains, "bag"), rule("b", .exact, "red bag", "blue red bag")) == ["red bag", "near"])
        #expect(text(rule("a", .contains, "bag"), rule("b", .contains, "blue bag")) == ["blue bag", "near"])
        #expect(text(rule("a", .exact, "blue bag"), rule("b", .any, "blue shoe")) == ["blue bag", "near"])
        #expect(text(rule("a", .any, "red shoe"), rule("b", .any, "shoe box")) == ["shoe", "near"])
        #expect(text(rule("a", .contains, "bag"), rule("b", .any, "blue shoe")) == ["bag blue", "joined"])
        #expect(
            text(rule("a", .contains, "bag strap"), rule("b", .contains, "red bag")) == ["red bag strap", "joined"])
        #expect(text(rule("a", .exact, "bag"), rule("b", .exact, "tote")) == nil)
        #expect(text(rule("a", .exact, "red bag"), rule("b", .contains, "bag red")) == nil)
    }

    @Test("other spellings of a phrase meet it, and a word that another one ends with meets it where it stands apart")
    func spellings() {
        #expect(text(rule("a", .exact, "t-shirt"), rule("b", .exact, "T-shirts", "TShirt")) == ["tshirt", "near"])
        #expect(text(rule("a", .exact, "iphone 15 case"), rule("b", .any, "iphone15")) == ["iphone 15 case", "near"])
        #expect(text(rule("a", .exact, "tshirt"), rule("b", .contains, "shirt")) == ["t shirt", "joined"])
        #expect(text(rule("a", .exact, "25"), rule("b", .contains, "5")) == nil)
        #expect(text(rule("a", .exact, "2 5"), rule("b", .contains, "5")) == ["2 5", "near"])
    }

    @Test("the sentence of a witness has each condition that the search needs")
    func sentence() throws {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        func text(_ first: SearchRule.Conditions, _ second: SearchRule.Conditions) -> String? {
            RuleNeeds(first).witness(with: RuleNeeds(second))?.text
        }
        #expect(text(.init(), .init()) == "in each search")
        #expect(
            text(
                .init(words: .init(.exact, ["Blue Bag"]), campaigns: ["a", "sale"], query: [.picture, .words]),
                .init(categories: ["Bags"], campaigns: ["sale"], from: date))
                == #"in a search for "blue bag" in "Bags" of the campaign "sale" from 2027-01-15T08:00:00Z on"#)
        #expect(
            text(.init(categories: ["bags"], query: [.picture]), .init(categories: ["Bags > Totes"]))
                == #"in a search with a picture in "Bags > Totes""#)
        #expect(
            text(.init(categories: ["Bags"], query: [.words]), .init(categories: ["Shoes"], query: [.colors]))
                == #"in a search with words and colors in "Bags" and "Shoes""#)
    }

    /// Any search that a few words, categories, campaigns, moments and parts make.
    private static let searches: [RuleContext] = {
        let texts = Self.texts(of: ["a", "b", "ab", "2"], upTo: 3)
        let categories = ["X", "X > Y", "Y", "Z"]
        var sets: [[String]] = [[]] + categories.map { [$0] }
        for first in categories { sets += categories.filter { $0 > first }.map { [first, $0] } }
        var searches: [RuleContext] = []
        for words in texts {
            for set in sets {
                for campaign in [nil, "s", "t"] {
                    for second in 0..<4 {
                        for parts: Set<SearchRule.QueryPart> in [[], [.picture], [.item], [.picture, .item]] {
                            var context = RuleContext()
                            context.words = words
                            for category in set { context.add(category: category) }
                            context.campaign = campaign
                            context.time = Date(timeIntervalSince1970: Double(second))
                            context.parts = words.isEmpty ? parts : parts.union([.words])
                            searches.append(context)
                        }
                    }
                }
            }
        }
        return searches
    }()

    private static func texts(of vocabulary: [String], upTo length: Int) -> [[String]] {
        var (texts, longest): ([[String]], [[String]]) = ([[]], [[]])
        for _ in 0..<length {
            longest = longest.flatMap { text in vocabulary.map { text + [$0] } }
            texts += longest
        }
        return texts
    }

    private func draw(_ numbers: inout SplitMix, _ name: String) -> SearchRule {
        func some(_ all: [String], _ most: Int) -> [String] {
            (0..<Int.random(in: 1...most, using: &numbers)).map { _ in all.randomElement(using: &numbers)! }
        }
        var when = SearchRule.Conditions()
        if Int.random(in: 0..<4, using: &numbers) > 0 {
            let phrases = (0..<Int.random(in: 1...2, using: &numbers)).map { _ in
                some(["a", "b", "ab", "2", "22", "a-b"], 2).joined(separator: " ")
            }
            when.words = .init(SearchRule.Words.Match.allCases.randomElement(using: &numbers)!, phrases)
        }
        if Bool.random(using: &numbers) { when.categories = some(["x", "X > Y", "Y", "Z"], 2) }
        if Bool.random(using: &numbers) { when.campaigns = some(["s", "t"], 2) }
        if Bool.random(using: &numbers) {
            let from = Int.random(in: 0..<3, using: &numbers)
            when.from = Date(timeIntervalSince1970: Double(from))
            when.until = Date(timeIntervalSince1970: Double(Int.random(in: from + 1...3, using: &numbers)))
        }
        if Bool.random(using: &numbers) {
            when.query = Set(some(["picture", "item", "words"], 2).compactMap { SearchRule.QueryPart(rawValue: $0) })
        }
        return SearchRule(name, when: when, then: .init(redirect: "/" + name))
    }

    @Test("no pair that a search wakes is missed, and each witness wakes both")
    func model() throws {
        for seed in 0..<Effort.inputs(8, of: 200) {
            var numbers = SplitMix(seed: seed)
            let book = RuleBook((0..<20).map { draw(&numbers, "\($0)") })
            let needs = book.rules.map { RuleNeeds($0.when) }
            var woken: Set<[Int]> = []
            for search in Self.searches {
                let rules = book.applying(to: search)
                for (place, first) in rules.enumerated() {
                    for second in rules[(place + 1)...] { woken.insert([first, second]) }
                }
            }
            var (found, near): (Set<[Int]>, Set<[Int]>) = ([], [])
            for first in needs.indices {
                for second in needs.indices[(first + 1)...] {
                    guard let witness = needs[first].witness(with: needs[second]) else { continue }
                    found.insert([first, second])
                    if witness.isNear { near.insert([first, second]) }
                    let rules = book.applying(to: witness.search)
                    #expect(
                        rules.contains(first) && rules.contains(second),
                        "seed \(seed): \(witness.text) for \(book.rules[first]) and \(book.rules[second])")
                }
            }
            #expect(
                woken.isSubset(of: found), "seed \(seed): \(woken.subtracting(found).map { $0.map { book.rules[$0] } })"
            )
            // The pairs that the index finds are those of a look at each pair.
            var pairs = RulePairs(book.rules)
            var (listed, listedNear): (Set<[Int]>, Set<[Int]>) = ([], [])
            let holders = book.rules.indices.map { RuleClaim.Holder(rule: $0, wish: "\($0)") }
            pairs.forEach(of: holders) { first, second, isNear in
                #expect(listed.insert([first.rule, second.rule]).inserted, "seed \(seed)")
                if isNear { listedNear.insert([first.rule, second.rule]) }
            }
            #expect(listed == found && listedNear == near && !pairs.isPartial, "seed \(seed)")
        }
    }

    @Test("a near witness is the shortest phrase of the two that wakes both")
    func shortest() {
        for seed in 0..<50 {
            var numbers = SplitMix(seed: 1000 + seed)
            var rules = (0..<12).map { draw(&numbers, "\($0)") }
            for index in rules.indices { rules[index].when = .init(words: rules[index].when.words) }
            let book = RuleBook(rules)
            for (first, left) in book.rules.enumerated() {
                for (second, right) in book.rules.enumerated() where second > first {
                    let needs = (RuleNeeds(left.when), RuleNeeds(right.when))
                    guard let witness = needs.0.witness(with: needs.1), witness.isNear else { continue }
                    let phrases = (needs.0.phrases + needs.1.phrases).map(\.words).filter { words in
                        var context = RuleContext()
                        context.words = words
                        return Set(book.applying(to: context)).isSuperset(of: [first, second])
                    }
                    func letters(_ words: [String]) -> Int { words.joined().count }
                    #expect(
                        letters(witness.words) == phrases.map(letters).min() ?? 0, "seed \(seed): \(left), \(right)")
                }
            }
        }
    }
}

extension RuleWitness {
    fileprivate var search: RuleContext {
        var context = RuleContext()
        context.words = words
        for category in categories { context.add(category: category) }
        context.campaign = campaign
        context.time = from ?? .distantPast
        context.parts = words.isEmpty ? parts : parts.union([.words])
        return context
    }
}
