import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Conditions of rules", .timeLimit(.minutes(5)))
struct RuleConditionTests {
    private let effect = SearchRule.Effects(redirect: "/x")

    private func rule(_ name: String, _ when: SearchRule.Conditions, priority: Int = 0) -> SearchRule {
        SearchRule(name, priority: priority, when: when, then: effect)
    }

    /// The names of the rules that apply, in their order.
    private func names(_ rules: [SearchRule], change: (inout RuleContext) -> Void) -> [String] {
        var context = RuleContext()
        change(&context)
        let book = RuleBook(rules)
        return book.applying(to: context).map { book.rules[$0].name }
    }

    private func words(_ text: String, _ rules: [SearchRule]) -> [String] {
        names(rules) { $0.words = Array(VisualSearch.Words(text)) }
    }

    @Test("a phrase is the whole query, a part of it, or one of its words")
    func phrases() {
        let rules = [
            rule("exact", .init(words: .init(.exact, ["Red Bag", "tote"]))),
            rule("contains", .init(words: .init(.contains, ["red bag"]))),
            rule("any", .init(words: .init(.any, ["red bag"]))),
        ]
        #expect(words("réd bag", rules) == ["exact", "contains", "any"])
        #expect(words("a RED bag!", rules) == ["contains", "any"])
        #expect(words("bag red", rules) == ["any"])
        #expect(words("Tote", rules) == ["exact"])
        #expect(words("tote red", rules) == ["any"])
        #expect(words("redbag bags", rules) == ["contains", "any"])
        #expect(words("redbags bags", rules) == [])
        #expect(words("", rules) == [])
    }

    @Test(
        "a phrase is followed in its other spellings, as a search finds them",
        arguments: [("t-shirt", "tshirt"), ("iphone 15", "iphone15"), ("wi-fi", "wifi"), ("back pack", "backpack")])
    func spellings(first: String, second: String) {
        for (phrase, query) in [(first, second), (second, first)] {
            let rules = [
                rule("exact", .init(words: .init(.exact, [phrase]))),
                rule("contains", .init(words: .init(.contains, [phrase]))),
                rule("any", .init(words: .init(.any, ["red " + phrase]))),
            ]
            #expect(words(query, rules) == ["exact", "contains", "any"], "\(phrase) for \(query)")
            #expect(words("a \(query) case", rules) == ["contains", "any"], "\(phrase) for \(query)")
            let context = RuleContext(
                SearchRequest(.text(query)), categoryFields: [], hasPicture: false, seenType: nil)
            #expect(RuleBook(rules).applying(to: context) == [0, 1, 2])
        }
    }

    @Test("a number of two digits is not two numbers, and the end of a word is no word")
    func otherWords() {
        let rules = [
            rule("2 5", .init(words: .init(.contains, ["2 5"]))), rule("25", .init(words: .init(.exact, ["25"]))),
            rule("shirt", .init(words: .init(.contains, ["shirt"]))),
        ]
        #expect(words("2.5", rules) == ["2 5"])
        #expect(words("25", rules) == ["25"])
        #expect(words("tshirt", rules) == [])
        #expect(words("t-shirt", rules) == ["shirt"])
    }

    @Test("a phrase of eight words is found at the end of a long query, and beyond 256 words no more")
    func long() {
        let rules = [rule("long", .init(words: .init(.contains, ["a b c d e f g h"])))]
        func names(after count: Int) -> [String] {
            let text = String(repeating: "x ", count: count) + "a b c d e f g h"
            let context = RuleContext(
                SearchRequest(.text(text)), categoryFields: [], hasPicture: false, seenType: nil)
            return RuleBook(rules).applying(to: context).map { rules[$0].name }
        }
        #expect(names(after: 248) == ["long"])
        #expect(names(after: 249) == [])
    }

    @Test("a category is what the filter requires, the type of the detection, or that of the object, with all above it")
    func categories() {
        let rules = [
            rule("bags", .init(categories: ["bags"])), rule("handbags", .init(categories: ["Handbags"])),
            rule("branch", .init(categories: ["Bags > Handbags"])), rule("shoes", .init(categories: ["Shoes"])),
        ]
        func names(_ filter: Filter, detection: String? = nil, seen: String? = nil) -> Set<String> {
            var request = SearchRequest(.text("x"), filter: filter)
            request.detection = detection.map { Detection(type: $0) }
            let book = RuleBook(rules)
            let context = RuleContext(request, categoryFields: ["category"], hasPicture: false, seenType: seen)
            return Set(book.applying(to: context).map { book.rules[$0].name })
        }
        #expect(names(.equal("category", .string("Bags > Handbags"))) == ["bags", "handbags", "branch"])
        #expect(names(SearchAPI.Field("category").isWithin("Bags")) == ["bags"])
        #expect(names(.and([.less("price", .int(3)), .oneOf("category", [.string("Shoes")])])) == ["shoes"])
        #expect(names(.all, detection: "handbags") == ["handbags"])
        #expect(names(.all, seen: "Shoes") == ["shoes"])
        #expect(names(.not(.equal("category", .string("Bags")))) == [])
        #expect(names(.or([.equal("category", .string("Bags")), .equal("brand", .string("a"))])) == [])
        #expect(names(.equal("brand", .string("Bags"))) == [])
    }

    @Test("a time window begins with its first moment and ends before its last one")
    func window() {
        let (from, until) = (Date(timeIntervalSince1970: 1000), Date(timeIntervalSince1970: 2000))
        let rules = [
            rule("window", .init(from: from, until: until)), rule("from", .init(from: from)),
            rule("until", .init(until: until)),
        ]
        func names(at seconds: Double) -> Set<String> {
            Set(self.names(rules) { $0.time = Date(timeIntervalSince1970: seconds) })
        }
        #expect(names(at: 999) == ["until"])
        #expect(names(at: 1000) == ["window", "from", "until"])
        #expect(names(at: 1999.999) == ["window", "from", "until"])
        #expect(names(at: 2000) == ["from"])
    }

    @Test("campaigns compare exactly, and the parts of a query are alternatives")
    func others() {
        let rules = [
            rule("summer", .init(campaigns: ["summer", "sale"])), rule("picture", .init(query: [.picture])),
            rule("typed", .init(query: [.words, .colors])),
        ]
        #expect(names(rules) { $0.campaign = "sale" } == ["summer"])
        #expect(names(rules) { $0.campaign = "Sale" } == [])
        #expect(names(rules) { $0.parts = [.picture, .words] } == ["picture", "typed"])
        #expect(names(rules) { $0.parts = [.item] } == [])
    }

    @Test("all conditions of a rule have to hold, whichever the index finds it by")
    func together() {
        let when = SearchRule.Conditions(
            words: .init(.any, ["bag"]), categories: ["Bags"], campaigns: ["sale"],
            from: Date(timeIntervalSince1970: 0), query: [.words])
        let full: (inout RuleContext) -> Void = {
            $0.words = ["bag"]
            $0.add(category: "Bags")
            $0.campaign = "sale"
            $0.parts = [.words]
        }
        #expect(names([rule("a", when)], change: full) == ["a"])
        let losses: [(inout RuleContext) -> Void] = [
            { $0.words = ["box"] }, { $0.categories = [] }, { $0.campaign = nil },
            { $0.time = Date(timeIntervalSince1970: -1) }, { $0.parts = [.picture] },
        ]
        for loss in losses {
            #expect(
                names([rule("a", when)]) {
                    full(&$0)
                    loss(&$0)
                } == [])
        }
        var off = rule("a", when)
        off.isEnabled = false
        #expect(names([off], change: full) == [])
    }

    @Test("the order is priority, then more conditions, then the stricter match, then the name")
    func order() {
        let rules = [
            rule("d", .init()), rule("b", .init(words: .init(.any, ["bag"]))), rule("a", .init()),
            rule("c", .init(words: .init(.contains, ["bag"]))), rule("e", .init(words: .init(.exact, ["bag"]))),
            rule("f", .init(words: .init(.any, ["bag"]), query: [.words])), rule("z", .init(), priority: 1),
        ]
        let found = names(rules.shuffled()) {
            $0.words = ["bag"]
            $0.parts = [.words]
        }
        #expect(found == ["z", "f", "e", "c", "b", "a", "d"])
    }

    @Test("the index finds the rules that a look at every rule finds")
    func model() {
        var numbers = SystemRandomNumberGenerator()
        let vocabulary = ["a", "b", "c", "d"]
        func some(_ most: Int) -> [String] {
            (0..<Int.random(in: 1...most, using: &numbers)).map { _ in vocabulary.randomElement(using: &numbers)! }
        }
        for _ in 0..<200 {
            let rules = (0..<30).map { number in
                var when = SearchRule.Conditions()
                if Bool.random() {
                    when.words = .init(
                        SearchRule.Words.Match.allCases.randomElement()!, [some(3).joined(separator: " ")])
                }
                if Bool.random() { when.categories = some(2) }
                if Bool.random() { when.campaigns = some(1) }
                return rule("\(number)", when)
            }
            var context = RuleContext()
            context.words = some(5)
            for category in some(2) { context.add(category: category) }
            context.campaign = vocabulary.randomElement()
            let expected = rules.filter { rule in
                let when = rule.when
                let query = " " + context.words.joined(separator: " ") + " "
                let saysWords =
                    switch when.words?.match {
                    case nil: true
                    case .exact: query == " \(when.words!.phrases[0]) "
                    case .contains: query.contains(" \(when.words!.phrases[0]) ")
                    case .any: when.words!.phrases[0].split(separator: " ").contains { query.contains(" \($0) ") }
                    }
                return saysWords
                    && (when.categories.isEmpty || !context.categories.isDisjoint(with: when.categories))
                    && (when.campaigns.isEmpty || when.campaigns.contains(context.campaign!))
            }
            let book = RuleBook(rules)
            let found = book.applying(to: context).map { book.rules[$0] }
            #expect(found == expected.sorted { $0.precedes($1) })
        }
    }
}
