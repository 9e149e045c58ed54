/// Which lists a search has to scan for nearly all of the nearest rows, learned from a sample of rows.
struct Probes: Sendable {
    /// Ranks of near rows. The ten nearest of a part of the rows are about the 10 / part nearest of all.
    static let ranks = [10, 30, 100, 300, 1000]
    /// The unit of the gaps, as a part of a cosine.
    static let unit = 1e-4

    /// For each of the ranks: the lists in which the rows up to it are, where a query has no near center.
    let learned: [Int]
    /// For each of the ranks: how much further than the nearest center those of the lists are, as cosines in ``unit``.
    let gaps: [Int]

    /// Numbers that were learned before; nil where they are not as many as the ranks.
    init?(learned: [Int], gaps: [Int]) {
        guard learned.count == Self.ranks.count, learned.allSatisfy({ $0 > 0 }), gaps.count == Self.ranks.count,
            gaps.allSatisfy({ (0...20_000).contains($0) })
        else { return nil }
        self.learned = learned
        self.gaps = gaps
    }

    /// places: for each rank, where the lists of the rows up to it are among all lists by nearness. gaps: how much further
    /// than the nearest center theirs are. `reached` of them are to be scanned, and `least` lists in any case.
    init(_ places: [[Int]], gaps: [[Double]], reached: Double, least: Int) {
        learned = places.map { max(Self.quantile($0, reached) ?? 0, least) }
        self.gaps = gaps.map { gaps in
            Int((min(max(Self.quantile(gaps, reached) ?? 0, 0), 2) / Self.unit).rounded(.up))
        }
    }

    private static func quantile<Value: Comparable>(_ values: [Value], _ part: Double) -> Value? {
        let sorted = values.sorted()
        return sorted.isEmpty ? nil : sorted[Int(Double(sorted.count - 1) * part)]
    }

    /// Returns the number where this part of the rows passes a filter.
    func count(of part: Double) -> Int {
        if let index = index(of: part) { return learned[index] }
        let last = 10 / Double(Self.ranks[Self.ranks.count - 1])
        return Int(Double(learned[learned.count - 1]) * (last / part).squareRoot())
    }

    /// Returns the gap, as a cosine, where this part of the rows passes a filter.
    func gap(of part: Double) -> Double { Double(gaps[index(of: part) ?? gaps.count - 1]) * Self.unit }

    private func index(of part: Double) -> Int? { Self.ranks.firstIndex { part >= 10 / Double($0) } }
}
