/// The counts of values in classes, each twice as wide as the one before.
struct Histogram: Sendable {
    /// The upper end of the first class.
    let first: Double
    private var counts = [Int](repeating: 0, count: 40)

    init(first: Double) { self.first = first }

    mutating func add(_ value: Double) {
        let index = value < first ? 0 : min((value / first).exponent, counts.count - 2) + 1
        counts[index] += 1
    }

    /// From the first class that holds something to the last: upper end and count. Where there would be more than
    /// `limit`, neighbors are put together until there are not.
    func classes(limit: Int = .max) -> [(end: Double, count: Int)] {
        guard let start = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 })
        else { return [] }
        var width = 1
        while (last - start) / width >= max(limit, 1) { width *= 2 }
        return stride(from: start, through: last, by: width).map { index in
            let end = min(index + width - 1, last)
            return (Double(sign: .plus, exponent: end, significand: first), counts[index...end].reduce(0, +))
        }
    }
}
