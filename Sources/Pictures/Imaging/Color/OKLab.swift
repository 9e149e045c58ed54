internal import CKernels

/// A color in OKLab: lightness 0…1, and `a` (green to red) and `b` (blue to yellow) around 0, at most ±0.33 in sRGB.
///
/// Distances are meant to be even to the eye: 0.02 is just visible side by side, 0.06 is clearly another shade.
/// Source: Björn Ottosson, "A perceptual color space for image processing", 2020.
typealias OKLab = ck_color_lab

extension ck_color_lab {
    /// Distance from gray; 0.03 still passes for neutral, the purest red has 0.26.
    var chroma: Float { (a * a + b * b).squareRoot() }

    func isWithin(_ radius: Float, of other: OKLab) -> Bool {
        let lightness = lightness - other.lightness
        let a = a - other.a
        let b = b - other.b
        return lightness * lightness + a * a + b * b <= radius * radius
    }

    /// The same color with the toe of Ottosson's Okhsl (2021), which makes lightness near black agree with CIELAB.
    ///
    /// The cube root of OKLab has no such toe: it puts #000000 and #010101 0.067 apart, which nobody can see.
    var withToe: OKLab {
        guard lightness > 0 else { return OKLab(lightness: 0, a: 0, b: 0) }
        let k1: Float = 0.206
        let k2: Float = 0.03
        let k3 = (1 + k1) / (1 + k2)
        let x = k3 * lightness - k1
        let toned = (x + (x * x + 4 * k2 * k3 * lightness).squareRoot()) / 2
        let scale = min(toned / lightness, 1)
        return OKLab(lightness: toned, a: a * scale, b: b * scale)
    }
}

extension SRGB {
    /// Linear light 0…1 of each level, the same on every system: where the last bits of `pow` differ, rounding hides it.
    static let linearFloats: [Float] = linear.map { Float($0) }

    /// The levels in classes of even lightness: the largest code whose share of the way to white is not above it.
    ///
    /// Even steps of level would leave five classes for half of all dark pictures.
    static let codes: [UInt8] = linearFloats.map { light in
        let steps = Float(CK_COLOR_CODES)
        let code = (0..<CK_COLOR_CODES).last { Float($0 * $0 * $0) <= light * steps * steps * steps }
        return UInt8(code ?? 0)
    }
}
