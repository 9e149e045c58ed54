import Evaluation

// A table of ``TestResult``s: shares in percent, a row for each test.
extension TestResult {
    static let header = line(
        "test", "queries", "gallery",
        ["mAP", "R@1", "R@10", "P@10"]
            + HitScores.Shares.nothing.named.map(\.column) + ["shown"])

    var row: String {
        Self.line(
            test.printable, Numbers.count(queries), Numbers.count(gallery),
            ([map, r1, r10, p10] + hits.named.map(\.value)).map { share in
                guard let share else { return "–" }
                return Self.tenths(share * 100)
            } + [hits.shown.map { Self.tenths($0) } ?? "–"])
    }

    /// A number with one digit after the point.
    private static func tenths(_ value: Double) -> String {
        let tenths = String(Int((value * 10).rounded()))
        let digits = String(repeating: "0", count: max(2 - tenths.count, 0)) + tenths
        return digits.dropLast() + "." + digits.suffix(1)
    }

    private static func line(_ name: String, _ queries: String, _ gallery: String, _ scores: [String]) -> String {
        name.padded(to: 15) + queries.padded(to: 8, atFront: true) + gallery.padded(to: 8, atFront: true)
            + scores.map { $0.padded(to: 8, atFront: true) }.joined() + "\n"
    }
}
