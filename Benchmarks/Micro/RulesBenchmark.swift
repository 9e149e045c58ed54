import BenchmarkKit
import Foundation
import SearchAPI
import VisualSearch

/// Searches by words with 50,000 rules in the store, beside the same searches without them, on one core.
struct RulesBenchmark {
    let options: CatalogOptions
    private static let rules = 50_000
    private static let queries = 200

    func run() throws {
        say("\(Machine.current())\n")
        let store = try TextStore()
        try store.insert(
            (0..<options.items).map { number in
                Item(
                    id: "\(number)",
                    attributes: [
                        "title": .text("word\(number % 997) term\(number % 89)"),
                        "brand": .string("brand\(number % 50)"), "category": .string("category\(number % 300)"),
                    ])
            })
        let words = (0..<Self.queries).map { "word\($0 * 4 % 997)" }
        for word in words { sink(try store.engine.searchBlocking(request(word, usesRules: false))) }
        var start = Clock.process()
        sink(try store.engine.replaceRulesBlocking(Self.made(items: options.items)))
        let keeping = (Clock.process() - start) * 1000
        let resident = Memory.resident()
        start = Clock.process()
        sink(try store.engine.searchBlocking(request(words[0], usesRules: true)))
        let compiling = (Clock.process() - start) * 1000
        let memory = Double(Memory.resident() - resident) / 1e6
        var (with, without): ([Double], [Double]) = ([], [])
        var applied = 0
        for _ in 0..<options.rounds {
            for word in words {
                without.append(try time(word, usesRules: false, in: store.engine).milliseconds)
                let (milliseconds, rules) = try time(word, usesRules: true, in: store.engine)
                with.append(milliseconds)
                applied += rules
            }
        }
        let added = zip(with, without).map { $0 - $1 }
        var table = Table("", "ms CPU, median", "95 of 100", "largest")
        for (name, all) in [("without rules", without), ("with 50,000 rules", with), ("difference", added)] {
            let ordered = all.sorted()
            table.rows.append(
                [name]
                    + [ordered.count / 2, ordered.count * 95 / 100, ordered.count - 1].map {
                        ordered[$0].formatted(digits: 3)
                    })
        }
        say(
            "\(options.items) items, \(Self.rules) rules, of which "
                + "\((Double(applied) / Double(with.count)).formatted(digits: 1)) apply to a search\n"
                + "keeping them \(keeping.formatted(digits: 0)) ms CPU; the first search after it reads them, "
                + "\(compiling.formatted(digits: 0)) ms CPU, \(memory.formatted(digits: 0)) MB\n\n" + table.formatted())
    }

    private func request(_ text: String, usesRules: Bool) -> SearchRequest {
        SearchRequest(
            .text(text), filter: .equal("category", .string("category7")),
            rules: .init(campaign: "campaign3", usesRules: usesRules))
    }

    private func time(
        _ text: String, usesRules: Bool, in engine: SearchEngine
    ) throws -> (milliseconds: Double, rules: Int) {
        let start = Clock.process()
        let answer = try engine.searchBlocking(request(text, usesRules: usesRules))
        return ((Clock.process() - start) * 1000, answer.rules.count)
    }

    /// Rules as a large shop has them: most by phrases, some by category, campaign or time alone.
    private static func made(items: Int) -> [SearchRule] {
        (0..<rules).map { number in
            var when = SearchRule.Conditions()
            switch number % 20 {
            case 0..<8: when.words = .init(.exact, ["word\(number / 8 % 9973)"])
            case 8..<14: when.words = .init(.contains, ["word\(number % 9973) term\(number % 89)"])
            case 14..<16: when.words = .init(.any, ["word\(number % 9973)", "other\(number)"])
            case 16..<18: when.categories = ["category\(number % 30_000)"]
            case 18: when.campaigns = ["campaign\(number % 5000)"]
            default: when.until = Date(timeIntervalSince1970: Double(number))
            }
            var then = SearchRule.Effects()
            then.pins = (1...3).map { .init("\((number * 7 + $0) % items)", at: $0) }
            if number.isMultiple(of: 2) { then.boosts = [.init(.expression("brand:brand\(number % 50)"), by: 0.5)] }
            if number.isMultiple(of: 5) { then.hiddenIDs = ["\(number * 3 % items)"] }
            return SearchRule("rule \(number)", priority: number % 3, when: when, then: then)
        }
    }
}
