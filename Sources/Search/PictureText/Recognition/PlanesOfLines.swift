/// The tensor of several pictures: for each its blue, green and red plane, from -1 to 1, row by row.
struct PlanesOfLines {
    let width: Int
    let height: Int
    /// Zero, which is mid gray, where nothing was set.
    private(set) var values: [Float]

    init(count: Int, width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        values = [Float](repeating: 0, count: count * 3 * width * height)
    }

    /// The values of bytes.
    enum Scale {
        /// As the detector wants them.
        static let map = (0..<256).map { Float((Double(Float($0) * Float(1.0 / 255)) - 0.5) / 0.5) }
        /// As the recognizer and the classifier want them. The last digits differ.
        static let line = (0..<256).map { (Float($0) / 255 - 0.5) / 0.5 }
    }

    /// Writes a picture of the same height, at most as wide, to the left end of a place.
    mutating func set(_ picture: Raster, at index: Int, _ scale: [Float]) {
        let (area, rows, columns, length) = (width * height, height, picture.width, width)
        let start = index * 3 * area
        precondition(picture.height == height && columns <= width && scale.count == 256)
        precondition(index >= 0 && start + 3 * area <= values.count)
        let (source, table) = (picture.bytes.span, scale.span)
        var target = values.mutableSpan
        for row in 0..<rows {
            for column in 0..<columns {
                let (from, to) = (3 &* (row &* columns &+ column), start &+ row &* length &+ column)
                for channel in 0..<3 {
                    // Safe: the sizes were compared above, and a byte is below 256.
                    let value = unsafe table[unchecked: Int(source[unchecked: from &+ 2 &- channel])]
                    unsafe target[unchecked: to &+ channel &* area] = value
                }
            }
        }
    }
}

extension Raster {
    /// The picture at a height, in its own proportions, but at most so wide.
    func line(height rows: Int, most: Int) -> Raster {
        let wanted = (Double(rows) * ratio).rounded(.up)
        return resized(width: wanted > Double(most) ? most : Int(wanted), height: rows)
    }
}
