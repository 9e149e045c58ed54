import Essentials

extension CodedSpace {
    /// The profile of this space for color or for gray; nil where it is sRGB, which needs none.
    func profile(isGray: Bool) -> [UInt8]? {
        if range == 0...1, transfer == .sRGB, isGray || isSRGBColored { return nil }
        return isGray ? Self.file([("kTRC", curve())], space: "GRAY") : profile(columns: primaries.columns)
    }

    /// The profile of the curve of this space, with so many entries, and of primaries as profiles hold them.
    func profile(columns: [SIMD3<Double>], entries: Int = 4096, name: String = "Coded color space") -> [UInt8] {
        let curve = curve(entries)
        let tags =
            Array(zip(["rXYZ", "gXYZ", "bXYZ"], columns.map(Self.xyz))) + ["rTRC", "gTRC", "bTRC"].map { ($0, curve) }
        return Self.file(tags, space: "RGB ", name: name)
    }

    /// D50, the white of profiles.
    private static let profileWhite = SIMD3(0.9642, 1, 0.8249)

    private var isSRGBColored: Bool {
        zip(primaries.columns, Primaries.sRGB.columns).allSatisfy { one, other in
            let difference = one - other
            return max(abs(difference.x), abs(difference.y), abs(difference.z)) < 0.003
        }
    }

    /// The light of each sample as a table, which is read with straight lines between its entries.
    private func curve(_ entries: Int = 4096) -> [UInt8] {
        let last = entries - 1
        let values = (0...last).flatMap { index -> [UInt8] in
            let sample = (Double(index) / Double(last) - range.lowerBound) / (range.upperBound - range.lowerBound)
            let light = transfer.light(min(max(sample, 0), 1))
            return big(Int((min(max(light, 0), 1) * 65535).rounded()), 2)
        }
        return Array("curv\0\0\0\0".utf8) + big(last + 1, 4) + values
    }

    private static func text(_ type: String, _ text: String) -> [UInt8] {
        let letters = Array(text.utf8) + [0]
        return Array("\(type)\0\0\0\0".utf8) + big(letters.count, 4) + letters + [UInt8](repeating: 0, count: 79)
    }

    private static func xyz(_ value: SIMD3<Double>) -> [UInt8] {
        Array("XYZ \0\0\0\0".utf8) + fixed(value)
    }

    private static func fixed(_ value: SIMD3<Double>) -> [UInt8] {
        [value.x, value.y, value.z].flatMap { big(Int(($0 * 65536).rounded()), 4) }
    }

    /// A profile of version 2 (ICC.1:2001-04); equal data is stored once.
    private static func file(
        _ colors: [(name: String, data: [UInt8])], space: String, name: String = "Coded color space"
    ) -> [UInt8] {
        let tags =
            [
                ("desc", text("desc", name)), ("cprt", Array("text\0\0\0\0none\0\0\0\0".utf8)),
                ("wtpt", xyz(profileWhite)),
            ] + colors
        var table: [UInt8] = []
        var data: [UInt8] = []
        var places: [[UInt8]: Int] = [:]
        for tag in tags {
            let place = places[tag.data] ?? (132 + 12 * tags.count + data.count)
            if places.updateValue(place, forKey: tag.data) == nil {
                data += tag.data + [UInt8](repeating: 0, count: (4 - tag.data.count % 4) % 4)
            }
            table += Array(tag.name.utf8) + big(place, 4) + big(tag.data.count, 4)
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: big(132 + table.count + data.count, 4))
        header.replaceSubrange(8..<12, with: big(0x0210_0000, 4))
        header.replaceSubrange(12..<24, with: Array("mntr\(space)XYZ ".utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        header.replaceSubrange(68..<80, with: fixed(profileWhite))
        return header + big(tags.count, 4) + table + data
    }
}

extension CodedSpace.Transfer {
    /// The light of a sample, both 0…1. White of pictures for usual screens is 1; what is brighter is compressed.
    fileprivate func light(_ sample: Double) -> Double {
        switch self {
        case .sRGB: sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
        case .power(let exponent): pow(sample, exponent)
        case .cinema: 52.37 / 48 * pow(sample, 2.6)
        case .logarithm(let decades): sample <= 0 ? 0 : pow(10, decades * (sample - 1))
        case .smpte240: sample < 0.0913 ? sample / 4 : pow((sample + 0.1115) / 1.1115, 1 / 0.45)
        case .pq:
            {
                let power = pow(sample, 1 / 78.84375)
                let part = max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)
                return Self.compressed(10_000 / Self.white * pow(part, 1 / 0.1593017578125))
            }()
        case .hlg:
            {
                let scene =
                    sample <= 0.5 ? sample * sample / 3 : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
                return Self.compressed(1000 / Self.white * pow(scene, 1.2))
            }()
        }
    }

    /// White of a usual picture beside brighter light, in cd/m² (ITU-R BT.2408).
    private static let white = 203.0

    /// Light in units of that white: as it is up to four fifths, then ever closer to 1, so that highlights keep their
    /// drawing.
    private static func compressed(_ light: Double) -> Double {
        let knee = 0.8
        return light <= knee ? light : 1 - (1 - knee) * exp(-(light - knee) / (1 - knee))
    }
}

extension CodedSpace.Primaries {
    /// The three colors make a triangle around a white, so that there is a way back from light to samples.
    var isUsable: Bool {
        guard min(white.x, white.y, red.y, blue.y + 1e-9) > 0, green.y > 0, max(white.x, white.y) < 1 else {
            return false
        }
        let area = (green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y)
        let shares = shares
        return abs(area) > 0.001 && min(shares.x, shares.y, shares.z) > 0
    }

    /// Red, green and blue as XYZ, adapted to the white of profiles with the Bradford matrix.
    var columns: [SIMD3<Double>] {
        let shares = shares
        let adapted = Self.adaptation(from: Self.light(white))
        return zip([red, green, blue], [shares.x, shares.y, shares.z]).map { place, share in
            Self.product(adapted, Self.light(place) * share)
        }
    }

    /// The amount of each color in white.
    private var shares: SIMD3<Double> {
        Self.solution([Self.light(red), Self.light(green), Self.light(blue)], Self.light(white))
    }

    /// The XYZ of a chromaticity, with Y = 1.
    private static func light(_ place: SIMD2<Double>) -> SIMD3<Double> {
        // Blue of the space XYZ has no light at all.
        let y = max(place.y, 1e-9)
        return [place.x / y, 1, (1 - place.x - y) / y]
    }

    private static func product(_ rows: [SIMD3<Double>], _ value: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((rows[0] * value).sum(), (rows[1] * value).sum(), (rows[2] * value).sum())
    }

    /// The factors of three columns that add up to `target`, by Cramer's rule.
    static func solution(_ columns: [SIMD3<Double>], _ target: SIMD3<Double>) -> SIMD3<Double> {
        func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
            a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y)
        }
        let whole = determinant(columns[0], columns[1], columns[2])
        return SIMD3(
            determinant(target, columns[1], columns[2]), determinant(columns[0], target, columns[2]),
            determinant(columns[0], columns[1], target)) / whole
    }

    /// The rows of the matrix from a white to D50: both whites have the same cone responses.
    private static func adaptation(from white: SIMD3<Double>) -> [SIMD3<Double>] {
        let cones: [SIMD3<Double>] = [
            [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
        ]
        let back: [SIMD3<Double>] = [
            [0.9869929, -0.1470543, 0.1599627], [0.4323053, 0.5183603, 0.0492912], [-0.0085287, 0.0400428, 0.9684867],
        ]
        let gains = product(cones, [0.9642, 1, 0.8249]) / product(cones, white)
        let scaled = (0..<3).map { cones[$0] * gains[$0] }
        return back.map { row in row.x * scaled[0] + row.y * scaled[1] + row.z * scaled[2] }
    }
}

/// A number in so many bytes, the highest first.
private func big(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
}
