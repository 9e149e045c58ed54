/// The kinds of image file that Magpie recognizes by their first bytes.
///
/// Recognizing is not accepting: see `Limits.formats` for what is decoded.
public enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case jpeg, png, webp, gif, tiff, heic, avif
    /// A camera's RAW file: NEF, CR2, CR3, ARW, DNG, ORF, RW2, RAF, PEF, SRW and others. Its picture is the largest JPEG in
    /// it; the data of the sensor are not developed.
    case raw
    case svg, jxl, pdf, jp2
    case bmp, ico, ppm, psd, gzip

    /// The formats that are decoded by default.
    public static let standard: Set<ImageFormat> = [.jpeg, .png, .webp, .gif, .tiff, .heic, .avif, .raw]

    /// The formats that a caller may add to `Limits.formats`; their decoders have a worse record with hostile files.
    package static let optional: Set<ImageFormat> = [.svg, .jxl, .pdf]
}
