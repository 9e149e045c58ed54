/// The borders of the set pixels of a mask: around each component, of pixels that touch at sides or corners, and around
/// each of its holes. A border has the pixels at which its direction changes.
///
/// Borders are followed as Suzuki and Abe describe it (1985), and listed as OpenCV's `RETR_LIST` does: the last found in
/// reading order comes first.
struct Contours {
    struct Point: Hashable, Sendable {
        var x: Int32
        var y: Int32
    }

    /// The points of all borders, in the order in which they were found.
    private(set) var points: [Point] = []
    private var starts: [Int] = []

    /// Of each pixel, with a clear one around the picture: 0 clear, 1 set, 2 on a border, -2 on a border whose right
    /// neighbor was seen to be clear.
    private var marks: [Int8]
    private let stride: Int

    /// The steps to the eight neighbors, from the right one on, counter-clockwise as one sees them.
    private let steps: [Int]
    private static let across: [Int32] = [1, 1, 0, -1, -1, -1, 0, 1]
    private static let down: [Int32] = [0, -1, -1, -1, 0, 1, 1, 1]

    init(_ mask: [Bool], width: Int, height: Int) {
        precondition(mask.count == width * height)
        let stride = width + 2
        self.stride = stride
        steps = [1, 1 - stride, -stride, -1 - stride, -1, stride - 1, stride, stride + 1]
        marks = [Int8](repeating: 0, count: stride * (height + 2))
        for row in 0..<height {
            for column in 0..<width where mask[row * width + column] { marks[(row + 1) * stride + column + 1] = 1 }
        }
        for row in 1..<height + 1 { scan(row) }
        marks = []
    }

    /// The borders, the last found first.
    var count: Int { starts.count }

    subscript(index: Int) -> ArraySlice<Point> {
        let place = starts.count - 1 - index
        return points[starts[place]..<(place + 1 < starts.count ? starts[place + 1] : points.count)]
    }

    private mutating func scan(_ row: Int) {
        var before: Int8 = 0
        for place in row * stride + 1..<(row + 1) * stride {
            let mark = marks[place]
            if before == 0, mark == 1 {
                follow(from: place, isHole: false)
            } else if before > 0, mark == 0 {
                follow(from: place - 1, isHole: true)
            }
            // A border may have changed it.
            before = marks[place]
        }
    }

    private mutating func follow(from start: Int, isHole: Bool) {
        starts.append(points.count)
        var point = Point(x: Int32(start % stride - 1), y: Int32(start / stride - 1))
        // The neighbor from which the border comes back, clockwise from the clear one.
        let clear = isHole ? 0 : 4
        guard let back = (1...7).lazy.map({ (clear - $0) & 7 }).first(where: { marks[start + steps[$0]] != 0 }) else {
            marks[start] = -2
            points.append(point)
            return
        }
        let last = start + steps[back]
        var (place, from) = (start, back)
        var lastDirection = back ^ 4
        while true {
            var direction = from + 1
            while marks[place + steps[direction & 7]] == 0 { direction += 1 }
            direction &= 7
            // The right neighbor was among the clear ones.
            if direction > 0, direction <= from {
                marks[place] = -2
            } else if marks[place] == 1 {
                marks[place] = 2
            }
            if direction != lastDirection {
                points.append(point)
                lastDirection = direction
            }
            let next = place + steps[direction]
            if next == start, place == last { return }
            point.x += Contours.across[direction]
            point.y += Contours.down[direction]
            (place, from) = (next, direction ^ 4)
        }
    }
}
