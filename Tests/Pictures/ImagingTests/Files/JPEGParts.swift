import Imaging

/// The segments of a JPEG, for a look at what the library wrote.
struct JPEGParts {
    /// All segments up to the first scan.
    var segments: [(marker: UInt8, content: [UInt8])] = []

    init(_ bytes: [UInt8]) {
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF {
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            segments.append((bytes[position + 1], Array(bytes[(position + 4)..<(position + 2 + length)])))
            if bytes[position + 1] == 0xDA { break }
            position += 2 + length
        }
    }

    func contents(_ marker: UInt8) -> [[UInt8]] { segments.filter { $0.marker == marker }.map(\.content) }

    /// Sampling factors of the components, horizontal times 16 plus vertical.
    var sampling: [UInt8] {
        guard let frame = contents(0xC0).first ?? contents(0xC2).first else { return [] }
        return (0..<Int(frame[5])).map { frame[7 + 3 * $0] }
    }

    /// The entries of the luminance table in the order of the file (zigzag).
    var luminance: [UInt8] {
        contents(0xDB).first { $0[0] == 0 }.map { Array($0[1..<65]) } ?? []
    }

    var isProgressive: Bool { !contents(0xC2).isEmpty }

    /// The luminance table of annex K scaled for a quality, as libjpeg does; the first eight entries in zigzag order.
    static func standardLuminance(quality: Int) -> [UInt8] {
        let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
        return [16, 11, 12, 14, 12, 10, 16, 14].map { UInt8(min(max(($0 * scale + 50) / 100, 1), 255)) }
    }
}
