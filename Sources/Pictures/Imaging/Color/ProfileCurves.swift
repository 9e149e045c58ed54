import Essentials

/// The tone curves of a profile that consists of curves, and for color of three primaries.
///
/// Samples of 16 bits in linear light have their darks in the lower byte. They are brought to 8 bits through these
/// curves, on sRGB's own, and what is left of the profile is its primaries. The color engine would do it with a coarse
/// table.
struct ProfileCurves {
    /// The level, 0…255 on the curve of sRGB, of each sample 0…65535; for color of red, green and blue in turn.
    let levels: [UInt8]
    /// The profile of the levels; nil for gray, which is then sRGB.
    let profile: [UInt8]?

    /// Nil for a profile of tables, or of another number of channels.
    init?(_ file: [UInt8], channels: Int) {
        let bytes = file.span
        guard let tags = bytes.u32(at: 128), tags <= 1000, bytes.holds("XYZ ", at: 20) else { return nil }
        func tag(_ name: String) -> Int? { ColorProfile.tag(name, in: bytes, count: tags) }
        guard tag("A2B0") == nil, bytes.holds(channels == 1 ? "GRAY" : "RGB ", at: 16) else { return nil }
        let places = (channels == 1 ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]).compactMap(tag)
        let columns = ["rXYZ", "gXYZ", "bXYZ"].compactMap { name in
            tag(name).flatMap { bytes.range(at: $0, length: 20) }.map { bytes.copy($0) }
        }
        guard places.count == channels, channels == 1 || columns.count == 3 else { return nil }
        var tables: [Int: [UInt8]] = [:]
        for place in places where tables[place] == nil {
            guard let curve = ToneCurve(at: place, in: bytes) else { return nil }
            tables[place] = (0...65535).map { SRGB.level(ofLight: curve.light(Double($0) / 65535)) }
        }
        let channelTables = places.map { tables[$0]! }
        levels = channels == 1 ? channelTables[0] : (0...65535).flatMap { sample in channelTables.map { $0[sample] } }
        profile = channels == 1 ? nil : CodedSpace.sRGB.profile(columns: columns)
    }
}

/// A tone curve of a profile: the types `curv` and `para` of ICC.1.
private enum ToneCurve {
    case power(Double)
    case table([UInt16])
    /// Y = (aX + b)^g + e from d on, and cX + f below.
    case pieces(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

    init?(at place: Int, in bytes: Span<UInt8>) {
        if bytes.holds("curv", at: place) {
            guard let count = bytes.u32(at: place + 8), let data = bytes.range(at: place + 12, length: 2 * count) else {
                return nil
            }
            let values = (0..<count).map { UInt16(bytes.u16(at: data.lowerBound + 2 * $0) ?? 0) }
            self = count == 0 ? .power(1) : count == 1 ? .power(Double(values[0]) / 256) : .table(values)
        } else {
            guard bytes.holds("para", at: place), let kind = bytes.u16(at: place + 8), kind <= 4 else { return nil }
            let v = (0..<[1, 3, 4, 5, 7][kind]).compactMap { ColorProfile.fixed(at: place + 12 + 4 * $0, in: bytes) }
            guard v.count == [1, 3, 4, 5, 7][kind], kind == 0 || v[1] != 0 else { return nil }
            self =
                switch kind {
                case 0: .power(v[0])
                case 1: .pieces(g: v[0], a: v[1], b: v[2], c: 0, d: -v[2] / v[1], e: 0, f: 0)
                case 2: .pieces(g: v[0], a: v[1], b: v[2], c: 0, d: -v[2] / v[1], e: v[3], f: v[3])
                case 3: .pieces(g: v[0], a: v[1], b: v[2], c: v[3], d: v[4], e: 0, f: 0)
                default: .pieces(g: v[0], a: v[1], b: v[2], c: v[3], d: v[4], e: v[5], f: v[6])
                }
        }
    }

    /// The light of a sample 0…1.
    func light(_ sample: Double) -> Double {
        switch self {
        case .power(let exponent): return pow(sample, exponent)
        case .table(let values):
            let place = sample * Double(values.count - 1)
            let low = min(Int(place), values.count - 2)
            let (first, second) = (Double(values[low]), Double(values[low + 1]))
            return (first + (second - first) * (place - Double(low))) / 65535
        case .pieces(let g, let a, let b, let c, let d, let e, let f):
            return sample >= d ? pow(max(a * sample + b, 0), g) + e : c * sample + f
        }
    }
}

extension SRGB {
    /// The nearest level, 0…255, of linear light; what is beyond 0…1 is clipped.
    fileprivate static func level(ofLight light: Double) -> UInt8 {
        let light = light.isNaN ? 0 : min(max(light, 0), 1)
        let coded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((255 * coded).rounded())
    }
}
