import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The validity of an answer", .timeLimit(.minutes(5)))
struct ValidityTests {
    private let folder = Result { try TemporaryFolder() }

    private func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    @Test("an answer holds until a rule begins or ends, and no more where the clock is set back")
    func time() throws {
        let shop = try RuleShop(folder.get())
        _ = try shop.search()
        let rules = [("a", 1000.0, 2000.0), ("b", 1500, 3000)].map { name, from, until in
            SearchRule(
                name, when: .init(from: at(from), until: at(until)), then: .init(pins: [.init("bag-20", at: 1)]))
        }
        try shop.engine.replaceRulesBlocking(rules)
        _ = try shop.search()
        for (moment, end) in [(500.0, 1000.0), (1000, 1500), (1499, 1500), (1500, 2000), (2000, 3000)] {
            let validity = try #require(try shop.engine.validity(at: at(moment)))
            #expect(validity.time == at(moment)..<at(end))
            #expect(validity.holds(at: at(moment)) && validity.holds(at: at(end - 0.001)))
            #expect(!validity.holds(at: at(end)) && !validity.holds(at: at(moment - 0.001)))
        }
        #expect(try shop.engine.validity(at: at(3000))?.time.upperBound == .distantFuture)
    }

    @Test("an answer holds in one state of the store, and for good where no rule has a time")
    func revision() throws {
        let shop = try RuleShop(folder.get())
        _ = try shop.search()
        let before = try #require(try shop.engine.validity(at: at(500)))
        #expect(before.time.upperBound == .distantFuture)
        try shop.engine.replaceRulesBlocking([SearchRule("off", then: .init(pins: [.init("bag-20", at: 1)]))])
        _ = try shop.search()
        let after = try #require(try shop.engine.validity(at: at(500)))
        #expect(after.revision > before.revision && after.time == before.time)
    }

    @Test("all searches within the time of an answer have its hits")
    func sameHits() throws {
        let shop = try RuleShop(folder.get())
        for seed: UInt64 in 0..<20 {
            var numbers = SplitMix(seed: seed)
            let rules = (0..<5).map { number in
                let from = Double(Int.random(in: 0..<50, using: &numbers))
                return SearchRule(
                    "\(number)",
                    when: .init(from: at(from), until: at(from + Double(Int.random(in: 1...20, using: &numbers)))),
                    then: .init(pins: [.init(RuleShop.id(10 + number), at: 1 + number)]))
            }
            try shop.engine.replaceRulesBlocking(rules)
            func hits(_ seconds: Double) throws -> [String] {
                try shop.search { $0.rules.time = at(seconds) }.hits.map(\.id)
            }
            _ = try hits(0)
            let moment = Double.random(in: 0..<60, using: &numbers)
            let validity = try #require(try shop.engine.validity(at: at(moment)))
            let end = min(validity.time.upperBound.timeIntervalSince1970, 80)
            for _ in 0..<5 {
                let other = Double.random(in: moment..<end, using: &numbers)
                #expect(try hits(moment) == hits(other), "seed \(seed), \(moment) and \(other) of \(end)")
            }
        }
    }
}
