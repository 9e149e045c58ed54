/// A share that was observed, with the interval in which the true one lies with a probability of 95%: the score
/// interval of Wilson ("Probable inference, the law of succession, and statistical inference", 1927).
package struct Proportion: Hashable, Sendable {
    package let share: Double
    package let low: Double
    package let high: Double

    /// Nil where there is nothing to take a share of, or the part is larger than the whole.
    package init?(_ part: Int, of whole: Int) {
        guard whole > 0, 0...whole ~= part else { return nil }
        let (count, z) = (Double(whole), 1.959964)
        share = Double(part) / count
        let scale = 1 + z * z / count
        let middle = share + z * z / (2 * count)
        let reach = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
        // Rounding must not put an end on the other side of the share.
        low = min(max((middle - reach) / scale, 0), share)
        high = max(min((middle + reach) / scale, 1), share)
    }
}
