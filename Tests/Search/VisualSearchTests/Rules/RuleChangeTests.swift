import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The next change of rules", .timeLimit(.minutes(5)))
struct RuleChangeTests {
    private func rule(_ name: String, _ from: Double?, _ until: Double?) -> SearchRule {
        let when = SearchRule.Conditions(
            from: from.map(Date.init(timeIntervalSince1970:)), until: until.map(Date.init(timeIntervalSince1970:)))
        return SearchRule(name, when: when, then: .init(redirect: "/x"))
    }

    private func next(_ rules: [SearchRule], after seconds: Double) -> Double? {
        RuleBook(rules).nextChange(after: Date(timeIntervalSince1970: seconds))?.timeIntervalSince1970
    }

    @Test("the next change is the first beginning or end that is later than a moment")
    func bounds() {
        let rules = [rule("b", 3000, 4000), rule("a", 1000, 2000), rule("c", nil, 2000), rule("d", 3000, nil)]
        #expect(next(rules, after: -5) == 1000)
        #expect(next(rules, after: 999.5) == 1000)
        #expect(next(rules, after: 1000) == 2000)
        #expect(next(rules, after: 1999.999) == 2000)
        #expect(next(rules, after: 2000) == 3000)
        #expect(next(rules, after: 3000) == 4000)
        #expect(next(rules, after: 4000) == nil)
        #expect(next(rules, after: 1e9) == nil)
    }

    @Test("rules without a window, and those that are off, never change")
    func none() {
        var off = rule("off", 1000, 2000)
        off.isEnabled = false
        #expect(next([], after: 0) == nil)
        #expect(next([rule("always", nil, nil), off], after: 0) == nil)
    }

    @Test("no rule begins or ends to apply before the next change")
    func model() {
        for seed: UInt64 in 0..<50 {
            var numbers = SplitMix(seed: seed)
            let rules = (0..<6).map { number in
                let from = Bool.random(using: &numbers) ? Double(Int.random(in: 0..<20, using: &numbers)) : nil
                let until = Bool.random(using: &numbers) ? (from ?? 5) + 1 : nil
                return rule("\(number)", from, until)
            }
            let book = RuleBook(rules)
            func applying(at seconds: Double) -> [Int] {
                var context = RuleContext()
                context.time = Date(timeIntervalSince1970: seconds)
                return book.applying(to: context)
            }
            for second in -1..<23 {
                let expected = (second + 1..<25).first { applying(at: Double($0)) != applying(at: Double($0 - 1)) }
                let found = next(rules, after: Double(second))
                // A rule may end where another of the same kind begins; the answer may only come sooner.
                #expect(found ?? 99 <= expected.map(Double.init) ?? 99, "seed \(seed), second \(second)")
            }
        }
    }
}
