/// The most frequent of values, ties in the order of a dictionary.
struct RankedValues {
    /// The places of the values, best first.
    let places: [Int]
    let values: [Facet.Value]
    /// The number of further values that occur.
    let more: Int

    /// - Parameter counts: Those of the names; values that do not occur have 0.
    init(_ names: [String], _ counts: [Int], limit: Int) {
        places = RankedValues.best(counts.indices, names, counts, limit: limit)
        values = places.map { Facet.Value(names[$0], count: counts[$0]) }
        more = counts.count { $0 > 0 } - places.count
    }

    /// Returns the best of some places.
    static func best(_ all: some Collection<Int>, _ names: [String], _ counts: [Int], limit: Int) -> [Int] {
        guard limit > 0, let least = leastCount(all, counts, limit: limit) else { return [] }
        let present = all.filter { counts[$0] >= least }.sorted { counts[$0] > counts[$1] }
        var best: [Int] = []
        while best.count < min(present.count, limit) {
            let start = best.count
            let count = counts[present[start]]
            let end = present[start...].firstIndex { counts[$0] < count } ?? present.count
            let ties = present[start..<end]
            best += ties.count > 1 ? names.collated(at: Array(ties), limit: limit - start) : Array(ties)
        }
        return best
    }

    /// The count of the last of the best values; nil where none occurs.
    private static func leastCount(_ all: some Collection<Int>, _ counts: [Int], limit: Int) -> Int? {
        let present = all.lazy.map { counts[$0] }.filter { $0 > 0 }
        guard let largest = present.max() else { return nil }
        var tally = [Int](repeating: 0, count: largest + 1)
        for count in present { tally[count] += 1 }
        var (left, least) = (limit, largest)
        for count in stride(from: largest, through: 1, by: -1) where tally[count] > 0 {
            least = count
            left -= tally[count]
            if left <= 0 { break }
        }
        return least
    }
}
