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
}

extension CIELab {
    init(_ color: RGB) {
        let (red, green, blue) = color.light
        let x = CIELab.root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
        let y = CIELab.root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
        let z = CIELab.root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
        self.init(lightness: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z))
    }

    /// The nearest color of sRGB: components outside of its range become the ends of it.
    var rgb: RGB {
        func cube(_ value: Double) -> Double {
            let cubed = value * value * value
            return cubed > 216.0 / 24389 ? cubed : (116 * value - 16) * 27 / 24389
        }
        let y = (lightness + 16) / 116
        let (x, z) = (0.95047 * cube(y + a / 500), 1.08883 * cube(y - b / 200))
        let light = cube(y)
        return RGB(
            red: CIELab.byte(3.2404542 * x - 1.5371385 * light - 0.4985314 * z),
            green: CIELab.byte(-0.9692660 * x + 1.8760108 * light + 0.0415560 * z),
            blue: CIELab.byte(0.0556434 * x - 0.2040259 * light + 1.0572252 * z))
    }

    /// The transfer function of sRGB (IEC 61966-2-1), as a byte.
    private static func byte(_ light: Double) -> UInt8 {
        let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(min(max((value * 255).rounded(), 0), 255))
    }

    private static func root(_ value: Double) -> Double {
        value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
    }
}
