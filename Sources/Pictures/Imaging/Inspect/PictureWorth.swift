/// The merits of a file beside its pixels and their number: the reasons why one of two files with the same picture is
/// the better one.
package struct PictureWorth: Hashable, Sendable {
    /// The facts that a camera has written about a photo.
    package struct Facts: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let camera = Facts(rawValue: 1)
        package static let time = Facts(rawValue: 2)
        package static let place = Facts(rawValue: 4)
    }

    /// Bits per channel, at least 8.
    package let depth: Int
    package let facts: Facts
    /// True where coding took nothing away.
    package let isLossless: Bool
    /// The quality of a JPEG by its tables, 1…100; 101 without loss, 80 where the format does not tell.
    package let quality: Int

    package init(_ header: ImageHeader, in file: [UInt8]) {
        depth = max(8, header.bitDepth)
        facts =
            header.format == .tiff
            ? Facts(tags: file.span) : header.exif.map { Facts(tags: $0.span) } ?? []
        isLossless =
            switch header.format {
            case .png, .gif: true
            case .tiff: !tiffIsJPEG(file.span)
            case .webp: webpIsLossless(file.span)
            default: false
            }
        quality = isLossless ? 101 : header.coding?.quality ?? 80
    }
}

extension PictureWorth.Facts {
    /// By the tags of an EXIF block, or of a TIFF file, which is built the same way.
    fileprivate init(tags bytes: Span<UInt8>) {
        self = []
        guard let layout = TIFFLayout(bytes), let directory = layout.directory(at: layout.firstDirectory, in: bytes)
        else { return }
        // Make and model.
        if [0x010F, 0x0110].contains(where: { directory.field($0, in: bytes) != nil }) { insert(.camera) }
        if directory.field(0x8825, in: bytes) != nil { insert(.place) }
        let photo = directory.integer(0x8769, in: bytes).flatMap { layout.directory(at: $0, in: bytes) }
        // When the photo was taken. The date of the file (0x0132) is that of the last program.
        if photo?.field(0x9003, in: bytes) != nil { insert(.time) }
    }
}

private func tiffIsJPEG(_ bytes: Span<UInt8>) -> Bool {
    guard let layout = TIFFLayout(bytes), let directory = layout.directory(at: layout.firstDirectory, in: bytes) else {
        return true
    }
    // None, CCITT, LZW, Deflate of both numbers, PackBits, LZMA, Zstandard.
    return ![1, 2, 3, 4, 5, 8, 32946, 32773, 34925, 50000].contains(
        directory.integer(TIFFTag.compression.rawValue, in: bytes) ?? 1)
}

private func webpIsLossless(_ bytes: Span<UInt8>) -> Bool {
    var position = 12
    for _ in 0..<64 {
        if bytes.holds("VP8L", at: position) { return true }
        guard !bytes.holds("VP8 ", at: position), let length = bytes.u32(at: position + 4, .little) else {
            return false
        }
        position += 8 + length + length % 2
    }
    return false
}
