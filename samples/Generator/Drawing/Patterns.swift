import Foundation

extension Paint {
    /// The edges of all patterns are this soft, in units.
    private static let softness = 0.25

    /// Bands of `second` over `first`; `share` of each period.
    static func stripes(_ first: Ink, _ second: Ink, period: Double, share: Double = 0.5) -> Paint {
        Paint { point in
            first.mixed(with: second, band(point.y, period, share))
        }
    }

    /// 1 inside a band round the middle of each period.
    private static func band(_ place: Double, _ period: Double, _ share: Double) -> Float {
        let phase = abs(place / period - (place / period).rounded()) * period
        return Float(1 - Noise.step(share * period / 2 - softness, share * period / 2 + softness, phase))
    }

    static func checks(_ first: Ink, _ second: Ink, period: Double) -> Paint {
        Paint { point in
            let (u, v) = (band(point.x, period, 0.38), band(point.y, period, 0.38))
            return first.mixed(with: second, (u + v) * 0.3 + u * v * 0.3)
        }
    }

    /// Checks with thin lines between, as woven in Scotland.
    static func tartan(_ first: Ink, _ second: Ink, period: Double) -> Paint {
        let line = second.lit(0.6)
        return Paint { point in
            let wide = (band(point.x, period, 0.4) + band(point.y, period, 0.4)) * 0.42
            let middle = Point(point.x + period / 2, point.y + period / 2)
            let thin = max(band(middle.x, period, 0.07), band(middle.y, period, 0.07)) * 0.7
            return first.mixed(with: second, wide).mixed(with: line, thin)
        }
    }

    static func dots(_ first: Ink, _ second: Ink, period: Double, share: Double = 0.28) -> Paint {
        Paint { point in
            let row = (point.y / period).rounded()
            let shift = Int(row) % 2 == 0 ? 0 : 0.5
            let column = (point.x / period + shift).rounded() - shift
            let distance = (point - Point(column, row) * period).length
            let edge = share * period
            return first.mixed(with: second, Float(1 - Noise.step(edge - softness, edge + softness, distance)))
        }
    }

    /// Small flowers of five petals, scattered.
    static func flowers(_ first: Ink, _ second: Ink, period: Double) -> Paint {
        let heart = Ink(hex: 0xf3c64b)
        return Paint { point in
            let (column, row) = ((point.x / period).rounded(.down), (point.y / period).rounded(.down))
            let (x, y) = (Int(column), Int(row))
            let shift = Point(0.3 + 0.4 * Noise.cell(x, y), 0.3 + 0.4 * Noise.cell(y &+ 99, x))
            let offset = point - (Point(column, row) + shift) * period
            let size = period * (0.2 + 0.1 * Noise.cell(x &+ 31, y))
            let angle = atan2(offset.y, offset.x) * 2.5 + Noise.cell(x, y &+ 57) * 6
            let petal = size * (0.62 + 0.38 * abs(cos(angle)))
            let inside = Float(1 - Noise.step(petal - softness, petal + softness, offset.length))
            let middle = Float(1 - Noise.step(size * 0.25, size * 0.25 + softness * 2, offset.length))
            return first.mixed(with: second, inside).mixed(with: heart, middle)
        }
    }

    /// Zigzag bands.
    static func zigzag(_ first: Ink, _ second: Ink, period: Double) -> Paint {
        stripes(first, second, period: period, share: 0.45).warped { point in
            let phase = point.x / period
            return Point(point.x, point.y + abs(phase - phase.rounded()) * period)
        }
    }

    /// Diamonds with thin crossing lines.
    static func argyle(_ first: Ink, _ second: Ink, period: Double) -> Paint {
        let line = second.lit(0.5)
        return Paint { point in
            let (u, v) = ((point.x + point.y * 0.6) / period, (point.x - point.y * 0.6) / period)
            let (a, b) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
            let base = (a + b) % 2 == 0 ? first : second
            let cross = min(abs(u - u.rounded(.down) - 0.5), abs(v - v.rounded(.down) - 0.5)) * period
            return base.mixed(with: line, Float(1 - Noise.step(0.2, 0.6, cross)))
        }
    }

    /// Large soft leaves or petals of paint.
    static func marbled(_ first: Ink, _ second: Ink, period: Double) -> Paint {
        Paint { point in
            let drift = Noise.cloud(point / period, octaves: 3) * 5
            let vein = abs(sin(point.x / period * 1.5 + drift * 2.4))
            return first.mixed(with: second, Float(1 - Noise.step(0.12, 0.5, vein)) * 0.8)
        }
    }
}
