import Foundation

/// For each pixel of one output axis, which input pixels it is made of and how much of each.
///
/// Lanczos with three lobes, widened by the scale when shrinking, so that it also filters; the weights of a pixel
/// add up to exactly `1 << 14`. Taps outside the allowed input pixels are left out and their weight is given to the
/// others.
struct LanczosTable {
    /// What a table depends on; equal keys give equal tables.
    struct Key: Hashable {
        /// The part of the input axis that the output covers, in input pixels.
        var start: Double
        var length: Double
        /// The input pixels that may be used.
        var pixels: Range<Int>
        /// Output pixels.
        var count: Int
        /// `taps` is a multiple of this.
        var multiple: Int
    }

    /// First input pixel of each output pixel.
    let starts: [Int32]
    /// `taps` weights for each output pixel.
    let weights: [Int16]
    let taps: Int

    static let lobes = 3.0
    static let one = 1 << 14

    init(_ key: Key) {
        let step = key.length / Double(key.count)
        let widening = max(step, 1)
        let support = LanczosTable.lobes * widening
        let (low, high) = (key.pixels.lowerBound, key.pixels.upperBound)
        var starts: [Int32] = []
        var rows: [[Double]] = []
        starts.reserveCapacity(key.count)
        rows.reserveCapacity(key.count)
        for index in 0..<key.count {
            let center = key.start + (Double(index) + 0.5) * step
            let first = min(max(Int((center - support + 0.5).rounded(.down)), low), high - 1)
            let last = min(max(Int((center + support + 0.5).rounded(.down)), first + 1), high)
            var row = (first..<last).map { pixel in
                LanczosTable.lanczos((Double(pixel) + 0.5 - center) / widening)
            }
            let sum = row.reduce(0, +)
            if sum != 0 { for tap in row.indices { row[tap] /= sum } } else { row[row.count / 2] = 1 }
            starts.append(Int32(first))
            rows.append(row)
        }
        let widest = rows.map(\.count).max() ?? 1
        let taps = widest.dividedUp(by: key.multiple) * key.multiple
        var weights = [Int16](repeating: 0, count: key.count * taps)
        for (index, row) in rows.enumerated() {
            // Near the far edge the taps move back, so that none lies beyond the last pixel (or, where `multiple`
            // pads a short axis, at most `multiple - 1` behind it).
            let start = max(low, min(Int(starts[index]), high - taps))
            let offset = index * taps + Int(starts[index]) - start
            starts[index] = Int32(start)
            // What rounding takes from one weight goes to the next: where thousands of pixels become one, most weights
            // are smaller than a step.
            var exact = 0.0
            var given = 0
            for (tap, weight) in row.enumerated() {
                exact += weight * Double(LanczosTable.one)
                let rounded = Int(exact.rounded()) - given
                weights[offset + tap] = Int16(clamping: rounded)
                given += rounded
            }
        }
        self.starts = starts
        self.weights = weights
        self.taps = taps
    }

    private static func lanczos(_ x: Double) -> Double {
        if x == 0 { return 1 }
        if abs(x) >= lobes { return 0 }
        let angle = Double.pi * x
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }
}
