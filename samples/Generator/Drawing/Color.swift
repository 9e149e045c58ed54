import Imaging

/// A color in sRGB with straight alpha, each 0…1.
typealias Ink = SIMD4<Float>

extension Ink {
    init(hex: UInt32, alpha: Float = 1) {
        func part(_ shift: UInt32) -> Float { Float((hex >> shift) & 255) / 255 }
        self.init(part(16), part(8), part(0), alpha)
    }

    init(_ color: RGB, alpha: Float = 1) {
        self.init(Float(color.red) / 255, Float(color.green) / 255, Float(color.blue) / 255, alpha)
    }

    static let clear = Ink(0, 0, 0, 0)
    static let white = Ink(1, 1, 1, 1)

    static func black(_ alpha: Double) -> Ink { Ink(0.04, 0.03, 0.05, Float(alpha)) }
    static func white(_ alpha: Double) -> Ink { Ink(1, 1, 1, Float(alpha)) }

    func alpha(_ alpha: Double) -> Ink { Ink(x, y, z, Float(alpha)) }

    func mixed(with other: Ink, _ share: Float) -> Ink { self + (other - self) * Swift.min(Swift.max(share, 0), 1) }

    /// Toward white for light above 0, toward black below; -1…1.
    func lit(_ light: Float) -> Ink {
        let goal: Float = light > 0 ? 1 : 0
        let amount = Swift.min(abs(light), 1)
        return Ink(x + (goal - x) * amount, y + (goal - y) * amount, z + (goal - z) * amount, w)
    }

    /// 0 is black, 1 is white, as the eye weighs the channels.
    var lightness: Float { 0.3 * x + 0.59 * y + 0.11 * z }
}
