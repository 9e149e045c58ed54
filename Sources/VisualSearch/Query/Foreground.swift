internal import Imaging

/// The pixels of the thing in a picture, as one row of them; all pixels where no background is found.
///
/// Every other pixel of pictures above 128 pixels is looked at, and so on. The background is what hangs together with
/// the border and is near the border's median color, if at least half of the border is.
func foreground(of pixels: PixelBuffer) -> PixelBuffer {
    let step = max(1, (pixels.size.longestSide + 127) / 128)
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
    let things = Background(grid, width: width, height: height).map { $0.others } ?? Array(grid.indices)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(things.count * 3)
    for index in things {
        for channel in 0..<3 { bytes.append(UInt8(truncatingIfNeeded: grid[index][channel])) }
    }
    return PixelBuffer(size: Size(width: things.count, height: 1), bytes: bytes) ?? pixels
}

/// Which pixels of a grid belong to a background of nearly one color.
private struct Background {
    /// Squared distances, weighted by what the eye sees of red, green and blue: from the border's color, and from
    /// pixel to pixel.
    private static let reach: Int32 = 90 * 90
    private static let edge: Int32 = 16 * 16

    private let grid: [SIMD4<Int32>]
    private var isBackground: [Bool]

    /// Nil when the border is of many colors, or when nearly nothing else would be left.
    init?(_ grid: [SIMD4<Int32>], width: Int, height: Int) {
        self.grid = grid
        isBackground = Array(repeating: false, count: grid.count)
        let border = grid.indices.filter { index in
            let (row, column) = (index / width, index % width)
            return row == 0 || row == height - 1 || column == 0 || column == width - 1
        }
        var median = SIMD4<Int32>()
        for channel in 0..<3 { median[channel] = border.map { grid[$0][channel] }.sorted()[border.count / 2] }
        var open = border.filter { Background.distance(grid[$0], median) <= Background.reach }
        guard 2 * open.count >= border.count else { return nil }
        for index in open { isBackground[index] = true }
        while let index = open.popLast() {
            let (row, column) = (index / width, index % width)
            if column > 0 { spread(from: index, to: index - 1, median, &open) }
            if column < width - 1 { spread(from: index, to: index + 1, median, &open) }
            if row > 0 { spread(from: index, to: index - width, median, &open) }
            if row < height - 1 { spread(from: index, to: index + width, median, &open) }
        }
        guard others.count * 50 >= grid.count else { return nil }
    }

    var others: [Int] { isBackground.indices.filter { !isBackground[$0] } }

    private mutating func spread(from index: Int, to next: Int, _ median: SIMD4<Int32>, _ open: inout [Int]) {
        guard !isBackground[next], Background.distance(grid[next], median) <= Background.reach,
            Background.distance(grid[next], grid[index]) <= Background.edge
        else { return }
        isBackground[next] = true
        open.append(next)
    }

    private static func distance(_ left: SIMD4<Int32>, _ right: SIMD4<Int32>) -> Int32 {
        let difference = left &- right
        return (difference &* difference &* SIMD4(2, 4, 3, 0)).wrappedSum()
    }
}
