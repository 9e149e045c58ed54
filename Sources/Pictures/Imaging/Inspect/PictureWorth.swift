/// The merits of a file beside its pixels and their number: the reasons why one of two files with the same picture is
/// the better one.
package struct PictureWorth: Hashable, Sendable {
    /// Bits per channel, at least 8.
    package let depth: Int
    /// True where coding took nothing away.
    package let isLossless: Bool
    /// The quality of a JPEG by its tables, 1…100; 101 without loss, 80 where the format does not tell.
    package let quality: Int
    /// True for a RAW file, of which only the preview is compared.
    package let isRaw: Bool
    /// The content of the file beside its pixels.
    package let holdings: PictureHoldings

    package init(_ header: ImageHeader, in file: [UInt8]) {
        depth = max(8, header.bitDepth)
        isRaw = header.format == .raw
        holdings = PictureHoldings(header, in: file)
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
