/// The pixels of the object in a picture, as one row of them; all pixels where no background is found.
///
/// Reads at most 96 pixels a side. The background is the region that is connected to the border and near one of its few
/// colors, if at least half of the border is.
func foreground(of pixels: PixelBuffer) -> PixelBuffer {
    let step = max(1, (pixels.size.longestSide + 95) / 96)
    let (width, height) = ((pixels.size.width + step - 1) / step, (pixels.size.height + step - 1) / step)
    var grid: [GridColor] = []
    grid.reserveCapacity(width * height)
    for row in 0..<height {
        for column in 0..<width {
            let at = (row * step * pixels.size.width + column * step) * pixels.channels
            grid.append(GridColor(red: pixels.bytes[at], green: pixels.bytes[at + 1], blue: pixels.bytes[at + 2]))
        }
    }
    let foreground = Background(grid, width: width, height: height).map { $0.others } ?? Array(grid.indices)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(foreground.count * 3)
    for index in foreground {
        bytes.append(grid[index].red)
        bytes.append(grid[index].green)
        bytes.append(grid[index].blue)
    }
    return PixelBuffer(size: Size(width: foreground.count, height: 1), bytes: bytes) ?? pixels
}

/// A pixel of the grid: plain numbers, since a vector of them takes many times as long without optimization.
private struct GridColor {
    var red, green, blue: UInt8

    /// Squared, weighted by the sensitivity of the eye to red, green and blue.
    func distance(to other: GridColor) -> Int32 {
        let red = Int32(red) &- Int32(other.red)
        let green = Int32(green) &- Int32(other.green)
        let blue = Int32(blue) &- Int32(other.blue)
        return 2 &* red &* red &+ 4 &* green &* green &+ 3 &* blue &* blue
    }
}

/// Which pixels of a grid belong to a background: walls, tables, plain paper.
private struct Background {
    /// Distances from a color of the border, and from pixel to pixel. Chosen on `samples/`.
    private static let reach: Int32 = 90 * 90
    private static let edge: Int32 = 16 * 16
    private static let colorLimit = 3

    private let grid: [GridColor]
    private let width: Int
    private var isBackground: [Bool]

    /// Nil when less than half of the border is of a few colors, or when nearly nothing else would be left.
    init?(_ grid: [GridColor], width: Int, height: Int) {
        self.grid = grid
        self.width = width
        isBackground = Array(repeating: false, count: grid.count)
        let sides = [
            Array(0..<width), Array(grid.count - width..<grid.count),
            (0..<height).map { $0 * width }, (0..<height).map { $0 * width + width - 1 },
        ]
        let colors = findColors(sides)
        let border = Set(sides.joined())
        var open = border.filter { index in colors.contains { isNear($0, grid[index]) } }.sorted()
        guard 2 * open.count >= border.count else { return nil }
        for index in open { isBackground[index] = true }
        while let index = open.popLast() {
            let column = index % width
            for next in [index - 1, index + 1, index - width, index + width] {
                guard grid.indices.contains(next), next != index - 1 || column > 0,
                    next != index + 1 || column < width - 1, !isBackground[next],
                    grid[next].distance(to: grid[index]) <= Background.edge,
                    colors.contains(where: { isNear($0, grid[next]) })
                else { continue }
                isBackground[next] = true
                open.append(next)
            }
        }
        guard others.count * 50 >= grid.count else { return nil }
    }

    var others: [Int] { isBackground.indices.filter { !isBackground[$0] } }

    /// Finds the colors that most of the border is near to; each covers at least a tenth of it. The candidates are the
    /// medians of the rest of the border and of its sides.
    private func findColors(_ sides: [[Int]]) -> [GridColor] {
        var sides = sides
        let least = sides.joined().count / 10
        var colors: [GridColor] = []
        while colors.count < Background.colorLimit {
            let all = Array(sides.joined())
            var best: (color: GridColor, count: Int)?
            for part in [all] + sides where !part.isEmpty {
                let color = median(part)
                let count = all.count { isNear(color, grid[$0]) }
                if count > best?.count ?? 0 { best = (color, count) }
            }
            guard let best, best.count >= max(least, 1) else { break }
            colors.append(best.color)
            for side in sides.indices { sides[side].removeAll { isNear(best.color, grid[$0]) } }
        }
        return colors
    }

    private func median(_ indices: [Int]) -> GridColor {
        func middle(_ channel: (GridColor) -> UInt8) -> UInt8 {
            indices.map { channel(grid[$0]) }.sorted()[indices.count / 2]
        }
        return GridColor(red: middle { $0.red }, green: middle { $0.green }, blue: middle { $0.blue })
    }

    private func isNear(_ color: GridColor, _ pixel: GridColor) -> Bool {
        color.distance(to: pixel) <= Background.reach
    }
}
