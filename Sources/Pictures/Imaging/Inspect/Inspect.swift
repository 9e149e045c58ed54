public import Essentials

/// Reads the header of an image: its format, sides and orientation, checked against the limits.
///
/// Uses bounded memory and never reads past the end, whatever the bytes claim; no pixel is decoded. For SVG, JXL
/// and PDF the header holds only the format: their size is 0x0, and only the decoder can find it.
///
/// Throws `empty`, `unsupportedFormat` for what `limits.formats` does not list, `undecodable` for a broken header,
/// `truncated` for one that is cut off, and `tooLarge`. The stage is `inspect`.
public func inspect(_ bytes: [UInt8], limits: Limits = Limits()) throws(ImageError) -> ImageHeader {
    try inspect(bytes.span, limits: limits)
}

/// Reads the header of an image file on this machine. The file is read whole, but for the data of a RAW file's sensor; see
/// the function for bytes.
///
/// Throws `notFound` and `unreadable` as well.
public func inspect(_ file: URL, limits: Limits = Limits()) throws(ImageError) -> ImageHeader {
    try Workspace.with { workspace throws(ImageError) in
        // Safe: the bytes stay in the workspace until the header is read.
        let bytes = try unsafe ReadFile.run(file, into: workspace.input, limit: limits.inputBytes)
        // The bytes were counted when they were read.
        var limits = limits
        limits.inputBytes = max(limits.inputBytes, bytes.count)
        return try unsafe inspect(Span(_unsafeElements: bytes), limits: limits)
    }
}

/// Inspects bytes without owning them. See ``inspect(_:limits:)``.
func inspect(_ bytes: Span<UInt8>, limits: Limits = Limits()) throws(ImageError) -> ImageHeader {
    guard !bytes.isEmpty else { throw .empty }
    try limits.check(bytes: bytes.count)
    guard let format = ImageFormat(sniffing: bytes) else {
        throw .unsupportedFormat(found: ImageFormat.describe(unknown: bytes))
    }
    guard limits.formats.contains(format) else { throw .unsupportedFormat(found: format.kind) }
    let header: ImageHeader
    switch format {
    case .jpeg: header = try ImageHeader(jpeg: bytes, limits: limits)
    case .png: header = try ImageHeader(png: bytes)
    case .webp: header = try ImageHeader(webp: bytes)
    case .gif: header = try ImageHeader(gif: bytes)
    case .tiff: header = try ImageHeader(tiff: bytes, limits: limits)
    case .heic, .avif: header = try ImageHeader(isobmff: bytes, format: format, limits: limits)
    case .raw: header = try .raw(bytes, limits: limits)
    case .jxl where JXLHeader.isAnimated(bytes): throw .unsupportedFormat(found: "an animated JPEG XL image")
    case .svg, .jxl, .pdf: header = ImageHeader(format: format, storedSize: Size(width: 0, height: 0))
    case .jp2, .bmp, .ico, .ppm, .psd, .gzip: throw .unsupportedFormat(found: format.kind)
    }
    try limits.check(pixels: header.storedSize)
    return header
}

extension ImageError {
    /// Returns the error for a header with impossible values.
    static func broken(_ format: ImageFormat, _ detail: String) -> ImageError {
        .undecodable(stage: .inspect, format: format, detail: detail)
    }

    /// The bytes end before the header does.
    static var cutHeader: ImageError { .truncated(stage: .inspect, detail: "the header is not complete") }
}

/// Profiles and EXIF blocks larger than this are not copied out of the file, in bytes.
let largestMetadata = 4 << 20
