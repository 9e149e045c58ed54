import Foundation

/// How much of each pixel of a frame a shape covers, 0…1.
struct Mask {
    let frame: Frame
    var values: [Float]

    init(frame: Frame, values: [Float]) {
        self.frame = frame
        self.values = values
    }

    /// The exact area of each pixel inside the path, by signed area accumulated along each row.
    /// Nil where the path lies outside of `limits`. A blur radius (pixels) softens the edge.
    init?(_ path: Path, _ transform: Transform, within limits: Frame, blur: Double = 0) {
        var bounds = Bounds()
        let contours = path.contours.map { $0.map { transform($0) } }
        for contour in contours { for point in contour { bounds.include(point) } }
        guard bounds.low.x.isFinite else { return nil }
        let margin = Int((blur * 1.6).rounded(.up))
        let left = Int(bounds.low.x.rounded(.down))
        let top = Int(bounds.low.y.rounded(.down))
        let tight = Frame(
            left: left, top: top, width: Int(bounds.high.x.rounded(.up)) - left + 1,
            height: Int(bounds.high.y.rounded(.up)) - top + 1)
        frame = tight.grown(by: margin).intersection(limits.grown(by: margin))
        guard !frame.isEmpty else { return nil }
        var areas = Areas(frame)
        for contour in contours {
            for index in contour.indices {
                areas.add(contour[index], contour[(index + 1) % contour.count])
            }
        }
        values = areas.coverage
        if blur > 0 { blurEdges(blur) }
    }

    subscript(x: Int, y: Int) -> Float {
        guard x >= frame.left, x < frame.right, y >= frame.top, y < frame.bottom else { return 0 }
        return values[(y - frame.top) * frame.width + x - frame.left]
    }

    mutating func multiply(by other: Mask?) {
        for y in 0..<frame.height {
            for x in 0..<frame.width {
                values[y * frame.width + x] *= other?[x + frame.left, y + frame.top] ?? 0
            }
        }
    }

    /// The same shape with empty pixels all round.
    func grown(by margin: Int) -> Mask {
        let larger = frame.grown(by: margin)
        var copy = Mask(frame: larger, values: [Float](repeating: 0, count: larger.width * larger.height))
        for y in 0..<frame.height {
            let row = (y + margin) * larger.width + margin
            for x in 0..<frame.width { copy.values[row + x] = values[y * frame.width + x] }
        }
        return copy
    }

    /// Three box blurs each way, close to a Gauss curve. What lies outside of the frame counts as empty.
    func blurred(_ radius: Double) -> Mask {
        var copy = self
        copy.blurEdges(radius)
        return copy
    }

    private mutating func blurEdges(_ radius: Double) {
        let reach = max(1, Int((radius * 0.6).rounded()))
        var line: [Float] = []
        for _ in 0..<3 {
            for y in 0..<frame.height { blurLine(y * frame.width, 1, frame.width, reach, &line) }
            for x in 0..<frame.width { blurLine(x, frame.width, frame.height, reach, &line) }
        }
    }

    private mutating func blurLine(_ start: Int, _ step: Int, _ count: Int, _ reach: Int, _ line: inout [Float]) {
        line.removeAll(keepingCapacity: true)
        for index in 0..<count { line.append(values[start + index * step]) }
        var sum: Float = 0
        for index in 0..<min(reach, count) { sum += line[index] }
        let share = 1 / Float(2 * reach + 1)
        for index in 0..<count {
            if index + reach < count { sum += line[index + reach] }
            if index - reach - 1 >= 0 { sum -= line[index - reach - 1] }
            values[start + index * step] = max(0, sum * share)
        }
    }
}

/// Signed areas right of each edge; their running sum along a row is the coverage.
private struct Areas {
    let frame: Frame
    let stride: Int
    var cells: [Float]

    init(_ frame: Frame) {
        self.frame = frame
        stride = frame.width + 2
        cells = [Float](repeating: 0, count: stride * frame.height)
    }

    mutating func add(_ start: Point, _ end: Point) {
        let direction: Double = start.y < end.y ? 1 : -1
        let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
        guard lower.y > upper.y else { return }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        let (frameTop, frameLeft) = (Double(frame.top), Double(frame.left))
        let first = max(upper.y - frameTop, 0)
        let last = min(lower.y - frameTop, Double(frame.height))
        guard first < last else { return }
        var y = first
        while y < last {
            let row = Int(y)
            let next = min(Double(row + 1), last)
            let x0 = upper.x - frameLeft + (y + frameTop - upper.y) * slope
            let x1 = upper.x - frameLeft + (next + frameTop - upper.y) * slope
            let limit = Double(frame.width)
            add(row: row, min(max(x0, 0), limit), min(max(x1, 0), limit), (next - y) * direction)
            y = next
        }
    }

    /// Spreads `height`, the signed part of the row that the edge spans, over the cells from `x0` to `x1`.
    private mutating func add(row: Int, _ x0: Double, _ x1: Double, _ height: Double) {
        let (left, right) = (min(x0, x1), max(x0, x1))
        let (first, last) = (Int(left), Int(right))
        let base = row * stride
        if first == last {
            let uncovered = (left + right) / 2 - Double(first)
            cells[base + first] += Float(height * (1 - uncovered))
            cells[base + first + 1] += Float(height * uncovered)
            return
        }
        let perColumn = height / (right - left)
        var before = 0.0
        // Area right of the edge, column by column; each cell gets what its sum still lacks.
        for column in first...last {
            let enter = max(left, Double(column))
            let leave = min(right, Double(column + 1))
            let crossed = (leave - enter) * perColumn
            let center = (enter + leave) / 2 - Double(column)
            let passed = (enter - left) * perColumn
            let sum = passed + crossed * (1 - center)
            cells[base + column] += Float(sum - before)
            before = sum
        }
        cells[base + last + 1] += Float(height - before)
    }

    var coverage: [Float] {
        var values = [Float](repeating: 0, count: frame.width * frame.height)
        for y in 0..<frame.height {
            var sum: Float = 0
            for x in 0..<frame.width {
                sum += cells[y * stride + x]
                values[y * frame.width + x] = min(1, abs(sum))
            }
        }
        return values
    }
}
