import WireFormat

/// The result of one test, or the mean of all. Shares are from 0 to 1.
package struct TestResult: Hashable, Sendable {
    package let test: String
    package let queries: Int
    /// Queries without a picture of their class in the gallery, which do not count.
    package let unanswerable: Int
    package let gallery: Int
    package let map: Double
    package let r1: Double
    package let r10: Double
    package let p10: Double
    package let hits: HitScores.Shares
    /// The share of the first ten with the type of the query; nil where nothing was learned from types.
    package let typeP10: Double?

    package init(
        _ test: String, _ scores: RankingScores, hits: HitScores.Shares = .nothing, gallery: Int,
        typeP10: Double? = nil
    ) {
        self.typeP10 = typeP10
        self.test = test
        self.hits = hits
        self.gallery = gallery
        (queries, unanswerable) = (scores.queries, scores.unanswerable)
        (map, r1, r10, p10) = (scores.map, scores.r1, scores.r10, scores.p10)
    }

    /// Every test counts the same, however many queries it has.
    package init(meanOf results: [TestResult], named name: String = "mean") {
        func mean(_ score: (TestResult) -> Double) -> Double {
            results.map(score).reduce(0, +) / Double(max(results.count, 1))
        }
        test = name
        let typed = results.compactMap(\.typeP10)
        typeP10 = typed.isEmpty ? nil : typed.reduce(0, +) / Double(typed.count)
        hits = HitScores.Shares(meanOf: results.map(\.hits))
        queries = results.map(\.queries).reduce(0, +)
        unanswerable = results.map(\.unanswerable).reduce(0, +)
        gallery = results.map(\.gallery).reduce(0, +)
        (map, r1, r10, p10) = (mean(\.map), mean(\.r1), mean(\.r10), mean(\.p10))
    }

    package var json: String {
        var shares = [("map", map), ("r1", r1), ("r10", r10), ("p10", p10)]
        for share in hits.named { if let value = share.value { shares.append((share.name, value)) } }
        return JSONWriter.line { json in
            json.member("test", test)
            json.member("queries", queries)
            json.member("unanswerable", unanswerable)
            json.member("gallery", gallery)
            for (name, share) in shares { json.member(name, share, places: 4) }
            if let shown = hits.shown { json.member("shown", shown, places: 2) }
            if let typeP10 {
                json.member("typed", true)
                json.member("type_p10", typeP10, places: 4)
            }
        }
    }
}
