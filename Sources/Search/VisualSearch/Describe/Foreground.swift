/// The pixels of the object in a picture, as one row of them; all pixels where no background is found.
///
/// Reads at most 96 pixels a side. The background is the region that is connected to the border and near one of its few
/// colors, if at least half of the border is.
func foreground(of pixels: PixelBuffer) -> PixelBuffer {
    let step = max(1, (pixels.size.longestSide + 95) / 96)
    let (width, height) = ((pixels.size.width + step - 1) / step, (pixels.size.height + step - 1) / step)
    let grid = Grid(pixels, step: step, width: width, height: height)
    let chosen = Background(grid).map { grid.colors(where: $0.isBackground, is: false) } ?? grid.bytes
    return PixelBuffer(size: Size(width: chosen.count / 3, height: 1), bytes: chosen) ?? pixels
}

// The loops go through pointers: each picture of each test passes here, and an index into an array takes ten times as
// long in a debug build.

/// Every so many pixels of a picture, three bytes each.
private struct Grid {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    var count: Int { width * height }

    init(_ pixels: PixelBuffer, step: Int, width: Int, height: Int) {
        self.width = width
        self.height = height
        // Safe: `row * step` and `column * step` are pixels of the picture, and each pixel of the grid is written once.
        bytes = unsafe [UInt8](unsafeUninitializedCapacity: 3 * width * height) { buffer, written in
            unsafe pixels.bytes.withUnsafeBufferPointer { source in
                guard let target = buffer.baseAddress, let source = source.baseAddress else { return }
                var row = 0
                while row < height {
                    var column = 0
                    while column < width {
                        let to = unsafe target + 3 * (row * width + column)
                        let from = unsafe source + (row * pixels.size.width + column) * step * pixels.channels
                        unsafe to.initialize(to: from[0])
                        unsafe (to + 1).initialize(to: from[1])
                        unsafe (to + 2).initialize(to: from[2])
                        column += 1
                    }
                    row += 1
                }
                written = 3 * width * height
            }
        }
    }

    subscript(index: Int) -> RGB {
        RGB(red: bytes[3 * index], green: bytes[3 * index + 1], blue: bytes[3 * index + 2])
    }

    /// The bytes of the pixels that are marked so.
    func colors(where marks: [Bool], is mark: Bool) -> [UInt8] {
        // Safe: there is a mark for each pixel, and no more bytes are written than there are.
        unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, written in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                unsafe marks.withUnsafeBufferPointer { marks in
                    guard var to = buffer.baseAddress, var from = bytes.baseAddress, let marks = marks.baseAddress
                    else { return }
                    var index = 0
                    while index < count {
                        if unsafe marks[index] == mark {
                            unsafe to.initialize(to: from[0])
                            unsafe (to + 1).initialize(to: from[1])
                            unsafe (to + 2).initialize(to: from[2])
                            unsafe to += 3
                            written += 3
                        }
                        unsafe from += 3
                        index += 1
                    }
                }
            }
        }
    }
}

/// Which pixels of a grid belong to a background: walls, tables, plain paper.
private struct Background {
    /// Squared distances, weighted by the sensitivity of the eye to red, green and blue: from a color of the border,
    /// and from pixel to pixel. Chosen on `samples/`.
    private static let reach = 90 * 90
    private static let edge = 16 * 16
    private static let colorLimit = 3

    private(set) var isBackground: [Bool]

    /// Nil when less than half of the border is of a few colors, or when nearly nothing else would be left.
    init?(_ grid: Grid) {
        let (width, count) = (grid.width, grid.count)
        let sides = [
            Array(0..<width), Array(count - width..<count),
            (0..<grid.height).map { $0 * width }, (0..<grid.height).map { $0 * width + width - 1 },
        ]
        let colors = Background.findColors(sides, grid)
        let border = Set(sides.joined())
        let start = border.filter { index in
            let pixel = grid[index]
            return colors.contains { Background.distance($0, pixel) <= Background.reach }
        }
        guard 2 * start.count >= border.count else { return nil }
        isBackground = Array(repeating: false, count: count)
        let others = count - Background.flood(grid, from: start, colors, &isBackground)
        guard others * 50 >= count else { return nil }
    }

    /// Marks the pixels that are near one of some colors and connected to the first ones. Returns the number of marks.
    private static func flood(
        _ grid: Grid, from start: Set<Int>, _ colors: [RGB], _ isBackground: inout [Bool]
    ) -> Int {
        let (width, count) = (grid.width, grid.count)
        for index in start { isBackground[index] = true }
        // Each pixel is in it at most once.
        var open = Array(start)
        var marked = start.count
        // Safe: the indices are compared with the number of pixels, for each of which there are a mark and three bytes.
        unsafe grid.bytes.withUnsafeBufferPointer { bytes in
            unsafe isBackground.withUnsafeMutableBufferPointer { marks in
                guard let bytes = bytes.baseAddress, let marks = marks.baseAddress else { return }
                while let index = open.popLast() {
                    let column = index % width
                    var side = 0
                    while side < 4 {
                        let next =
                            side == 0 ? index - 1 : side == 1 ? index + 1 : side == 2 ? index - width : index + width
                        let isOutside = side == 0 ? column == 0 : side == 1 ? column == width - 1 : false
                        side += 1
                        if isOutside || next < 0 || next >= count { continue }
                        if unsafe marks[next] { continue }
                        let (one, other) = unsafe (color(bytes + 3 * next), color(bytes + 3 * index))
                        guard distance(one, other) <= edge,
                            colors.contains(where: { distance($0, one) <= reach })
                        else { continue }
                        unsafe marks[next] = true
                        marked += 1
                        open.append(next)
                    }
                }
            }
        }
        return marked
    }

    // Safe where three bytes are there.
    @unsafe private static func color(_ bytes: UnsafePointer<UInt8>) -> RGB {
        unsafe RGB(red: bytes[0], green: bytes[1], blue: bytes[2])
    }

    /// Finds the colors that most of the border is near to; each covers at least a tenth of it. The candidates are the
    /// medians of the rest of the border and of its sides.
    private static func findColors(_ sides: [[Int]], _ grid: Grid) -> [RGB] {
        var sides = sides.map { $0.map { grid[$0] } }
        let least = sides.joined().count / 10
        var colors: [RGB] = []
        while colors.count < colorLimit {
            let all = Array(sides.joined())
            var best: (color: RGB, count: Int)?
            for part in [all] + sides where !part.isEmpty {
                let color = median(part)
                let count = all.count { distance(color, $0) <= reach }
                if count > best?.count ?? 0 { best = (color, count) }
            }
            guard let best, best.count >= max(least, 1) else { break }
            colors.append(best.color)
            for side in sides.indices { sides[side].removeAll { distance(best.color, $0) <= reach } }
        }
        return colors
    }

    /// The upper median of each channel.
    private static func median(_ colors: [RGB]) -> RGB {
        var tallies = [Int](repeating: 0, count: 3 * 256)
        for color in colors {
            tallies[Int(color.red)] += 1
            tallies[256 + Int(color.green)] += 1
            tallies[512 + Int(color.blue)] += 1
        }
        func value(_ first: Int) -> UInt8 {
            var (value, below) = (0, tallies[first])
            while below <= colors.count / 2 {
                value += 1
                below += tallies[first + value]
            }
            return UInt8(value)
        }
        return RGB(red: value(0), green: value(256), blue: value(512))
    }

    private static func distance(_ left: RGB, _ right: RGB) -> Int {
        let red = Int(left.red) - Int(right.red)
        let green = Int(left.green) - Int(right.green)
        let blue = Int(left.blue) - Int(right.blue)
        return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
}
