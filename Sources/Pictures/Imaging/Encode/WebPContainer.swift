/// The container around a coded WebP picture (RFC 9649).
///
/// libvips 8.14 adds an EXIF block of its own to each file, even if it has to strip everything. So only its coded
/// picture is used, and the container is written here.
enum WebPContainer {
    /// The picture of `file` with this metadata and nothing else; nil when there is no picture.
    static func rewrap(_ file: [UInt8], size: Size, metadata: Encode.Metadata) -> [UInt8]? {
        guard let (pictures, isAnimated) = pictures(in: file) else { return nil }
        var chunks: [UInt8] = []
        if !metadata.icc.isEmpty || !metadata.exif.isEmpty || !metadata.xmp.isEmpty || isAnimated {
            let flags: UInt8 =
                (metadata.icc.isEmpty ? 0 : 0x20) | (metadata.exif.isEmpty ? 0 : 0x08)
                | (metadata.xmp.isEmpty ? 0 : 0x04) | (isAnimated ? 0x02 : 0)
            let sides = [size.width, size.height].flatMap { number($0 - 1, bytes: 3) }
            chunks += chunk("VP8X", [flags, 0, 0, 0] + sides)
        }
        if !metadata.icc.isEmpty { chunks += chunk("ICCP", metadata.icc) }
        for picture in pictures { chunks += file[picture] }
        if !metadata.exif.isEmpty { chunks += chunk("EXIF", metadata.exif) }
        if !metadata.xmp.isEmpty { chunks += chunk("XMP ", metadata.xmp) }
        return Array("RIFF".utf8) + number(chunks.count + 4, bytes: 4) + Array("WEBP".utf8) + chunks
    }

    /// The ranges of the chunks of the coded picture, or of the frames and what begins them, each from its name to its
    /// padding.
    private static func pictures(in file: [UInt8]) -> (chunks: [Range<Int>], isAnimated: Bool)? {
        let bytes = file.span
        var chunks: [Range<Int>] = []
        var isAnimated = false
        var position = 12
        while let length = bytes.u32(at: position + 4, .little) {
            let end = position + 8 + length + length % 2
            guard end <= bytes.count else { return nil }
            let frame = bytes.holds("ANIM", at: position) || bytes.holds("ANMF", at: position)
            if frame || bytes.holds("VP8 ", at: position) || bytes.holds("VP8L", at: position) {
                chunks.append(position..<end)
            }
            isAnimated = isAnimated || frame
            position = end
        }
        return chunks.isEmpty ? nil : (chunks, isAnimated)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(content.count, bytes: 4) + content + (content.count % 2 == 0 ? [] : [0])
    }

    private static func number(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
