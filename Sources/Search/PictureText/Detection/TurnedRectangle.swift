internal import Essentials

/// A rectangle that may be turned.
struct TurnedRectangle: Hashable, Sendable {
    var center: Corner
    var width: Float
    var height: Float
    /// Degrees, clockwise as one sees them, from -90 to below 0.
    var angle: Float

    /// The rectangle of least area around points. Numbers are rounded to 32 bits as OpenCV's `minAreaRect` does it: later
    /// steps cut its corners to whole pixels.
    init?(around points: some Collection<Contours.Point>) {
        guard !points.isEmpty else { return nil }
        let hull = Hull.corners(of: points).map { Corner(x: Float($0.x), y: Float($0.y)) }
        var degrees = 0.0
        if hull.count > 2 {
            let best = Calipers(hull).least()
            let (side, other) = (best.side, best.other)
            center = Corner(
                x: best.corner.x + (side.x + other.x) * 0.5, y: best.corner.y + (side.y + other.y) * 0.5)
            width = TurnedRectangle.length(side)
            height = TurnedRectangle.length(other)
            degrees = atan2(Double(side.y), Double(side.x)) * 180 / Double.pi
        } else if hull.count == 2 {
            center = Corner(x: (hull[0].x + hull[1].x) * 0.5, y: (hull[0].y + hull[1].y) * 0.5)
            let (across, down) = (Double(hull[1].x - hull[0].x), Double(hull[1].y - hull[0].y))
            (width, height) = (Float((across * across + down * down).squareRoot()), 0)
            degrees = atan2(down, across) * 180 / Double.pi
        } else {
            (center, width, height) = (hull[0], 0, 0)
        }
        while degrees >= 0 {
            degrees -= 90
            swap(&width, &height)
        }
        while degrees < -90 {
            degrees += 90
            swap(&width, &height)
        }
        angle = Float(degrees)
    }

    private static func length(_ vector: Corner) -> Float {
        let (x, y) = (Double(vector.x), Double(vector.y))
        return Float((x * x + y * y).squareRoot())
    }

    var shortSide: Float { min(width, height) }

    /// The four corners, around the rectangle.
    var corners: [Corner] {
        let radians = Double(angle) * Double.pi / 180
        let b = Float(cos(radians)) * 0.5
        let a = Float(sin(radians)) * 0.5
        let first = Corner(
            x: center.x - a * height - b * width, y: center.y + b * height - a * width)
        let second = Corner(
            x: center.x + a * height - b * width, y: center.y - b * height - a * width)
        let third = Corner(
            x: center.x + a * height + b * width, y: center.y - b * height + a * width)
        let fourth = Corner(
            x: center.x - a * height + b * width, y: center.y + b * height + a * width)
        return [first, second, third, fourth]
    }

    /// The corners from the left upper one on, clockwise: of the two on the left the upper one is first.
    var orderedCorners: [Corner] {
        let sorted = corners.enumerated().sorted { ($0.element.x, $0.offset) < ($1.element.x, $1.offset) }.map(
            \.element)
        let left = sorted[1].y > sorted[0].y ? (sorted[0], sorted[1]) : (sorted[1], sorted[0])
        let right = sorted[3].y > sorted[2].y ? (sorted[2], sorted[3]) : (sorted[3], sorted[2])
        return [left.0, right.0, right.1, left.1]
    }
}
