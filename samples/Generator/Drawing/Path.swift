import Foundation

/// Contours made of short straight lines. A filled contour closes itself; one that runs the other way cuts a hole.
struct Path {
    var contours: [[Point]] = []

    init() {}

    init(_ points: [Point]) { contours = [points] }

    /// Reads SVG path data with absolute commands, words parted by white space: `M 0 0 L 10 0 Q 5 5 0 0 C … Z`.
    init(_ data: String) {
        var command: Substring = "M"
        var numbers: [Double] = []
        for word in data.split(whereSeparator: \.isWhitespace) {
            guard let number = Double(word) else {
                command = word
                if command == "Z", let first = contours.last?.first { add([first]) }
                continue
            }
            numbers.append(number)
            let wanted = command == "C" ? 6 : command == "Q" ? 4 : 2
            guard numbers.count == wanted else { continue }
            let points = stride(from: 0, to: wanted, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
            numbers = []
            switch command {
            case "M":
                contours.append(points)
                command = "L"
            case "L": add(points)
            case "Q": bend(points[0], points[0], points[1], weight: 2.0 / 3)
            default: bend(points[0], points[1], points[2], weight: 1)
            }
        }
    }

    private mutating func add(_ points: [Point]) { contours[contours.count - 1] += points }

    /// A cubic Bézier curve; a weight of 2/3 with equal controls raises a quadratic one to it.
    private mutating func bend(_ first: Point, _ second: Point, _ end: Point, weight: Double) {
        let start = contours[contours.count - 1].last ?? first
        let a = start.mixed(with: first, weight)
        let b = end.mixed(with: second, weight)
        let steps = 20
        add(
            (1...steps).map { step in
                let t = Double(step) / Double(steps)
                let s = 1 - t
                let near = start * (s * s * s) + a * (3 * s * s * t)
                return near + b * (3 * s * t * t) + end * (t * t * t)
            })
    }

    /// A smooth curve through all points (Catmull–Rom).
    static func through(_ knots: [Point], closed: Bool = false) -> Path {
        let count = knots.count
        func knot(_ index: Int) -> Point {
            closed ? knots[(index + count) % count] : knots[min(max(index, 0), count - 1)]
        }
        var points: [Point] = []
        for index in 0..<(closed ? count : count - 1) {
            let (a, b, c, d) = (knot(index - 1), knot(index), knot(index + 1), knot(index + 2))
            for step in 0..<12 {
                let t = Double(step) / 12
                let slope = (c - a) * t
                let bend = (a * 2 - b * 5 + c * 4 - d) * (t * t)
                let twist = (b * 3 - a - c * 3 + d) * (t * t * t)
                points.append(b + (slope + bend + twist) * 0.5)
            }
        }
        points.append(closed ? points[0] : knots[count - 1])
        return Path(points)
    }

    static func + (left: Path, right: Path) -> Path {
        var sum = left
        sum.contours += right.contours
        return sum
    }

    /// The same path cut out of what is drawn round it.
    var hole: Path { map { $0.reversed() } }

    func moved(_ x: Double, _ y: Double) -> Path { transformed(by: Transform(origin: Point(x, y))) }

    func transformed(by transform: Transform) -> Path { map { $0.map { transform($0) } } }

    func turned(_ degrees: Double, about center: Point) -> Path {
        let turn = Transform.pose(scale: 1, degrees: degrees)
        return map { $0.map { turn($0 - center) + center } }
    }

    /// Reflected left to right; it keeps running the same way round.
    func mirrored(about x: Double = 50) -> Path { map { $0.reversed().map { Point(2 * x - $0.x, $0.y) } } }

    private func map(_ change: ([Point]) -> [Point]) -> Path {
        var copy = self
        copy.contours = contours.map(change)
        return copy
    }
}
