import Foundation

extension Path {
    static func ellipse(_ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double? = nil) -> Path {
        arc(x, y, radiusX, radiusY ?? radiusX, from: 0, to: 360)
    }

    /// Angles in degrees, clockwise from the right.
    static func arc(
        _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, from start: Double, to end: Double
    ) -> Path {
        let steps = max(12, Int(abs(end - start) / 5))
        return Path(
            (0...steps).map { step in
                let angle = (start + (end - start) * Double(step) / Double(steps)) * .pi / 180
                return Point(x + radiusX * cos(angle), y + radiusY * sin(angle))
            })
    }

    static func rect(
        _ left: Double, _ top: Double, _ width: Double, _ height: Double, radius: Double = 0
    ) -> Path {
        let (right, bottom) = (left + width, top + height)
        guard radius > 0 else {
            return Path([Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)])
        }
        let r = min(radius, min(width, height) / 2)
        let corners = [
            arc(right - r, top + r, r, r, from: -90, to: 0), arc(right - r, bottom - r, r, r, from: 0, to: 90),
            arc(left + r, bottom - r, r, r, from: 90, to: 180), arc(left + r, top + r, r, r, from: 180, to: 270),
        ]
        return Path(corners.flatMap { $0.contours[0] })
    }

    static func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> Path {
        Path([Point(x0, y0), Point(x1, y1)])
    }

    static func polygon(_ coordinates: Double...) -> Path {
        Path(stride(from: 0, to: coordinates.count, by: 2).map { Point(coordinates[$0], coordinates[$0 + 1]) })
    }

    /// The outline of a pen that follows the path; its width may change evenly on the way.
    func stroked(_ width: Double, to endWidth: Double? = nil) -> Path {
        var outline = Path()
        for contour in contours {
            var points: [Point] = []
            for point in contour where points.last.map({ ($0 - point).length > 1e-6 }) ?? true { points.append(point) }
            guard points.count > 1 else { continue }
            let closed = points.count > 3 && (points[0] - points[points.count - 1]).length < 1e-6
            if closed { points.removeLast() }
            let sides = Path.sides(points, closed: closed, width / 2, (endWidth ?? width) / 2)
            if closed {
                outline.contours += [sides.left, sides.right.reversed()]
            } else {
                let count = points.count
                let start = Path.cap(points[0], sides.right[0])
                let end = Path.cap(points[count - 1], sides.left[count - 1])
                outline.contours.append(sides.left + end + sides.right.reversed() + start)
            }
        }
        return outline
    }

    private static func sides(
        _ points: [Point], closed: Bool, _ start: Double, _ end: Double
    ) -> (left: [Point], right: [Point]) {
        let count = points.count
        var (left, right): ([Point], [Point]) = ([], [])
        for index in 0..<count {
            let before = closed ? points[(index + count - 1) % count] : points[max(index - 1, 0)]
            let after = closed ? points[(index + 1) % count] : points[min(index + 1, count - 1)]
            let (arriving, leaving) = (unit(points[index] - before), unit(after - points[index]))
            let direction = unit(arriving + leaving)
            // A miter: wider in the corner, at most twice.
            let along = arriving == .zero ? leaving : arriving
            let stretch = 1 / max(0.5, abs(direction.x * along.x + direction.y * along.y))
            let radius = start + (end - start) * Double(index) / Double(max(count - 1, 1))
            let offset = direction.normal * (radius * stretch)
            left.append(points[index] + offset)
            right.append(points[index] - offset)
        }
        return (left, right)
    }

    private static func unit(_ vector: Point) -> Point { vector.length > 1e-9 ? vector / vector.length : .zero }

    /// Half a circle round `center` from `edge` to the other side, without the two ends.
    private static func cap(_ center: Point, _ edge: Point) -> [Point] {
        let arm = edge - center
        return (1..<8).map { step in
            let turn = Transform.pose(scale: 1, degrees: -Double(step) * 22.5)
            return center + turn(arm)
        }
    }

    /// Every contour cut into dashes, lengths in units: stitches.
    func dashed(_ dash: Double, _ gap: Double) -> Path {
        var pieces = Path()
        for contour in contours {
            var piece: [Point] = []
            var travelled = 0.0
            for (start, end) in zip(contour, contour.dropFirst()) {
                let length = (end - start).length
                let steps = max(1, Int((length / 0.25).rounded(.up)))
                for step in 0..<steps {
                    let phase = (travelled + length * Double(step) / Double(steps))
                        .truncatingRemainder(dividingBy: dash + gap)
                    if phase < dash {
                        piece.append(start.mixed(with: end, Double(step) / Double(steps)))
                    } else if !piece.isEmpty {
                        pieces.contours.append(piece)
                        piece = []
                    }
                }
                travelled += length
            }
            if !piece.isEmpty { pieces.contours.append(piece) }
        }
        return pieces
    }
}
