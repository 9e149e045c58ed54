internal import Essentials

/// Makes a quadrilateral larger by a distance on all sides, with round corners.
///
/// The corners are cut to whole pixels, and those of the result are rounded to whole pixels, as Clipper's offset with
/// round joins has them. Only the points of the outline are made: their hull is that of the whole result.
enum Unclip {
    /// The length that a round corner may differ from an arc by, in pixels.
    private static let tolerance = 0.25

    /// The distance for a ratio: the area times the ratio, through the length of the outline.
    static func distance(_ corners: [Corner], ratio: Double) -> Double {
        var (area, length) = (0.0, 0.0)
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            let (x1, y1) = (Double(corner.x) - Double(corners[0].x), Double(corner.y) - Double(corners[0].y))
            let (x2, y2) = (Double(next.x) - Double(corners[0].x), Double(next.y) - Double(corners[0].y))
            area += x1 * y2 - x2 * y1
            length += ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)).squareRoot()
        }
        return length > 0 ? abs(area / 2) * ratio / length : 0
    }

    /// The outline at the distance, clockwise as one sees it; empty where the corners are no area.
    static func outline(_ corners: [Corner], _ distance: Double) -> [Contours.Point] {
        var ring: [(x: Double, y: Double)] = []
        for corner in corners {
            let whole = (x: Double(corner.x).rounded(.towardZero), y: Double(corner.y).rounded(.towardZero))
            if let last = ring.last, last == whole { continue }
            ring.append(whole)
        }
        while ring.count > 1, ring[ring.count - 1] == ring[0] { ring.removeLast() }
        guard ring.count > 2, distance.isFinite, distance > 0 else { return [] }
        let turn = ring.indices.reduce(0) { sum, index in
            let next = ring[(index + 1) % ring.count]
            return sum + ring[index].x * next.y - next.x * ring[index].y
        }
        if turn < 0 { ring.reverse() }
        return round(ring, distance)
    }

    private static func round(_ ring: [(x: Double, y: Double)], _ distance: Double) -> [Contours.Point] {
        let normals = ring.indices.map { index in
            let next = ring[(index + 1) % ring.count]
            let (across, down) = (next.x - ring[index].x, next.y - ring[index].y)
            let factor = 1 / (across * across + down * down).squareRoot()
            return (x: down * factor, y: -across * factor)
        }
        let error = min(tolerance, distance * 0.25)
        let stepsOfCircle = min(Double.pi / acos(1 - error / distance), distance * Double.pi)
        let (sine, cosine) = (sin(2 * Double.pi / stepsOfCircle), cos(2 * Double.pi / stepsOfCircle))
        var points: [Contours.Point] = []
        func add(_ corner: (x: Double, y: Double), _ direction: (x: Double, y: Double)) {
            let (x, y) = (corner.x + direction.x * distance, corner.y + direction.y * distance)
            guard abs(x) < 1e6, abs(y) < 1e6 else { return }
            // Halves go away from zero.
            points.append(Contours.Point(x: Int32(x.rounded()), y: Int32(y.rounded())))
        }
        for index in ring.indices {
            let before = normals[(index + ring.count - 1) % ring.count]
            let after = normals[index]
            let turn = before.x * after.y - after.x * before.y
            let along = before.x * after.x + before.y * after.y
            // The end of a side, an arc, and the start of the next one.
            let steps = max(Int((stepsOfCircle / (2 * Double.pi) * abs(atan2(turn, along))).rounded()), 1)
            var direction = before
            for _ in 0..<min(steps, 1000) {
                add(ring[index], direction)
                direction = (
                    direction.x * cosine - sine * direction.y, direction.x * sine + direction.y * cosine
                )
            }
            add(ring[index], after)
        }
        return points
    }
}
