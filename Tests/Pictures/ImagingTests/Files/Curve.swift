import Foundation
import TestSupport

/// Tone curves as profiles hold them.
enum Curve {
    static let linear = ascii("curv\0\0\0\0") + big(0, 4)

    static func gamma(_ exponent: Double) -> [UInt8] {
        ascii("curv\0\0\0\0") + big(1, 4) + big(Int((exponent * 256).rounded()), 2) + [0, 0]
    }

    static func table(_ count: Int, _ light: (Double) -> Double) -> [UInt8] {
        let values = (0..<count).flatMap { big(Int((light(Double($0) / Double(count - 1)) * 65535).rounded()), 2) }
        return ascii("curv\0\0\0\0") + big(count, 4) + values + [UInt8](repeating: 0, count: count % 2 * 2)
    }

    static func parametric(_ kind: Int, _ numbers: Double...) -> [UInt8] {
        ascii("para\0\0\0\0") + big(kind, 2) + [0, 0] + numbers.flatMap(MatrixProfile.fixed)
    }

    @Sendable static func sRGB(_ sample: Double) -> Double {
        sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    }

    /// Each kind of curve, with the light that it means.
    static let all: [(name: String, bytes: [UInt8], light: @Sendable (Double) -> Double)] = [
        ("linear", linear, { $0 }), ("gamma 1", gamma(1), { $0 }), ("gamma 1.8", gamma(1.8), { pow($0, 461 / 256.0) }),
        ("gamma 2.2", gamma(2.2), { pow($0, 563 / 256.0) }), ("gamma 2.4", gamma(2.4), { pow($0, 614 / 256.0) }),
        ("table of 2", table(2) { $0 }, { $0 }),
        ("table of 3", table(3) { $0 * $0 }, { $0 < 0.5 ? $0 / 2 : 1.5 * $0 - 0.5 }),
        ("table of 33", table(33) { $0 }, { $0 }), ("table of 256", table(256) { $0 }, { $0 }),
        ("sRGB in 1024", table(1024, sRGB), sRGB), ("sRGB in 4096", table(4096, sRGB), sRGB),
        ("square in 4096", table(4096) { $0 * $0 }, { $0 * $0 }),
        ("parametric 0", parametric(0, 2.2), { pow($0, 2.2) }),
        ("parametric 1", parametric(1, 2, 1.25, -0.25), { $0 < 0.2 ? 0 : pow(1.25 * $0 - 0.25, 2) }),
        ("parametric 2", parametric(2, 2, 1, -0.25, 0.125), { $0 < 0.25 ? 0.125 : pow($0 - 0.25, 2) + 0.125 }),
        ("parametric 3", parametric(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045), sRGB),
        (
            "parametric 4", parametric(4, 2, 0.75, 0.125, 0.25, 0.25, 0.0625, 0.03125),
            { $0 >= 0.25 ? pow(0.75 * $0 + 0.125, 2) + 0.0625 : 0.25 * $0 + 0.03125 }
        ),
    ]
}
