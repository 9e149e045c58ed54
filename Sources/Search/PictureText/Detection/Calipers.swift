/// Four lines at right angles around a convex polygon, which are turned from side to side of it.
struct Calipers {
    private let points: [Corner]
    private let sides: [Corner]
    private let inverseLengths: [Float]
    /// The points that the lines touch: lowest y, greatest x, greatest y, least x.
    private var touched: [Int]
    /// The direction of the first line.
    private var base: Corner

    /// - Parameter points: At least three corners of a convex polygon, in order.
    init(_ points: [Corner]) {
        self.points = points
        let sides = points.indices.map { index in
            let next = points[(index + 1) % points.count]
            return Corner(x: next.x - points[index].x, y: next.y - points[index].y)
        }
        self.sides = sides
        inverseLengths = sides.map { side in
            let (x, y) = (Double(side.x), Double(side.y))
            return Float(1 / (x * x + y * y).squareRoot())
        }
        func first(_ precedes: (Corner, Corner) -> Bool) -> Int {
            points.indices.dropFirst().reduce(0) { precedes(points[$1], points[$0]) ? $1 : $0 }
        }
        touched = [first { $0.y < $1.y }, first { $0.x > $1.x }, first { $0.y > $1.y }, first { $0.x < $1.x }]
        let turn = points.indices.lazy.map { index in
            let before = sides[(index + points.count - 1) % points.count]
            return Double(before.x) * Double(sides[index].y) - Double(before.y) * Double(sides[index].x)
        }.first { $0 != 0 }
        base = Corner(x: (turn ?? 1) > 0 ? 1 : -1, y: 0)
    }

    /// A corner of the rectangle of least area, and its two sides from there. The last of equals.
    mutating func leastArea() -> (corner: Corner, side: Corner, other: Corner) {
        var least = Float.greatestFiniteMagnitude
        var best = (base: base, width: Float(0), height: Float(0), left: touched[3], bottom: touched[0])
        for _ in points.indices {
            turnToNextSide()
            let (right, left) = (points[touched[1]], points[touched[3]])
            let (top, bottom) = (points[touched[2]], points[touched[0]])
            let width = (right.x - left.x) * base.x + (right.y - left.y) * base.y
            let height = -(top.x - bottom.x) * base.y + (top.y - bottom.y) * base.x
            if width * height <= least {
                least = width * height
                best = (base, width, height, touched[3], touched[0])
            }
        }
        let (a, b) = (best.base.x, best.base.y)
        let across = a * points[best.left].x + points[best.left].y * b
        let down = -b * points[best.bottom].x + points[best.bottom].y * a
        let scale = 1 / (a * a - -b * b)
        let corner = Corner(x: (across * a - down * b) * scale, y: (a * down - -b * across) * scale)
        return (corner, Corner(x: a * best.width, y: b * best.width), Corner(x: -b * best.height, y: a * best.height))
    }

    func least() -> (corner: Corner, side: Corner, other: Corner) {
        var copy = self
        return copy.leastArea()
    }

    /// Turns the lines by the least angle at which one of them lies on a side.
    private mutating func turnToNextSide() {
        let turned = touched.enumerated().map { line, point in Calipers.turned(sides[point], by: line) }
        var main = 0
        // The one that is turned least from the base: it lies to the right of no other.
        for line in 1..<4 where turned[line].y * turned[main].x - turned[line].x * turned[main].y < 0 { main = line }
        let (point, length) = (touched[main], inverseLengths[touched[main]])
        base = Calipers.turned(Corner(x: sides[point].x * length, y: sides[point].y * length), by: main)
        touched[main] = (point + 1) % points.count
    }

    /// The vector after quarter turns back.
    private static func turned(_ vector: Corner, by quarters: Int) -> Corner {
        switch quarters {
        case 0: vector
        case 1: Corner(x: vector.y, y: -vector.x)
        case 2: Corner(x: -vector.x, y: -vector.y)
        default: Corner(x: -vector.y, y: vector.x)
        }
    }
}
