/// The number of lists that a search has to scan for nearly all of the nearest rows, learned from a sample of rows.
struct Probes: Sendable {
    /// Ranks of near rows. The ten nearest of a part of the rows are about the 10 / part nearest of all.
    static let ranks = [10, 30, 100, 300, 1000]

    /// For each of the ranks: the lists in which the rows up to it are.
    let learned: [Int]

    /// Numbers that were learned before; nil where they are not as many as the ranks.
    init?(learned: [Int]) {
        guard learned.count == Self.ranks.count, learned.allSatisfy({ $0 > 0 }) else { return nil }
        self.learned = learned
    }

    /// places: for each rank, where the lists of the rows up to it are among all lists by nearness. `reached` of them are
    /// to be scanned, and `least` lists in any case.
    init(_ places: [[Int]], reached: Double, least: Int) {
        learned = places.map { places in
            let sorted = places.sorted()
            return max(sorted.isEmpty ? 0 : sorted[Int(Double(sorted.count - 1) * reached)], least)
        }
    }

    /// Returns the number where this part of the rows passes a filter.
    func count(of part: Double) -> Int {
        if let index = Self.ranks.firstIndex(where: { part >= 10 / Double($0) }) { return learned[index] }
        let last = 10 / Double(Self.ranks[Self.ranks.count - 1])
        return Int(Double(learned[learned.count - 1]) * (last / part).squareRoot())
    }
}
