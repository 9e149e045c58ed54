/// The fineness of a JPEG's coding, so that no output is coded finer than its input.
package struct JPEGCoding: Hashable, Sendable {
    /// The quantization table of the brightness, in the order of the file (zigzag).
    let luminance: [UInt16]
    /// Color has half the resolution on both axes (4:2:0).
    let halvesColor: Bool

    /// The quality, 1…100, at which libjpeg's table for the brightness comes closest to this one.
    package var quality: Int {
        func distance(_ quality: Int) -> Int {
            zip(luminance, Self.standard).reduce(0) { sum, entry in
                sum + abs(Int(entry.0) - Self.scaled(entry.1, quality: quality))
            }
        }
        return (1...100).min { distance($0) < distance($1) } ?? 100
    }

    /// An entry of annex K as libjpeg scales it.
    private static func scaled(_ entry: Int, quality: Int) -> Int {
        let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
        return min(max((entry * scale + 50) / 100, 1), 255)
    }

    /// The table for the brightness in annex K of ITU-T T.81, in zigzag order.
    private static let standard = [
        16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51,
        61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77,
        113, 121, 112, 100, 120, 92, 101, 103, 99,
    ]
}

/// The quantization tables of a file (DQT), by their numbers.
struct JPEGTables {
    private var tables: [Int: [UInt16]] = [:]

    /// Adds the tables of one segment; a table that is cut off or has an impossible number is left out.
    mutating func add(_ segment: Span<UInt8>) {
        var position = 0
        while let head = segment.byte(at: position), head >> 4 < 2, head & 15 < 4 {
            let width = head >> 4 + 1
            let entries = (0..<64).compactMap { segment.integer(at: position + 1 + $0 * width, width: width) }
            guard entries.count == 64 else { return }
            tables[head & 15] = entries.map { UInt16($0) }
            position += 1 + 64 * width
        }
    }

    subscript(number: Int) -> [UInt16]? { tables[number] }
}
