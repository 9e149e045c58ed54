import Evaluation

// A table of ``TestResult``s: shares in percent, a row for each test.
extension TestResult {
    private static let titles = cells(
        "test", "queries", "gallery",
        ["mAP", "R@1", "R@10", "P@10"]
            + HitScores.Shares.nothing.named.map(\.column) + ["shown"])

    static var header: String { line([]) }

    var row: String { Self.line([cells]) }

    /// The last line of a table of the titles and these rows, for the terminal of standard output.
    private static func line(_ rows: [[String]]) -> String {
        let columns = [TextTable.Column.name] + titles.dropFirst().map { _ in .number }
        let lines = TextTable(columns: columns, header: titles, rows: rows).lines(to: StandardOutput().columns)
        return lines[rows.count].map { $0 + "\n" }.joined()
    }

    private var cells: [String] {
        Self.cells(
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

    /// Wide enough for most tests, so that rows can be printed as they come.
    private static func cells(_ name: String, _ queries: String, _ gallery: String, _ scores: [String]) -> [String] {
        [name.padded(to: 14)] + [queries, gallery].map { $0.padded(to: 7, atFront: true) }
            + scores.map { $0.padded(to: 6, atFront: true) }
    }
}
