import Foundation

/// A place in local units (a product is about 100 units tall or wide) or in pixels; y points down.
typealias Point = SIMD2<Double>

extension Point {
    var length: Double { (x * x + y * y).squareRoot() }

    /// A quarter turn.
    var normal: Point { Point(-y, x) }

    static func polar(_ angle: Double, _ radius: Double = 1) -> Point { Point(cos(angle), sin(angle)) * radius }

    func mixed(with other: Point, _ share: Double) -> Point { self + (other - self) * share }
}

/// An affine map from local units to pixels.
struct Transform {
    var x = Point(1, 0)
    var y = Point(0, 1)
    var origin = Point(0, 0)

    /// Mirrors, then turns (degrees, clockwise), then scales, then moves.
    static func pose(scale: Double, degrees: Double = 0, mirrored: Bool = false, origin: Point = .zero) -> Transform {
        let axis = Point.polar(degrees * .pi / 180, scale)
        return Transform(x: mirrored ? -axis : axis, y: axis.normal, origin: origin)
    }

    func callAsFunction(_ point: Point) -> Point { x * point.x + y * point.y + origin }

    private var determinant: Double { x.x * y.y - x.y * y.x }

    /// The size of one local unit in pixels.
    var scale: Double { abs(determinant).squareRoot() }

    var inverse: Transform {
        let back = Transform(x: Point(y.y, -x.y) / determinant, y: Point(-y.x, x.x) / determinant)
        return Transform(x: back.x, y: back.y, origin: -back(origin))
    }
}

/// The smallest upright rectangle round some points.
struct Bounds {
    var low = Point(.infinity, .infinity)
    var high = Point(-.infinity, -.infinity)

    mutating func include(_ point: Point) {
        low = pointwiseMin(low, point)
        high = pointwiseMax(high, point)
    }

    var size: Point { high - low }
    var center: Point { (low + high) / 2 }
}

/// A rectangle of whole pixels.
struct Frame: Equatable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int

    var right: Int { left + width }
    var bottom: Int { top + height }
    var isEmpty: Bool { width <= 0 || height <= 0 }

    func intersection(_ other: Frame) -> Frame {
        let left = max(left, other.left)
        let top = max(top, other.top)
        return Frame(
            left: left, top: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
    }

    func grown(by margin: Int) -> Frame {
        Frame(left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin)
    }
}
