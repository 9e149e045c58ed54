import Imaging

/// A baseline JPEG of blocks of 8 x 8 pixels with one color each, made by hand (ITU-T T.81): any number of
/// components, none of them converted.
enum BlockJPEG {
    /// `blocks` holds the component values of each block in reading order. `transform` is that of an Adobe marker
    /// (0 none, 1 YCbCr, 2 YCCK); no marker where it is nil.
    static func file(columns: Int, blocks: [[UInt8]], transform: UInt8? = nil, _ segments: [UInt8]...) -> [UInt8] {
        let components = blocks[0].count
        let size = (width: 8 * columns, height: 8 * blocks.count / columns)
        // Quantizer 8 makes one step of the mean value one step of a sample.
        let quantizer = Made.segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
        // Mean values: categories 0…11 with four bits each. All others: end of block only, with one bit.
        let means = Made.segment(0xC4, [0x00, 0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + (0...11).map { $0 })
        let others = Made.segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        let adobe = transform.map { Made.segment(0xEE, ascii("Adobe") + [0, 100, 0, 0, 0, 0, $0]) } ?? []

        var bits = Bits()
        var before = [Int](repeating: 0, count: components)
        for block in blocks {
            for (component, value) in block.enumerated() {
                let mean = Int(value) - 128
                bits.append(difference: mean - before[component])
                before[component] = mean
            }
        }
        let frame = Made.frame(width: size.width, height: size.height, components: components)
        // Made.frame and Made.scan use table 0 for all components.
        return Made.jpeg(
            adobe, Array(segments.joined()), quantizer, frame, means, others,
            scans: Made.scan(components: components) + bits.bytes)
    }

    private struct Bits {
        private var text: [UInt8] = []

        /// The category of the difference, its bits, and the end of the block.
        mutating func append(difference: Int) {
            let category = Int.bitWidth - abs(difference).leadingZeroBitCount
            append(category, 4)
            append(difference < 0 ? difference - 1 : difference, category)
            append(0, 1)
        }

        private mutating func append(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { text.append(UInt8(value >> bit & 1)) }
        }

        /// Filled up with ones; a zero follows each byte of ones.
        var bytes: [UInt8] {
            let padded = text + [UInt8](repeating: 1, count: (8 - text.count % 8) % 8)
            return stride(from: 0, to: padded.count, by: 8).flatMap { start -> [UInt8] in
                let byte = padded[start..<(start + 8)].reduce(0) { $0 << 1 | $1 }
                return byte == 0xFF ? [byte, 0] : [byte]
            }
        }
    }
}
