import Imaging

/// A PNG of any color type and depth, with its pixels stored, not compressed (RFC 1950 and 1951).
enum PNGPicture {
    /// `rows` are packed as PNG demands, without filter bytes. Color types: 0 gray, 2 RGB, 3 palette, 4 gray and
    /// alpha, 6 RGB and alpha. `chunks` go in front of the pixels.
    static func file(
        width: Int, height: Int, bits: UInt8 = 8, color: UInt8, _ chunks: [UInt8]..., rows: (Int) -> [UInt8]
    ) -> [UInt8] {
        let raw = (0..<height).flatMap { row -> [UInt8] in [0] + rows(row) }
        let before = Array(chunks.joined())
        return Made.png(
            width: width, height: height, bits: bits, color: color, before, Made.chunk("IDAT", stored(raw)),
            Made.chunk("IEND"), isComplete: false)
    }

    static func stored(_ raw: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = raw[...]
        repeat {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(65535)
            stream += [rest.isEmpty ? 1 : 0] + little(block.count, 2) + little(~block.count & 0xFFFF, 2) + block
        } while !rest.isEmpty
        var (low, high) = (1, 0)
        for byte in raw {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        return stream + big(high << 16 | low, 4)
    }
}
