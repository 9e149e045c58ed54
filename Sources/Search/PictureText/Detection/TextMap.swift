/// The probability of text at each pixel, as a detector gives it.
struct TextMap: Sendable {
    let width: Int
    let height: Int
    /// Row by row; may have values that are not numbers.
    let values: [Float]

    init(width: Int, height: Int, values: [Float]) {
        precondition(values.count == width * height)
        (self.width, self.height, self.values) = (width, height, values)
    }

    /// True above the threshold, and for the right, the lower and the right lower neighbor of such a pixel.
    func mask(above threshold: Float) -> [Bool] {
        var mask = values.map { $0 > threshold }
        // From the last one on: neighbors that grow grow no further.
        for row in (0..<height).reversed() {
            let line = row * width
            for column in (0..<width).reversed() where !mask[line + column] {
                let hasLeft = column > 0 && values[line + column - 1] > threshold
                let hasUpper =
                    row > 0
                    && (values[line - width + column] > threshold
                        || column > 0 && values[line - width + column - 1] > threshold)
                mask[line + column] = hasLeft || hasUpper
            }
        }
        return mask
    }

    /// The mean of the probabilities in a quadrilateral, its edge included. Its corners are cut to whole pixels from the
    /// left upper one of its frame. Zero where nothing of it is in the map, and where a value is not a number.
    func mean(in corners: [Corner]) -> Double {
        func bounded(_ value: Float, _ count: Int) -> Int { Int(min(max(value, 0), Float(count - 1))) }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        let left = bounded(xs.reduce(.infinity, min).rounded(.down), width)
        let right = bounded(xs.reduce(-.infinity, max).rounded(.up), width)
        let top = bounded(ys.reduce(.infinity, min).rounded(.down), height)
        let bottom = bounded(ys.reduce(-.infinity, max).rounded(.up), height)
        let polygon = corners.map { ($0.x - Float(left), $0.y - Float(top)) }.map { (Int($0.0), Int($0.1)) }
        let fill = PolygonFill(polygon, width: right - left + 1, height: bottom - top + 1)
        var (sum, count) = (0.0, 0)
        for (row, columns) in fill.rows.enumerated() {
            let line = (top + row) * width + left
            for column in columns {
                sum += Double(values[line + column])
                count += 1
            }
        }
        return count > 0 && sum.isFinite ? sum / Double(count) : 0
    }
}
