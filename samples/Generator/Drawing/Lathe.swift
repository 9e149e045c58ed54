import Foundation

/// A body turned round an upright axis: bottles, vases, cups, lamp feet.
struct Lathe {
    /// The axis.
    let x: Double
    /// Height of the ellipses seen at top and bottom, as a share of the radius.
    let tilt: Double
    let top: Double
    let bottom: Double
    private let radii: [Double]

    /// `profile` is path data of the right outline, from top to bottom, with x as the radius.
    init(_ profile: String, x: Double = 50, tilt: Double = 0.12) {
        let points = Path(profile).contours.first ?? []
        let (first, last) = (points.first?.y ?? 0, points.last?.y ?? 1)
        var radii: [Double] = []
        var next = 1
        for step in 0...240 {
            let y = first + (last - first) * Double(step) / 240
            while next < points.count - 1, points[next].y < y { next += 1 }
            let (a, b) = (points[next - 1], points[next])
            radii.append(b.y > a.y ? a.mixed(with: b, min(max((y - a.y) / (b.y - a.y), 0), 1)).x : b.x)
        }
        self.x = x
        self.tilt = tilt
        top = first
        bottom = last
        self.radii = radii
    }

    func radius(at y: Double) -> Double {
        let place = min(max((y - top) / (bottom - top), 0), 1) * 240
        let index = min(Int(place), 239)
        return radii[index] + (radii[index + 1] - radii[index]) * (place - Double(index))
    }

    var path: Path { slice(from: top, to: bottom) }

    /// A band round the body, such as a label or what a glass is filled with.
    func slice(from upper: Double, to lower: Double, inset: Double = 0) -> Path {
        let heights = (0...120).map { upper + (lower - upper) * Double($0) / 120 }
        let right = heights.map { Point(x + radius(at: $0) - inset, $0) }
        let (above, below) = (radius(at: upper) - inset, radius(at: lower) - inset)
        let bottomArc = Path.arc(x, lower, below, below * tilt, from: 0, to: 180).contours[0]
        let left = heights.reversed().map { Point(x - radius(at: $0) + inset, $0) }
        // The near side of a band lies lower in the middle, the upper end of a body shows as an ellipse.
        let topSweep = upper > top ? Path.arc(x, upper, above, above * tilt, from: 180, to: 0) : rim(inset)
        return Path(right + bottomArc + left + topSweep.contours[0])
    }

    private func rim(_ inset: Double) -> Path {
        let radius = radius(at: top) - inset
        return .arc(x, top, radius, radius * tilt, from: 180, to: 360)
    }

    /// The opening, seen from a little above.
    func mouth(inset: Double = 0) -> Path {
        let radius = radius(at: top) - inset
        return .ellipse(x, top, radius, radius * tilt)
    }

    /// Wraps a paint round the body and shades it from side to side.
    /// `gloss`: 0 is matt, 1 is glass.
    func wrap(_ paint: Paint, gloss: Double, light: Double = 1) -> Paint {
        Paint { point in
            let radius = max(radius(at: point.y), 0.01)
            let u = min(max((point.x - x) / radius, -1), 1)
            let drop = tilt * radius * (1 - u * u).squareRoot()
            let around = Point(x + asin(u) * radius, point.y - drop)
            return paint.ink(around).lit(Float(Lathe.shade(u, gloss) * light))
        }
    }

    private static func shade(_ u: Double, _ gloss: Double) -> Double {
        func peak(_ center: Double, _ width: Double) -> Double {
            let offset = (u - center) / width
            return exp(-offset * offset)
        }
        let dark = 0.5 * pow(max(0, u - 0.1) / 0.9, 2) + 0.28 * pow(max(0, -u - 0.5) / 0.5, 2)
        return 0.1 * peak(-0.4, 0.3) + gloss * (0.55 * peak(-0.55, 0.09) + 0.3 * peak(0.8, 0.06)) - dark
    }
}
