import CKernels
import Essentials

/// The input pixels of each pixel of one output axis, and their weights.
///
/// Lanczos with three lobes, widened by the scale when shrinking, so that it also filters; the weights of a pixel
/// add up to exactly ``one``. Taps outside the allowed input pixels are left out and their weight is given to the
/// others.
struct LanczosTable {
    /// The parameters that define a table; equal keys have equal tables.
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
    static let one = 1 << Int(CK_WEIGHT_BITS)

    init(_ key: Key) {
        let step = key.length / Double(key.count)
        let widening = max(step, 1)
        let (low, high) = (key.pixels.lowerBound, key.pixels.upperBound)
        func center(_ index: Int) -> Double { key.start + (Double(index) + 0.5) * step }
        func pixels(_ index: Int) -> Range<Int> {
            let reach = LanczosTable.lobes * widening
            let first = min(max(Int((center(index) - reach + 0.5).rounded(.down)), low), high - 1)
            return first..<min(max(Int((center(index) + reach + 0.5).rounded(.down)), first + 1), high)
        }
        let widest = (0..<key.count).map { pixels($0).count }.max() ?? 1
        let taps = widest.dividedUp(by: key.multiple) * key.multiple
        var starts: [Int32] = []
        starts.reserveCapacity(key.count)
        var weights = [Int16](repeating: 0, count: key.count * taps)
        var row: [Double] = []
        for index in 0..<key.count {
            let pixels = pixels(index)
            row.removeAll(keepingCapacity: true)
            var sum = 0.0
            for pixel in pixels {
                let weight = LanczosTable.lanczos((Double(pixel) + 0.5 - center(index)) / widening)
                row.append(weight)
                sum += weight
            }
            if sum == 0 { (row[row.count / 2], sum) = (1, 1) }
            // Near the far edge the taps move back, so that none is beyond the last pixel (or, where `multiple` pads a
            // short axis, at most `multiple - 1` behind it).
            let start = max(low, min(pixels.lowerBound, high - taps))
            starts.append(Int32(start))
            // The rounding error of one weight is added to the next: where thousands of pixels become one, most weights
            // are smaller than a step.
            var exact = 0.0
            var given = 0
            var place = index * taps + pixels.lowerBound - start
            for weight in row {
                exact += weight / sum * Double(LanczosTable.one)
                let rounded = Int(exact.rounded()) - given
                weights[place] = Int16(clamping: rounded)
                given += rounded
                place += 1
            }
        }
        self.starts = starts
        self.weights = weights
        self.taps = taps
    }

    /// The kernel; sin 3t is written as 3 sin t - 4 sin³ t, which saves a sine.
    private static func lanczos(_ x: Double) -> Double {
        if x == 0 { return 1 }
        if abs(x) >= lobes { return 0 }
        let third = Double.pi * x / lobes
        let square = sin(third) * sin(third)
        return square * (3 - 4 * square) / (3 * third * third)
    }
}
