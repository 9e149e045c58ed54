/// The properties of an embedded ICC profile that are needed before any pixel is converted: its color space, and
/// whether it is sRGB, so that no conversion is needed.
///
/// Layout: ICC.1:2010 (also versions 2 and 4 of the format).
struct ColorProfile: Hashable, Sendable {
    enum Space: Hashable, Sendable {
        case rgb, cmyk, gray, other
    }

    let space: Space
    /// True when primaries and tone curves are those of IEC 61966-2-1, whatever name the profile bears. Profiles
    /// that convert by tables are never sRGB in this sense.
    let isSRGB: Bool

    /// Nil when the bytes are no profile.
    init?(_ profile: [UInt8]) {
        let bytes = profile.span
        guard bytes.holds("acsp", at: 36), let tags = bytes.u32(at: 128), tags <= 1000 else { return nil }
        if bytes.holds("RGB ", at: 16) {
            space = .rgb
        } else if bytes.holds("CMYK", at: 16) {
            space = .cmyk
        } else if bytes.holds("GRAY", at: 16) {
            space = .gray
        } else {
            space = .other
        }
        isSRGB =
            space == .rgb && Self.tag("A2B0", in: bytes, count: tags) == nil
            && zip("rgb", Self.primaries).allSatisfy { color, primary in
                Self.isColumn(primary, at: Self.tag("\(color)XYZ", in: bytes, count: tags), in: bytes)
                    && Self.isCurve(at: Self.tag("\(color)TRC", in: bytes, count: tags), in: bytes)
            }
    }

    /// Red, green and blue of sRGB as XYZ, adapted to the white of profiles (D50) with the Bradford matrix.
    private static let primaries: [SIMD3<Double>] = [
        [0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7141],
    ]

    /// The sRGB curve, coded value to light, at 0, 1/8 … 1.
    private static let curve = [0, 0.01435, 0.05088, 0.11602, 0.21404, 0.34851, 0.52252, 0.73884, 1]

    /// Returns the offset of the data of a tag.
    static func tag(_ name: String, in bytes: Span<UInt8>, count: Int) -> Int? {
        for index in 0..<count where bytes.holds(name, at: 132 + 12 * index) {
            return bytes.u32(at: 136 + 12 * index)
        }
        return nil
    }

    /// A signed number with 16 bits behind the point.
    static func fixed(at offset: Int, in bytes: Span<UInt8>) -> Double? {
        bytes.u32(at: offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
    }

    /// The light of a primary as XYZ.
    static func column(at offset: Int?, in bytes: Span<UInt8>) -> SIMD3<Double>? {
        guard let offset, bytes.holds("XYZ ", at: offset), let x = fixed(at: offset + 8, in: bytes),
            let y = fixed(at: offset + 12, in: bytes), let z = fixed(at: offset + 16, in: bytes)
        else { return nil }
        return SIMD3(x, y, z)
    }

    private static func isColumn(_ expected: SIMD3<Double>, at offset: Int?, in bytes: Span<UInt8>) -> Bool {
        guard let difference = column(at: offset, in: bytes).map({ $0 - expected }) else { return false }
        return max(difference.max(), -difference.min()) < 0.003
    }

    private static func isCurve(at offset: Int?, in bytes: Span<UInt8>) -> Bool {
        guard let offset else { return false }
        if bytes.holds("para", at: offset) {
            // Function type 3 with gamma 2.4, then a, b, c, d of the standard.
            let expected = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            return bytes.u16(at: offset + 8) == 3
                && expected.indices.allSatisfy { index in
                    fixed(at: offset + 12 + 4 * index, in: bytes).map { abs($0 - expected[index]) < 0.002 } ?? false
                }
        }
        guard bytes.holds("curv", at: offset), let last = bytes.u32(at: offset + 8).map({ $0 - 1 }), last >= 15 else {
            return false
        }
        return curve.indices.allSatisfy { index in
            // Between two entries of the table the curve is a straight line.
            let (entry, eighths) = (last * index).quotientAndRemainder(dividingBy: 8)
            guard let low = bytes.u16(at: offset + 12 + 2 * entry),
                let high = bytes.u16(at: offset + 12 + 2 * min(entry + 1, last))
            else { return false }
            let value = Double(low) + Double(high - low) * Double(eighths) / 8
            return abs(value / 65535 - curve[index]) < 0.004
        }
    }
}
