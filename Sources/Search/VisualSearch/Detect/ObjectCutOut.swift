extension DetectedObject {
    /// The object alone, on white with a narrow margin, as catalogs show objects: what to describe it from.
    ///
    /// Sides are brought to between 4:5 and 5:4, as describers squash pictures to a square. An object without a mask,
    /// or with one that covers little of its box and so missed most of it, stays on its ground; the whole picture stays
    /// as it is.
    ///
    /// - Parameter pixels: The picture in any size; the box is in pixels of it (see ``scaled(from:to:)``).
    package func cutOut(of pixels: PixelBuffer) -> PixelBuffer {
        if isWholePicture { return pixels }
        let part = box.inside(pixels.size)
        let (width, height) = (part.width, part.height)
        let size = Self.framed(part.size)
        let (startX, startY) = ((size.width - width) / 2, (size.height - height) / 2)
        let mask = mask.flatMap { $0.share >= Self.leastCoverage ? $0 : nil }
        let columns = (0..<width).map { mask?.across(part.left + $0, of: box) ?? CellPair() }
        var bytes = [UInt8](repeating: 255, count: size.pixelCount * 3)
        for row in 0..<height {
            let down = mask?.down(part.top + row, of: box) ?? CellPair()
            var from = ((part.top + row) * pixels.size.width + part.left) * pixels.channels
            var to = ((startY + row) * size.width + startX) * 3
            for column in 0..<width {
                let share = mask?.coverage(columns[column], down) ?? 256
                for channel in 0..<3 {
                    let value = Int32(pixels.bytes[from + channel])
                    bytes[to + channel] = UInt8(truncatingIfNeeded: (value * share + 255 * (256 - share) + 128) >> 8)
                }
                from += pixels.channels
                to += 3
            }
        }
        return PixelBuffer(size: size, bytes: bytes) ?? pixels
    }

    /// Chosen, with the margin and the sides, on collages of catalog pictures: see the README of the learning program.
    static let leastCoverage = 0.3
    private static let margin = 0.03
    private static let aspects = 0.8...1.25

    private static func framed(_ size: Size) -> Size {
        let (width, height) = (Double(size.width), Double(size.height))
        let aspect = min(max(width / height, aspects.lowerBound), aspects.upperBound)
        return Size(
            width: Int((max(width, height * aspect) * (1 + 2 * margin)).rounded()),
            height: Int((max(height, width / aspect) * (1 + 2 * margin)).rounded()))
    }
}

/// Two neighboring cells of the grid, and the weight of the second in 1/256.
private struct CellPair {
    var first = 0
    var second = 0
    var share: Int32 = 0
}

extension ObjectMask {
    var share: Double { coverage.reduce(0) { $0 + Double($1) } / Double(255 * coverage.count) }

    /// Returns the position of a pixel column of the picture in the grid.
    fileprivate func across(_ x: Int, of box: Box) -> CellPair { cells(x - box.left, box.width, size.width) }
    fileprivate func down(_ y: Int, of box: Box) -> CellPair { cells(y - box.top, box.height, size.height) }

    private func cells(_ offset: Int, _ side: Int, _ count: Int) -> CellPair {
        let at = min(max((Double(offset) + 0.5) / Double(max(side, 1)) * Double(count) - 0.5, 0), Double(count - 1))
        let first = Int(at)
        return CellPair(first: first, second: min(first + 1, count - 1), share: Int32((at - Double(first)) * 256))
    }

    /// Returns the coverage, 0…256, interpolated between four cells of the grid.
    fileprivate func coverage(_ across: CellPair, _ down: CellPair) -> Int32 {
        func row(_ y: Int) -> Int32 {
            let start = y * size.width
            return Int32(coverage[start + across.first]) * (256 - across.share)
                + Int32(coverage[start + across.second]) * across.share
        }
        let value = (row(down.first) * (256 - down.share) + row(down.second) * down.share) >> 16
        return value + (value >> 7)
    }
}
