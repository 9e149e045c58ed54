internal import CKernels
import Essentials

/// The input pixels of each output pixel along one axis, and their weights in fixed point.
///
/// Pillow's documented rule: the support of the filter grows by the reduction, the taps are those whose centers lie
/// within it, and the weights of a pixel add up to 1. Its results on 8-bit pixels show 22 bits behind the point.
struct ResampleTable {
    /// Bits behind the point of a weight: 8 of a pixel and 2 of overshoot leave 22 of 32.
    static let bits = Int(CK_RESAMPLE_BITS)

    /// The first input pixel of each output pixel, counted from the first one in ``used``.
    private(set) var starts: [Int32] = []
    /// The number of its input pixels, 1 or more.
    private(set) var counts: [Int32] = []
    /// `taps` weights for each output pixel, of which `counts` are used and the others are 0.
    private(set) var weights: [Int32]
    /// The largest of `counts`, rounded up to a multiple of the kernels' step.
    let taps: Int
    /// The input pixels that the table uses.
    private(set) var used = 0..<0

    /// - Parameters:
    ///   - input: Pixels along the axis, 1 or more.
    ///   - output: Pixels of the whole result along the axis, 1 or more.
    ///   - window: The pixels of the result that are wanted, within `0..<output`.
    init(_ filter: ResampleFilter, input: Int, output: Int, window: Range<Int>) {
        let scale = Double(input) / Double(output)
        let support = filter.support * max(scale, 1)
        let (most, step) = (min(Int(support.rounded(.up)) * 2 + 1, input), Int(CK_RESAMPLE_STEP))
        taps = (most + step - 1) / step * step
        weights = [Int32](repeating: 0, count: window.count * taps)
        var first: [Int] = []
        if filter == .nearest {
            first = Self.nearest(input: input, output: output, window: window)
            counts = first.map { _ in 1 }
            for index in first.indices { weights[index * taps] = 1 << Int32(Self.bits) }
        } else {
            first = fill(filter, scale, support, input: input, window: window)
        }
        let end = zip(first, counts).map { $0 + Int($1) }.max() ?? 0
        used = (first.min() ?? 0)..<end
        starts = first.map { Int32($0 - used.lowerBound) }
    }

    /// Sets counts and weights; gives the first input pixel of each output pixel.
    private mutating func fill(
        _ filter: ResampleFilter, _ scale: Double, _ support: Double, input: Int, window: Range<Int>
    ) -> [Int] {
        let widening = max(scale, 1)
        var (row, starts): ([Double], [Int]) = ([], [])
        for (index, place) in window.enumerated() {
            let center = (Double(place) + 0.5) * scale
            // Truncation toward 0, which differs from rounding down only where the edge cuts it off anyway.
            let first = max(0, Int(center - support + 0.5))
            let end = min(input, Int(center + support + 0.5))
            row.removeAll(keepingCapacity: true)
            for pixel in first..<end { row.append(filter.weight(at: (Double(pixel) - center + 0.5) / widening)) }
            let sum = row.reduce(0, +)
            for (tap, weight) in row.enumerated() {
                let fixed = (sum == 0 ? weight : weight / sum) * Double(1 << Self.bits)
                weights[index * taps + tap] = Int32(fixed.rounded(.toNearestOrAwayFromZero))
            }
            starts.append(first)
            counts.append(Int32(row.count))
        }
        return starts
    }

    /// The input pixel below the center of each output pixel. The centers are sums of the scale, as in Pillow: products
    /// would round to another pixel in a tenth of all sizes.
    private static func nearest(input: Int, output: Int, window: Range<Int>) -> [Int] {
        let scale = Double(input) / Double(output)
        var (center, places) = (scale / 2, [Int]())
        for place in 0..<window.upperBound {
            if place >= window.lowerBound { places.append(min(Int(center), input - 1)) }
            center += scale
        }
        return places
    }
}
