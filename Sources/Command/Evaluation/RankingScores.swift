/// The quality of rankings: the mean over the queries that ``add(_:scores:)`` has counted.
///
/// Pictures of equal scores have no order: a ranking counts with the mean over all orders of these, so that no measure depends on
/// the rows of a table. McSherry and Najork, Computing Information Retrieval Performance Measures Efficiently in the
/// Presence of Tied Scores, ECIR 2008.
package struct RankingScores: Hashable, Sendable {
    package private(set) var queries = 0
    /// Queries that have no relevant picture in the gallery. They count nowhere else.
    package private(set) var unanswerable = 0
    private var averagePrecision = 0.0
    private var first = 0.0
    private var firstTen = 0.0
    private var tenthPrecision = 0.0

    package init() {}

    /// Adds the ranking of one query.
    ///
    /// - Parameters:
    ///   - ranking: For each rank, true if the picture is relevant.
    ///   - scores: The scores in the order of the ranking, highest first; nil where all differ.
    package mutating func add(_ ranking: [Bool], scores: [Double]? = nil) {
        guard ranking.contains(true) else {
            unanswerable += 1
            return
        }
        var (found, precision, inTen, missesTen) = (0, 0.0, 0.0, 1.0)
        var start = 0
        while start < ranking.count {
            var end = start + 1
            if let scores { while end < ranking.count, scores[end] == scores[start] { end += 1 } }
            let relevant = ranking[start..<end].count { $0 }
            let share = Double(relevant) / Double(end - start)
            if start == 0 { first += share }
            // The mean number of relevant pictures of these before another one of them.
            let before = end - start > 1 ? Double(relevant - 1) / Double(end - start - 1) : 0
            if relevant > 0 {
                for rank in start..<end {
                    precision += share * (Double(found + 1) + Double(rank - start) * before) / Double(rank + 1)
                }
            }
            let shown = max(min(end, 10) - start, 0)
            inTen += share * Double(shown)
            for place in 0..<shown {
                missesTen *= max(Double(end - start - relevant - place), 0) / Double(end - start - place)
            }
            found += relevant
            start = end
        }
        queries += 1
        averagePrecision += precision / Double(found)
        firstTen += 1 - missesTen
        tenthPrecision += inTen / 10
    }

    private func mean(_ sum: Double) -> Double { queries == 0 ? 0 : sum / Double(queries) }

    /// Mean over the queries of the average precision over the whole ranking, 0…1.
    package var map: Double { mean(averagePrecision) }
    /// Share of the queries with a relevant picture first.
    package var r1: Double { mean(first) }
    /// Share of the queries with a relevant picture among the first ten.
    package var r10: Double { mean(firstTen) }
    /// Share of relevant pictures among the first ten.
    package var p10: Double { mean(tenthPrecision) }
}
