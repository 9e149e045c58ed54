/// The test whether the colors of one picture follow from those of another: kept, as strong as the light, tinted, or
/// all taken away.
///
/// Chroma is fitted by one factor and an offset for each of Cb and Cr. A filter of the whole picture keeps the factor near to
/// the gain of luma, or makes gray or sepia, where chroma is a small share of luma. A product in another color does neither.
struct ColorAgreement {
    /// Contrast of the second picture over the first.
    private let gain: Float
    private var first: [SIMD2<Float>] = []
    private var second: [SIMD2<Float>] = []
    private var lumas: [Float] = []

    /// The most that the fit may leave of nine tiles in ten, in levels of 0–255 and units of the gain; more where a
    /// strong contrast cuts colors off. Hard JPEG leaves up to 5, another color of a garment 11 and more.
    private static let (mostLeft, mostCutOff): (Float, Float) = (6, 9)
    private static let strongGain: Float = 1.25
    /// Less color than this, in levels, tells nothing about the factor.
    private static let faint: Float = 4
    /// The most that one tile of a gray or sepia picture leaves.
    private static let mostPlain: Float = 12
    /// The largest change of chroma with luma that such a picture has, and the gains of its luma.
    private static let (mostSlope, plainGains): (Float, ClosedRange<Float>) = (0.15, 0.75...1.3)

    init(gain: Float) { self.gain = gain }

    /// Adds the mean chroma of a tile in both pictures, and the luma in the second one.
    mutating func add(_ left: SIMD2<Float>, _ right: SIMD2<Float>, luma: Float) {
        first.append(left)
        second.append(right)
        lumas.append(luma)
    }

    var holds: Bool {
        let count = Float(first.count)
        guard count > 0 else { return false }
        let (a, b) = (Self.centered(first), Self.centered(second))
        let variance = zip(a, a).reduce(0) { $0 + ($1.0 * $1.1).sum() }
        let joint = zip(a, b).reduce(0) { $0 + ($1.0 * $1.1).sum() }
        let isFaint = (variance / (2 * count)).squareRoot() < Self.faint
        let factor = isFaint ? gain : joint / variance
        let left = zip(a, b).map { Self.largest($1 - factor * $0) }.sorted()
        let most = (gain > Self.strongGain ? Self.mostCutOff : Self.mostLeft) * max(gain, 1)
        return left[left.count * 9 / 10] <= most && abs(factor - gain) <= 0.4 * gain || isPlain(b)
    }

    /// True where the second picture is gray, or sepia, and as light as the first.
    private func isPlain(_ chroma: [SIMD2<Float>]) -> Bool {
        guard Self.plainGains.contains(gain) else { return false }
        let count = Float(lumas.count)
        let mean = lumas.reduce(0, +) / count
        let spread = lumas.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let joint = zip(lumas, chroma).reduce(SIMD2<Float>.zero) { $0 + ($1.0 - mean) * $1.1 }
        let slope = spread > count ? joint / spread : .zero
        let left = zip(lumas, chroma).map { luma, chroma in
            Self.largest(chroma - slope * (luma - mean))
        }
        return Self.largest(slope) <= Self.mostSlope && (left.max() ?? 0) <= Self.mostPlain
    }

    private static func largest(_ values: SIMD2<Float>) -> Float { max(abs(values.x), abs(values.y)) }

    private static func centered(_ values: [SIMD2<Float>]) -> [SIMD2<Float>] {
        let mean = values.reduce(.zero, +) / Float(values.count)
        return values.map { $0 - mean }
    }
}
