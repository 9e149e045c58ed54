internal import ImageTypes

/// The stored bytes of vectors that a model gives as floats: a fixed random rotation, then a byte a value.
///
/// After the rotation each value is about normal, whatever the model gave, so that one scale fits all: 32 times the square
/// root of their number, where a byte reaches four standard deviations. Without it most bytes of unit vectors times 127
/// would be near zero. The scale of each vector is then moved by some parts in ten thousand, until its bytes are as long
/// in the direction of the vector as they should be: rows that are a little too long would come before others. The
/// rotation is a randomized Hadamard transform (Ailon and Chazelle, 2006), the adjusted length as in RaBitQ (Gao and Long,
/// 2024). Dot products stay what they were.
///
/// Vectors of fewer than ``leastRotated`` values are multiplied by 127 and rounded.
public struct VectorBytes: Sendable {
    /// With fewer values a rotation makes no normal ones of them.
    public static let leastRotated = 64

    /// Number of values of a vector.
    public let dimensions: Int
    /// The stored value of 1, for ``Describer/scale``.
    public let scale: Int
    /// Signs of the values for each of the four transforms; empty where nothing is rotated.
    private let signs: [[Double]]

    /// The form of vectors of `dimensions` values, 1…4096.
    public init(dimensions: Int) {
        precondition(DescriberIdentity.vectorLengths.contains(dimensions), "\(dimensions) values")
        self.dimensions = dimensions
        guard dimensions >= Self.leastRotated else {
            (scale, signs) = (127, [])
            return
        }
        scale = Int((32 * Double(dimensions).squareRoot()).rounded())
        var random = SplitMix(seed: 0x6279_7465_73)
        let length = Self.part(of: dimensions)
        signs = (0..<4).map { _ in (0..<length).map { _ in random.next() & 1 == 0 ? 1 : -1 } }
    }

    /// Returns the bytes of the direction of a vector, whose length does not matter.
    ///
    /// - Parameter vector: `dimensions` finite numbers, not all 0.
    /// - Returns: Values from -127 to 127. One in some thousand values is more than that and becomes the largest; the
    ///   others make up for it.
    public func bytes(of vector: [Double]) -> [Int8] {
        precondition(vector.count == dimensions, "\(vector.count) values, not \(dimensions)")
        // Divided by the largest first: squares of large values would overflow.
        let largest = vector.reduce(0) { max($0, abs($1)) }
        precondition(largest > 0 && largest.isFinite, "a vector without a direction")
        let length = vector.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
        let unit = vector.map { $0 / largest / length }
        guard !signs.isEmpty else { return rounded(unit, Double(scale)) }
        let turned = rotated(unit)
        let first = rounded(turned, Double(scale))
        let start = Double(scale) * Double(scale) / max(along(turned, first), 1)
        var best = (bytes: first, off: abs(along(turned, first) - Double(scale)))
        for step in -4...4 {
            let other = rounded(turned, start * (1 + Double(step) * 2.5e-4))
            let off = abs(along(turned, other) - Double(scale))
            if off < best.off { best = (other, off) }
        }
        return best.bytes
    }

    private func rounded(_ values: [Double], _ scale: Double) -> [Int8] {
        values.map { Int8(max(-127, min(127, ($0 * scale).rounded()))) }
    }

    /// The length of the bytes in the direction of a unit vector.
    private func along(_ unit: [Double], _ bytes: [Int8]) -> Double {
        var sum = 0.0
        for index in unit.indices { sum += unit[index] * Double(bytes[index]) }
        return sum
    }

    /// The largest power of two up to `count`.
    private static func part(of count: Int) -> Int { 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount) }

    /// Transforms the first and the last values in turns, as many as a power of two allows.
    private func rotated(_ unit: [Double]) -> [Double] {
        var values = unit
        let length = Self.part(of: dimensions)
        for (pass, signs) in signs.enumerated() {
            // If the two are the same, two transforms are enough.
            if pass % 2 == 1, length == dimensions { continue }
            let first = pass % 2 == 0 ? 0 : dimensions - length
            let shrinking = 1 / Double(length).squareRoot()
            for index in 0..<length { values[first + index] *= signs[index] * shrinking }
            var step = 1
            while step < length {
                for start in stride(from: first, to: first + length, by: 2 * step) {
                    for index in start..<start + step {
                        let (low, high) = (values[index], values[index + step])
                        values[index] = low + high
                        values[index + step] = low - high
                    }
                }
                step *= 2
            }
        }
        return values
    }
}
