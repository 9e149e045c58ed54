/// The quality of rankings: the mean over the queries that ``add(_:)`` has counted.
package struct RankingScores: Hashable, Sendable {
    package private(set) var queries = 0
    private var averagePrecision = 0.0
    private var first = 0
    private var firstTen = 0
    private var tenthPrecision = 0.0

    package init() {}

    /// Adds the ranking of one query: for each rank, true if the picture is relevant. A query without a relevant
    /// picture cannot be answered and does not count.
    package mutating func add(_ ranking: [Bool]) {
        var found = 0
        var precision = 0.0
        for (index, isRelevant) in ranking.enumerated() where isRelevant {
            found += 1
            precision += Double(found) / Double(index + 1)
        }
        guard found > 0 else { return }
        let top = ranking.prefix(10).count { $0 }
        queries += 1
        averagePrecision += precision / Double(found)
        first += ranking[0] ? 1 : 0
        firstTen += top > 0 ? 1 : 0
        tenthPrecision += Double(top) / 10
    }

    private func mean(_ sum: Double) -> Double { queries == 0 ? 0 : sum / Double(queries) }

    /// Mean over the queries of the average precision over the whole ranking, 0…1.
    package var map: Double { mean(averagePrecision) }
    /// Share of the queries with a relevant picture first.
    package var r1: Double { mean(Double(first)) }
    /// Share of the queries with a relevant picture among the first ten.
    package var r10: Double { mean(Double(firstTen)) }
    /// Share of relevant pictures among the first ten.
    package var p10: Double { mean(tenthPrecision) }
}
