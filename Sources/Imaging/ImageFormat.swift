/// The kinds of image file that Magpie recognizes by their first bytes.
///
/// Recognizing is not accepting: see ``Limits/formats`` for what is decoded.
public enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case jpeg, png, webp, gif, tiff, heic, avif
    case svg, jxl, pdf, jp2
    case bmp, ico, ppm, psd, gzip

    /// What is decoded unless the caller asks for more.
    public static let standard: Set<ImageFormat> = [.jpeg, .png, .webp, .gif, .tiff, .heic, .avif]

    /// What a caller may add to ``Limits/formats``: these decoders have a worse record with hostile files.
    public static let optional: Set<ImageFormat> = [.svg, .jxl, .pdf]
}
