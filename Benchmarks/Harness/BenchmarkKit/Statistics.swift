/// The figures of a sample of repeated measurements. The median is the figure to quote; the minimum and the deviation
/// say how far to trust it.
public struct Summary: Hashable, Sendable, Codable {
    public let count: Int
    public let median: Double
    public let minimum: Double
    /// Median absolute deviation from the median, in the unit of the sample.
    public let deviation: Double

    /// Nil for an empty sample.
    public init?(_ values: [Double]) {
        guard let middle = BenchmarkKit.median(values), let least = values.min(),
            let spread = BenchmarkKit.median(values.map { abs($0 - middle) })
        else { return nil }
        count = values.count
        median = middle
        minimum = least
        deviation = spread
    }
}

/// The middle value of a sample; the mean of the two middle ones for an even count. Nil when empty.
public func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// The mean of a sample; nil when empty.
public func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}

/// The order in which `count` contenders run in round `round`: everyone once, each round beginning one further, so
/// that no contender always follows the same phase of a machine's load.
public func order(of count: Int, inRound round: Int) -> [Int] {
    (0..<count).map { ($0 + round) % count }
}
