/// What came of one test, or of all in the mean. Shares are from 0 to 1.
struct TestResult: Hashable, Sendable {
    let test: String
    let queries: Int
    let gallery: Int
    let map: Double
    let r1: Double
    let r10: Double
    let p10: Double

    init(_ test: String, _ scores: RankingScores, gallery: Int) {
        self.test = test
        self.gallery = gallery
        queries = scores.queries
        (map, r1, r10, p10) = (scores.map, scores.r1, scores.r10, scores.p10)
    }

    /// Every test counts the same, however many queries it has.
    init(meanOf results: [TestResult]) {
        func mean(_ score: (TestResult) -> Double) -> Double {
            results.map(score).reduce(0, +) / Double(max(results.count, 1))
        }
        test = "mean"
        queries = results.map(\.queries).reduce(0, +)
        gallery = results.map(\.gallery).reduce(0, +)
        (map, r1, r10, p10) = (mean(\.map), mean(\.r1), mean(\.r10), mean(\.p10))
    }

    var json: JSON {
        [
            "test": .string(test), "queries": .integer(queries), "gallery": .integer(gallery),
            "map": .decimal(map, places: 4), "r1": .decimal(r1, places: 4), "r10": .decimal(r10, places: 4),
            "p10": .decimal(p10, places: 4),
        ]
    }

    static let header = line("test", "queries", "gallery", ["mAP", "R@1", "R@10", "P@10"])

    var row: String {
        Self.line(
            test.printable, Numbers.count(queries), Numbers.count(gallery),
            [map, r1, r10, p10].map { share in
                let tenths = String(Int((share * 1000).rounded()))
                let digits = String(repeating: "0", count: max(2 - tenths.count, 0)) + tenths
                return digits.dropLast() + "." + digits.suffix(1)
            })
    }

    private static func line(_ name: String, _ queries: String, _ gallery: String, _ scores: [String]) -> String {
        name.padded(to: 18) + queries.padded(to: 8, atFront: true) + gallery.padded(to: 9, atFront: true)
            + scores.map { $0.padded(to: 8, atFront: true) }.joined() + "\n"
    }
}
