/// The counts of values in classes, each twice as wide as the one before.
struct Histogram: Sendable {
    private static let classLimit = 40

    /// The upper end of the first class.
    let first: Double
    private var counts: [Int] = []

    init(first: Double) {
        self.first = first
    }

    mutating func add(_ value: Double) {
        var index = 0
        var end = first
        while value >= end, index < Self.classLimit - 1 {
            index += 1
            end *= 2
        }
        while counts.count <= index { counts.append(0) }
        counts[index] += 1
    }

    /// From the first class that holds something to the last: upper end and count. Where there would be more than
    /// `limit`, neighbors are put together until there are not.
    func classes(limit: Int = .max) -> [(end: Double, count: Int)] {
        guard let start = counts.firstIndex(where: { $0 > 0 }) else { return [] }
        var classes = counts.indices[start...].map { index in
            (end: (0..<index).reduce(first) { end, _ in end * 2 }, count: counts[index])
        }
        while classes.count > max(limit, 1) {
            classes = stride(from: 0, to: classes.count, by: 2).map { index in
                let both = classes[index...].prefix(2)
                return (both.last?.end ?? 0, both.reduce(0) { $0 + $1.count })
            }
        }
        return classes
    }
}
