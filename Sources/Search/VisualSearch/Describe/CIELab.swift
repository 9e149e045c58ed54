internal import Essentials

/// A color in CIE Lab, for the daylight of sRGB (D65).
///
/// The palettes in stores are written in CIE Lab: in another space every picture would have to be described anew. Dominant
/// colors, which no store keeps, are found in OKLab.
struct CIELab: Hashable {
    /// 0…100.
    var lightness: Double
    /// Green to red and blue to yellow, in sRGB within ±128.
    var a: Double
    var b: Double

    init(lightness: Double, a: Double, b: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    init(_ color: RGB) {
        let (red, green, blue) = color.light
        let x = CIELab.root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
        let y = CIELab.root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        let z = CIELab.root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
        self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
    }

    private static func root(_ value: Double) -> Double {
        value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
    }
}
