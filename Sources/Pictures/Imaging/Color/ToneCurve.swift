import Essentials

/// A tone curve of a profile: the types `curv` and `para` of ICC.1.
enum ToneCurve {
    case power(Double)
    /// At least two entries, with straight lines between them.
    case table([UInt16])
    /// Y = (aX + b)^g + e from d on, and cX + f below.
    case pieces(g: Double, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double)

    /// Nil for a curve that is not whole within `place`.
    init?(in place: Range<Int>, of bytes: Span<UInt8>) {
        let start = place.lowerBound
        if bytes.holds("curv", at: start) {
            // The color engine reads no more entries than that.
            guard let count = bytes.u32(at: start + 8), count <= 32767, 12 + 2 * count <= place.count else {
                return nil
            }
            let values = (0..<count).compactMap { bytes.u16(at: start + 12 + 2 * $0).map { UInt16($0) } }
            self = count == 0 ? .power(1) : count == 1 ? .power(Double(values[0]) / 256) : .table(values)
            return
        }
        guard bytes.holds("para", at: start), let kind = bytes.u16(at: start + 8), kind <= 4 else { return nil }
        let count = [1, 3, 4, 5, 7][kind]
        let v = (0..<count).compactMap { ColorProfile.fixed(at: start + 12 + 4 * $0, in: bytes) }
        guard 12 + 4 * count <= place.count, v.count == count, kind == 0 || v[1] != 0 else { return nil }
        self =
            switch kind {
            case 0: .power(v[0])
            case 1: .pieces(g: v[0], a: v[1], b: v[2], c: 0, d: -v[2] / v[1], e: 0, f: 0)
            case 2: .pieces(g: v[0], a: v[1], b: v[2], c: 0, d: -v[2] / v[1], e: v[3], f: v[3])
            case 3: .pieces(g: v[0], a: v[1], b: v[2], c: v[3], d: v[4], e: 0, f: 0)
            default: .pieces(g: v[0], a: v[1], b: v[2], c: v[3], d: v[4], e: v[5], f: v[6])
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
    /// The value, 0…1, of linear light. The curve goes on beyond them.
    static func coded(_ light: Double) -> Double {
        light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// The nearest level, 0…255, of linear light; what is beyond 0…1 is clipped.
    static func level(ofLight light: Double) -> UInt8 {
        UInt8((255 * coded(min(max(light, 0), 1))).rounded())
    }
}
