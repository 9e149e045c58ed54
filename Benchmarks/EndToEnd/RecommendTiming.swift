import BenchmarkKit
import Foundation
import Recommendations
import SearchAPI
import VisualSearch

/// CPU time of an answer of each model in a large catalog, with visits that are at hand in memory.
struct RecommendTiming {
    let options: RecommendOptions
    private static let models = """
        {"page": {"blend": {"similar": 2, "together": 2, "complementary": 1}, "filter": "in_stock:true",
                  "most": {"brand": 3}, "diversity": 0.3, "boosts": [{"filter": "brand:Lumo", "factor": 1.5}]}}
        """

    func run() throws {
        let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../samples").standardized
        let catalog = try LargeCatalog(of: samples, items: options.items, noise: 45)
        let report = try catalog.engine.learnBlocking()
        try catalog.engine.warmUpBlocking()
        let ids = try catalog.engine.store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            for slot in 0..<snapshot.slots { if let id = try snapshot.id(at: slot) { ids.append(id) } }
            return ids
        }
        let recommender = Recommender(engine: catalog.engine, behavior: DrawnVisits(ids))
        _ = try recommender.define(Array(Self.models.utf8))
        var random = SplitMix(seed: 5)
        func seeds(_ count: Int) -> [String: Double] {
            Dictionary((0..<count).map { _ in (ids.randomElement(using: &random) ?? "", 1) }, uniquingKeysWith: +)
        }
        let questions: [(String, () -> RecommendationRequest)] = [
            ("similar, one seed", { RecommendationRequest(model: "similar", seeds: seeds(1)) }),
            ("similar, five seeds", { RecommendationRequest(model: "similar", seeds: seeds(5)) }),
            ("together, one seed", { RecommendationRequest(model: "together", seeds: seeds(1)) }),
            ("complementary, one seed", { RecommendationRequest(model: "complementary", seeds: seeds(1)) }),
            ("popular, of a type", { RecommendationRequest(model: "popular", categories: ["Bags"]) }),
            (
                "personal, 20 items",
                { RecommendationRequest(model: "personal", customer: [ids.randomElement(using: &random) ?? ""]) }
            ),
            ("words, one seed", { RecommendationRequest(model: "words", seeds: seeds(1)) }),
            ("a blend with all rules", { RecommendationRequest(model: "page", seeds: seeds(1)) }),
        ]
        var table = Table("ten items of \(options.items), ms CPU", "median", "minimum", "95 %")
        for (name, request) in questions {
            sink(try recommender.recommendBlocking(request()))
            var times: [Double] = []
            for _ in 0..<100 {
                let request = request()
                let start = Clock.process()
                sink(try recommender.recommendBlocking(request))
                times.append((Clock.process() - start) * 1000)
            }
            times.sort()
            table.rows.append([name] + [times[50], times[0], times[95]].map { $0.formatted(digits: 2) })
        }
        say("learned: \(report.adoption.rawValue)\n\n" + table.formatted())
    }
}

/// Visits drawn from the names of items: each has 50 companions and each customer 20 items.
private struct DrawnVisits: Behavior {
    private let ids: [String]

    init(_ ids: [String]) { self.ids = ids }

    private func some(_ count: Int, of name: String) -> [Companion] {
        var random = SplitMix(seed: FNV1a(Array(name.utf8)).value)
        return (0..<count).map { place in
            Companion(item: ids.randomElement(using: &random) ?? "", score: 1 / Double(place + 1), count: 3)
        }
    }

    func companions(
        of item: String, by relation: Companionship, limit: Int
    ) throws(SearchError) -> [Companion] { some(min(limit, 50), of: item) }
    func popular(since: Date?, limit: Int) throws(SearchError) -> [Companion] { some(min(limit, 10_000), of: "all") }
    func interests(of customer: [String], limit: Int) throws(SearchError) -> [Interest] {
        some(20, of: customer.first ?? "").map { Interest(item: $0.item, weight: $0.score, latest: .now) }
    }
    func purchases(of customer: [String]) throws(SearchError) -> Set<String> { [] }
}
