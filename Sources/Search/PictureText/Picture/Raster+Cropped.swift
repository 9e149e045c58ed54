extension Raster {
    /// The quadrilateral as an upright picture: bicubic, with the pixels at the edge repeated beyond it. One that is at
    /// least one and a half times as high as wide is turned by a quarter counter-clockwise.
    ///
    /// Places are those of OpenCV 5.0, and one sample in two thousand of a tilted crop differs by one level. Earlier
    /// versions round places to 1/32 of a pixel.
    ///
    /// - Parameter corners: Left upper, right upper, right lower, left lower.
    /// - Returns: Nil where the corners are no quadrilateral.
    func cropped(_ corners: [Corner]) -> Raster? {
        let wide = max(corners[0].distance(to: corners[1]), corners[2].distance(to: corners[3]))
        let high = max(corners[0].distance(to: corners[3]), corners[1].distance(to: corners[2]))
        guard wide.isFinite, high.isFinite, wide < 1e5, high < 1e5 else { return nil }
        let (columns, rows) = (Int(wide), Int(high))
        guard columns > 0, rows > 0, let map = Perspective(corners: corners, width: columns, height: rows) else {
            return nil
        }
        let crop = warped(map, columns, rows)
        return Double(rows) / Double(columns) >= 1.5 ? crop.quarterTurned() : crop
    }

    private func warped(_ map: Perspective, _ columns: Int, _ rows: Int) -> Raster {
        var result = [UInt8](repeating: 0, count: columns * rows * 3)
        let source = bytes.span
        let m = map.rows
        for row in 0..<rows {
            let down = Double(row)
            for column in 0..<columns {
                let across = Double(column)
                let divisor = m[6] * across + m[7] * down + m[8]
                let factor = divisor == 0 ? 0 : 1 / divisor
                let x = Raster.bounded((m[0] * across + m[1] * down + m[2]) * factor)
                let y = Raster.bounded((m[3] * across + m[4] * down + m[5]) * factor)
                let color = sample(source, x, y)
                let place = (row * columns + column) * 3
                for channel in 0..<3 { result[place + channel] = UInt8(color[channel]) }
            }
        }
        return Raster(width: columns, height: rows, bytes: result)
    }

    /// A place within what a picture may have.
    private static func bounded(_ value: Double) -> Double { value.isFinite ? min(max(value, -1e6), 1e6) : 0 }

    /// The mean of 16 pixels around a place, from 0 to 255.
    private func sample(_ source: Span<UInt8>, _ x: Double, _ y: Double) -> SIMD4<Float> {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let across = Raster.weights(Float(x - left))
        let down = Raster.weights(Float(y - top))
        let (firstColumn, firstRow) = (Int(left) - 1, Int(top) - 1)
        var sum = SIMD4<Float>()
        for row in 0..<4 {
            let line = min(max(firstRow + row, 0), height - 1) * width
            var part = SIMD4<Float>()
            for column in 0..<4 {
                let pixel = (line + min(max(firstColumn + column, 0), width - 1)) * 3
                // Safe: the pixel is one of the picture.
                let (red, green) = unsafe (source[unchecked: pixel], source[unchecked: pixel &+ 1])
                let blue = unsafe source[unchecked: pixel &+ 2]
                part += across[column] * SIMD4(Float(red), Float(green), Float(blue), 0)
            }
            sum += down[row] * part
        }
        return sum.rounded(.toNearestOrEven).clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255))
    }

    /// The weights of four pixels in a line, for a place behind the second one.
    private static func weights(_ x: Float) -> SIMD4<Float> {
        let a: Float = -0.75
        let rest = 1 - x
        let first = ((a * (x + 1) - 5 * a) * (x + 1) + 8 * a) * (x + 1) - 4 * a
        let second = ((a + 2) * x - (a + 3)) * x * x + 1
        let third = ((a + 2) * rest - (a + 3)) * rest * rest + 1
        return SIMD4(first, second, third, 1 - first - second - third)
    }
}
