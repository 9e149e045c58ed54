import WireFormat

/// The result of one test, or the mean of all. Shares are from 0 to 1.
struct TestResult: Hashable, Sendable {
    let test: String
    let queries: Int
    let gallery: Int
    let map: Double
    let r1: Double
    let r10: Double
    let p10: Double
    let shown: ShownScores.Shares
    /// The share of the first ten with the type of the query; nil where nothing was learned from types.
    let typeP10: Double?

    init(
        _ test: String, _ scores: RankingScores, shown: ShownScores.Shares = .nothing, gallery: Int,
        typeP10: Double? = nil
    ) {
        self.typeP10 = typeP10
        self.test = test
        self.shown = shown
        self.gallery = gallery
        queries = scores.queries
        (map, r1, r10, p10) = (scores.map, scores.r1, scores.r10, scores.p10)
    }

    /// Every test counts the same, however many queries it has.
    init(meanOf results: [TestResult], named name: String = "mean") {
        func mean(_ score: (TestResult) -> Double) -> Double {
            results.map(score).reduce(0, +) / Double(max(results.count, 1))
        }
        test = name
        let typed = results.compactMap(\.typeP10)
        typeP10 = typed.isEmpty ? nil : typed.reduce(0, +) / Double(typed.count)
        shown = ShownScores.Shares(meanOf: results.map(\.shown))
        queries = results.map(\.queries).reduce(0, +)
        gallery = results.map(\.gallery).reduce(0, +)
        (map, r1, r10, p10) = (mean(\.map), mean(\.r1), mean(\.r10), mean(\.p10))
    }

    var json: String {
        var shares = [("map", map), ("r1", r1), ("r10", r10), ("p10", p10)]
        for share in shown.named { if let value = share.value { shares.append((share.name, value)) } }
        return JSONWriter.line { json in
            json.member("test", test)
            json.member("queries", queries)
            json.member("gallery", gallery)
            for (name, share) in shares { json.member(name, share, places: 4) }
            if let typeP10 {
                json.member("typed", true)
                json.member("type_p10", typeP10, places: 4)
            }
        }
    }

    static let header = line(
        "test", "queries", "gallery",
        ["mAP", "R@1", "R@10", "P@10"]
            + ShownScores.Shares.nothing.named.map { $0.name == "strangers" ? "strange" : $0.name })

    var row: String {
        Self.line(
            test.printable, Numbers.count(queries), Numbers.count(gallery),
            ([map, r1, r10, p10] + shown.named.map(\.value)).map { share in
                guard let share else { return "–" }
                let tenths = String(Int((share * 1000).rounded()))
                let digits = String(repeating: "0", count: max(2 - tenths.count, 0)) + tenths
                return digits.dropLast() + "." + digits.suffix(1)
            })
    }

    private static func line(_ name: String, _ queries: String, _ gallery: String, _ scores: [String]) -> String {
        name.padded(to: 15) + queries.padded(to: 8, atFront: true) + gallery.padded(to: 8, atFront: true)
            + scores.map { $0.padded(to: 8, atFront: true) }.joined() + "\n"
    }
}
