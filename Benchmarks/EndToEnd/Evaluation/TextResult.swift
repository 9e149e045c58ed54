import BenchmarkKit
import Foundation
import WireFormat

/// The quality of the answers to the queries of one kind, or the mean over the kinds. Shares are from 0 to 1.
struct TextResult: Hashable, Sendable {
    let ranking: TextRanking
    let split: String
    let kind: String
    private(set) var queries = 0
    /// Queries without any hit.
    private(set) var silent = 0
    private var found = 0.0
    private var gain = 0.0
    private var reciprocal = 0.0

    init(_ ranking: TextRanking, split: String, kind: String) {
        (self.ranking, self.split, self.kind) = (ranking, split, kind)
    }

    /// Every kind counts the same, however many queries it has.
    init(meanOf results: [TextResult], _ ranking: TextRanking, split: String) {
        self.init(ranking, split: split, kind: "mean")
        queries = results.map(\.queries).reduce(0, +)
        silent = results.map(\.silent).reduce(0, +)
        let share = Double(queries) / Double(max(results.count, 1))
        found = share * results.map(\.r10).reduce(0, +)
        gain = share * results.map(\.ndcg10).reduce(0, +)
        reciprocal = share * results.map(\.mrr).reduce(0, +)
    }

    /// Adds the answer to one query: for each hit, true if it is relevant, and the number of items that are.
    mutating func add(_ hits: [Bool], relevant: Int) {
        queries += 1
        silent += hits.isEmpty ? 1 : 0
        guard relevant > 0, let first = hits.firstIndex(of: true) else { return }
        found += first < 10 ? 1 : 0
        reciprocal += 1 / Double(first + 1)
        let ideal = (0..<min(relevant, 10)).map(Self.discount).reduce(0, +)
        gain += hits.prefix(10).indices.filter { hits[$0] }.map(Self.discount).reduce(0, +) / ideal
    }

    /// The weight of a rank, from 0, in a discounted cumulative gain.
    private static func discount(_ rank: Int) -> Double { 1 / log2(Double(rank + 2)) }

    private func mean(_ sum: Double) -> Double { queries == 0 ? 0 : sum / Double(queries) }

    /// Share of the queries with a relevant item among the first ten.
    var r10: Double { mean(found) }
    /// Normalized discounted cumulative gain of the first ten, with a gain of 1 for each relevant item.
    var ndcg10: Double { mean(gain) }
    /// Mean of 1 / rank of the first relevant item, 0 for a query without one.
    var mrr: Double { mean(reciprocal) }

    var json: String {
        JSONWriter.line { json in
            json.member("ranking", ranking.rawValue)
            json.member("split", split)
            json.member("kind", kind)
            json.member("queries", queries)
            json.member("r10", r10, places: 4)
            json.member("ndcg10", ndcg10, places: 4)
            json.member("mrr", mrr, places: 4)
            json.member("nothing", silent)
        }
    }

    static let header = Table("ranking", "split", "kind", "queries", "R@10", "nDCG@10", "MRR", "nothing")

    var cells: [String] {
        [ranking.rawValue, split, kind, "\(queries)"]
            + [r10, ndcg10, mrr].map { ($0 * 100).formatted(digits: 1) } + ["\(silent)"]
    }
}
