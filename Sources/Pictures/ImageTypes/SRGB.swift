internal import Essentials

/// The levels of sRGB (IEC 61966-2-1).
package enum SRGB {
    /// Linear light 0…1 of each level.
    package static let linear: [Double] = (0...255).map { level in
        let value = Double(level) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
}

extension RGB {
    /// The linear light of the components, 0…1 each.
    package var light: (red: Double, green: Double, blue: Double) {
        (SRGB.linear[Int(red)], SRGB.linear[Int(green)], SRGB.linear[Int(blue)])
    }
}
