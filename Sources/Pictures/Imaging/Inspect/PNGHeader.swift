extension ImageHeader {
    /// Walks all chunks; only IHDR and a few small ones are read.
    init(png bytes: Span<UInt8>) throws(ImageError) {
        let start = try PNGStart(bytes)
        var header = ImageHeader(
            format: .png, storedSize: start.size, components: start.components, bitDepth: start.bitDepth,
            hasAlpha: start.colorType >= 4, isInterlaced: start.isInterlaced)
        var hasPixels = false
        var colors = PNGColors()
        var position = PNGStart.end
        walk: while let chunk = PNGChunk(bytes, at: position) {
            guard chunk.isValid else {
                guard hasPixels else { throw .broken(.png, "a chunk has an impossible name") }
                break
            }
            if chunk.kind == .idat {
                hasPixels = true
                // A chunk of which nothing is there may come after the last row; the decoder finds out.
                let missing = bytes.range(at: chunk.data, length: chunk.length) == nil
                header.isTruncated = missing && chunk.data < bytes.count
            } else if chunk.end > bytes.count {
                guard hasPixels else { throw .cutHeader }
                break
            }
            switch chunk.kind {
            case .iend:
                guard hasPixels else { throw .broken(.png, "there is no IDAT chunk") }
                break walk
            case .ihdr: throw .broken(.png, "there are two IHDR chunks")
            case .trns: header.hasAlpha = true
            case .iccp: header.hasProfile = true
            case .cicp, .gama, .chrm, .srgb:
                if !hasPixels { colors.add(chunk, of: bytes, bitDepth: start.colorType == 3 ? 8 : start.bitDepth) }
            case .actl: header.frames = max(1, bytes.u32(at: chunk.data) ?? 1)
            case .exif where header.exif == nil:
                header.take(exif: chunk.data..<(chunk.data + chunk.length), of: bytes)
                header.orientation = header.exif.map { EXIF.orientation($0.span) } ?? 1
            default: break
            }
            position = chunk.end
        }
        guard hasPixels else { throw .cutHeader }
        header.codedSpace = colors.space(hasProfile: header.hasProfile)
        self = header
    }
}

/// The fields of IHDR.
private struct PNGStart {
    /// The offset of the second chunk.
    static let end = 33

    let size: Size
    let bitDepth: Int
    let colorType: Int
    let isInterlaced: Bool

    var components: Int { colorType == 0 ? 1 : colorType == 4 ? 2 : colorType == 6 ? 4 : 3 }

    init(_ bytes: Span<UInt8>) throws(ImageError) {
        guard let length = bytes.u32(at: 8), let width = bytes.u32(at: 16), let height = bytes.u32(at: 20),
            let depth = bytes.byte(at: 24), let color = bytes.byte(at: 25), let compression = bytes.byte(at: 26),
            let filter = bytes.byte(at: 27), let interlace = bytes.byte(at: 28), let sum = bytes.u32(at: 29)
        else { throw .cutHeader }
        guard length == 13, bytes.holds("IHDR", at: 12) else { throw .broken(.png, "the first chunk is not IHDR") }
        guard sum == Int(crc32(bytes.extracting(12..<29))) else { throw .broken(.png, "the checksum of IHDR is wrong") }
        guard (1..<1 << 31).contains(width), (1..<1 << 31).contains(height) else {
            throw .broken(.png, "the size is \(width)x\(height)")
        }
        let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        guard depths[color]?.contains(depth) == true else {
            throw .broken(.png, "there is no color type \(color) with \(depth) bits")
        }
        guard compression == 0, filter == 0, interlace < 2 else {
            throw .broken(.png, "unknown compression, filter or interlace method")
        }
        size = Size(width: width, height: height)
        bitDepth = depth
        colorType = color
        isInterlaced = interlace == 1
    }
}

/// Returns the checksum of PNG chunks (polynomial 0xEDB88320), bit by bit: it is computed over a few bytes only.
func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    var sum: UInt32 = .max
    for index in bytes.indices {
        sum ^= UInt32(bytes[index])
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
}
