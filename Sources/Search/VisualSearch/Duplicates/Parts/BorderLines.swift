/// Rectangles in a picture whose four sides are straight borders, as those of a photo in a collage or on a screen.
///
/// At a border the pixels change all along a line, and less so a few pixels beside it. The lines with the longest such runs
/// are kept, and the rectangles between them are ranked by how well their sides are covered.
struct BorderLines {
    /// The longest side of the pixels that are searched.
    private static let side = 240
    /// Lines in each direction, rectangles that are given, and the least side of one as a share of the shorter side.
    private static let (mostLines, mostRectangles, leastSide) = (14, 16, 0.15)
    /// The share of steps along a line that have to stand out beyond those beside it.
    private static let leastCover: Float = 0.2
    /// A step of luma from one pixel to the second next, in levels.
    private static let step: Float = 9

    private let columns, rows: Int
    /// Running sums of the cover along each line: of upright ones by column, of level ones by row.
    private let upright, level: [[Float]]

    init(_ picture: SummedPicture) {
        let scale = min(1, Double(Self.side) / Double(max(picture.size.width, picture.size.height)))
        let columns = max(Int(Double(picture.size.width) * scale), 16)
        let rows = max(Int(Double(picture.size.height) * scale), 16)
        let planes = (picture.isGray ? [SummedPicture.Channel.luma] : [.luma, .blue, .red])
            .map { picture.means(picture.all, columns: columns, rows: rows, $0) }
        (self.columns, self.rows) = (columns, rows)
        upright = Self.cover(lines: columns, along: rows) { line, at in
            planes.map { abs($0[at * columns + line] - $0[at * columns + line - 2]) }.max() ?? 0
        }
        level = Self.cover(lines: rows, along: columns) { line, at in
            planes.map { abs($0[line * columns + at] - $0[(line - 2) * columns + at]) }.max() ?? 0
        }
    }

    /// For each line the running sums of its cover.
    private static func cover(lines: Int, along: Int, change: (Int, Int) -> Float) -> [[Float]] {
        var steps = [[Float]](repeating: [Float](repeating: 0, count: along), count: lines + 1)
        // The border before pixel `line` of the grid lies between the pixels line - 1 and line.
        for line in 2..<lines {
            for at in 0..<along where change(line, at) >= step { steps[line][at] = 1 }
        }
        return (0...lines).map { line in
            var sums = [Float](repeating: 0, count: along + 1)
            let (before, after) = (steps[max(line - 3, 0)], steps[min(line + 4, lines)])
            // The step across two pixels sees a border at either of them.
            let (here, next) = (steps[line], steps[min(line + 1, lines)])
            for at in 0..<along {
                sums[at + 1] = sums[at] + max(here[at], next[at]) - 0.5 * (before[at] + after[at])
            }
            return sums
        }
    }

    /// The rectangles, best first, in shares of the sides of the picture.
    var rectangles: [PictureArea] {
        let (xs, ys) = (Self.best(upright, along: rows), Self.best(level, along: columns))
        let least = Int(Self.leastSide * Double(min(columns, rows)))
        var found: [(score: Float, area: PictureArea)] = []
        for (left, right) in Self.pairs(xs, least, last: columns) {
            for (top, bottom) in Self.pairs(ys, least, last: rows) {
                if right - left == columns, bottom - top == rows { continue }
                let sides = [
                    Self.mean(upright[left], top, bottom, isEnd: left == 0),
                    Self.mean(upright[right], top, bottom, isEnd: right == columns),
                    Self.mean(level[top], left, right, isEnd: top == 0),
                    Self.mean(level[bottom], left, right, isEnd: bottom == rows),
                ]
                let (lowest, sum) = (sides.min() ?? 0, sides.reduce(0, +))
                guard lowest > 0.12 else { continue }
                found.append(
                    (
                        sum / 4 + lowest,
                        PictureArea(
                            left: Double(left) / Double(columns), top: Double(top) / Double(rows),
                            width: Double(right - left) / Double(columns), height: Double(bottom - top) / Double(rows))
                    ))
            }
        }
        found.sort { $0.score > $1.score }
        var kept: [PictureArea] = []
        for candidate in found.prefix(400) where kept.count < Self.mostRectangles {
            if kept.allSatisfy({ $0.overlap(candidate.area) < 0.8 }) { kept.append(candidate.area) }
        }
        return kept
    }

    private static func mean(_ sums: [Float], _ from: Int, _ to: Int, isEnd: Bool) -> Float {
        isEnd ? 0.3 : (sums[to] - sums[from]) / Float(to - from)
    }

    /// The lines with the best runs, and the ends of the picture.
    private static func best(_ lines: [[Float]], along: Int) -> [Int] {
        var scored: [(score: Float, line: Int)] = []
        for (line, sums) in lines.enumerated().dropFirst(3).dropLast(4) {
            // The run with the largest sum of what exceeds the least cover.
            var (lowest, best): (Float, Float) = (0, 0)
            for at in 1...along {
                let value = sums[at] - leastCover * Float(at)
                best = max(best, value - lowest)
                lowest = min(lowest, value)
            }
            if best > leastCover * Float(along) / 4 { scored.append((best, line)) }
        }
        scored.sort { ($1.score, $0.line) < ($0.score, $1.line) }
        var kept: [Int] = []
        for candidate in scored where kept.count < mostLines {
            if kept.allSatisfy({ abs($0 - candidate.line) > 2 }) { kept.append(candidate.line) }
        }
        return kept + [0, lines.count - 1]
    }

    private static func pairs(_ lines: [Int], _ least: Int, last: Int) -> [(Int, Int)] {
        let sorted = lines.sorted()
        return sorted.flatMap { first in sorted.filter { $0 - first >= max(least, 2) }.map { (first, $0) } }
    }
}

extension PictureArea {
    /// The joint area over the area of both together, 0…1.
    func overlap(_ other: PictureArea) -> Double {
        let across = max(min(left + width, other.left + other.width) - max(left, other.left), 0)
        let down = max(min(top + height, other.top + other.height) - max(top, other.top), 0)
        return across * down / max(width * height + other.width * other.height - across * down, .leastNormalMagnitude)
    }
}
