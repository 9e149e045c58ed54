/// The pixels of the object in a picture, as one row of them; all pixels where no background is found.
///
/// Reads at most 96 pixels a side. The background is the region that is connected to the border and near one of its few
/// colors, if at least half of the border is.
func foreground(of pixels: PixelBuffer) -> PixelBuffer {
    let step = max(1, (pixels.size.longestSide + 95) / 96)
    let (width, height) = ((pixels.size.width + step - 1) / step, (pixels.size.height + step - 1) / step)
    var grid: [SIMD4<Int32>] = []
    grid.reserveCapacity(width * height)
    for row in 0..<height {
        for column in 0..<width {
            let at = (row * step * pixels.size.width + column * step) * pixels.channels
            grid.append(
                SIMD4(Int32(pixels.bytes[at]), Int32(pixels.bytes[at + 1]), Int32(pixels.bytes[at + 2]), 0))
        }
    }
    let foreground = Background(grid, width: width, height: height).map { $0.others } ?? Array(grid.indices)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(foreground.count * 3)
    for index in foreground {
        for channel in 0..<3 { bytes.append(UInt8(truncatingIfNeeded: grid[index][channel])) }
    }
    return PixelBuffer(size: Size(width: foreground.count, height: 1), bytes: bytes) ?? pixels
}

/// Which pixels of a grid belong to a background: walls, tables, plain paper.
private struct Background {
    /// Squared distances, weighted by the sensitivity of the eye to red, green and blue: from a color of the border,
    /// and from pixel to pixel. Chosen on `samples/`.
    private static let reach: Int32 = 90 * 90
    private static let edge: Int32 = 16 * 16
    private static let colorLimit = 3

    private let grid: [SIMD4<Int32>]
    private let width: Int
    private var isBackground: [Bool]

    /// Nil when less than half of the border is of a few colors, or when nearly nothing else would be left.
    init?(_ grid: [SIMD4<Int32>], width: Int, height: Int) {
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
                    Background.distance(grid[next], grid[index]) <= Background.edge,
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
    private func findColors(_ sides: [[Int]]) -> [SIMD4<Int32>] {
        var sides = sides
        let least = sides.joined().count / 10
        var colors: [SIMD4<Int32>] = []
        while colors.count < Background.colorLimit {
            let all = Array(sides.joined())
            var best: (color: SIMD4<Int32>, count: Int)?
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

    private func median(_ indices: [Int]) -> SIMD4<Int32> {
        var median = SIMD4<Int32>()
        for channel in 0..<3 { median[channel] = indices.map { grid[$0][channel] }.sorted()[indices.count / 2] }
        return median
    }

    private func isNear(_ color: SIMD4<Int32>, _ pixel: SIMD4<Int32>) -> Bool {
        Background.distance(color, pixel) <= Background.reach
    }

    private static func distance(_ left: SIMD4<Int32>, _ right: SIMD4<Int32>) -> Int32 {
        let difference = left &- right
        return (difference &* difference &* SIMD4(2, 4, 3, 0)).wrappedSum()
    }
}
