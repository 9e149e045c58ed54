/// The pixels of a convex polygon in a frame, with all that its sides run through.
struct PolygonFill {
    /// For each row of the frame the columns, in one run; empty for a row outside of it.
    private(set) var rows: [Range<Int>]
    private let width: Int

    init(_ corners: [(x: Int, y: Int)], width: Int, height: Int) {
        self.width = width
        rows = [Range<Int>](repeating: 0..<0, count: height)
        for (index, corner) in corners.enumerated() { draw(from: corner, to: corners[(index + 1) % corners.count]) }
    }

    private mutating func set(_ x: Int, _ y: Int) {
        guard rows.indices.contains(y), 0..<width ~= x else { return }
        let row = rows[y]
        rows[y] = row.isEmpty ? x..<x + 1 : min(row.lowerBound, x)..<max(row.upperBound, x + 1)
    }

    /// The line of eight directions, from its left end to its right one.
    private mutating func draw(from one: (x: Int, y: Int), to other: (x: Int, y: Int)) {
        let (start, end) = one.x <= other.x ? (one, other) : (other, one)
        let (across, down) = (end.x - start.x, abs(end.y - start.y))
        let step = end.y < start.y ? -1 : 1
        let (long, short) = (max(across, down), min(across, down))
        var (x, y, error) = (start.x, start.y, long - 2 * short)
        for _ in 0...long {
            set(x, y)
            let isBoth = error < 0
            error += (isBoth ? 2 * long : 0) - 2 * short
            if across >= down {
                x += 1
                if isBoth { y += step }
            } else {
                y += step
                if isBoth { x += 1 }
            }
        }
    }
}
