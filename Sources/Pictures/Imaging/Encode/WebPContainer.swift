/// The container around a coded WebP picture (RFC 9649).
///
/// libvips 8.14 adds an EXIF block of its own to each file, even if it has to strip everything. So only its coded
/// picture is used, and the container is written here.
enum WebPContainer {
    /// The picture of `file` with this metadata and nothing else; nil when there is no picture.
    static func rewrap(_ file: [UInt8], size: Size, metadata: Encode.Metadata) -> [UInt8]? {
        guard let picture = picture(in: file) else { return nil }
        var chunks: [UInt8] = []
        if !metadata.icc.isEmpty || !metadata.exif.isEmpty {
            let flags: UInt8 = (metadata.icc.isEmpty ? 0 : 0x20) | (metadata.exif.isEmpty ? 0 : 0x08)
            let sides = [size.width, size.height].flatMap { number($0 - 1, bytes: 3) }
            chunks += chunk("VP8X", [flags, 0, 0, 0] + sides)
        }
        if !metadata.icc.isEmpty { chunks += chunk("ICCP", metadata.icc) }
        chunks += file[picture]
        if !metadata.exif.isEmpty { chunks += chunk("EXIF", metadata.exif) }
        return Array("RIFF".utf8) + number(chunks.count + 4, bytes: 4) + Array("WEBP".utf8) + chunks
    }

    /// Returns the range of the coded picture's chunk, from its name to its padding.
    private static func picture(in file: [UInt8]) -> Range<Int>? {
        let bytes = file.span
        var position = 12
        while let length = bytes.u32(at: position + 4, .little) {
            let end = position + 8 + length + length % 2
            if bytes.holds("VP8 ", at: position) || bytes.holds("VP8L", at: position) {
                return end <= bytes.count ? position..<end : nil
            }
            position = end
        }
        return nil
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(content.count, bytes: 4) + content + (content.count % 2 == 0 ? [] : [0])
    }

    private static func number(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
