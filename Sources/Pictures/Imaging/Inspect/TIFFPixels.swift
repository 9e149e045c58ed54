/// The storage of a TIFF's pixels, as far as it decides if the picture can be shown in its own colors.
///
/// libvips opens more kinds of TIFF than it shows right. A kind that it shows in other colors than libtiff's RGBA
/// reader and other decoders do, or whose meaning is not fixed by the format, is refused.
struct TIFFPixels {
    /// The meaning of the samples (PhotometricInterpretation).
    enum Color: Int {
        case whiteIsZero = 0
        case blackIsZero, rgb, palette, mask, inks, yCbCr
        case lab = 8

        /// Samples of a pixel without extra samples.
        var samples: Int {
            switch self {
            case .whiteIsZero, .blackIsZero, .palette, .mask: 1
            case .inks: 4
            case .rgb, .yCbCr, .lab: 3
            }
        }
    }

    let color: Color
    /// Samples of a pixel, 1…64.
    let samples: Int
    /// Bits of a sample, 1…64.
    let bits: Int
    /// The first extra sample is alpha.
    let hasAlpha: Bool
    /// Compressed in a way that not every libtiff knows: its rows are then errors, and a lenient decode would be black.
    let needsCodec: Bool
    private let isPlanar: Bool
    /// ExtraSamples: 0 unspecified, 1 premultiplied alpha, 2 alpha. Nil where the tag is missing.
    private let extras: [Int]?

    /// Throws `undecodable` for impossible numbers, `unsupportedFormat` for unsupported kinds of pixels.
    init(_ directory: TIFFDirectory, in bytes: Span<UInt8>) throws(ImageError) {
        func value(_ tag: TIFFTag) -> Int? { directory.integer(tag.rawValue, in: bytes) }
        func values(_ tag: TIFFTag) -> [Int]? {
            directory.field(tag.rawValue, in: bytes).map { field in
                (0..<min(field.count, 64)).compactMap { field.integer($0, in: bytes) }
            }
        }
        samples = value(.samplesPerPixel) ?? 1
        bits = value(.bitsPerSample) ?? 1
        guard (1...64).contains(samples), (1...64).contains(bits) else {
            throw .broken(.tiff, "\(samples) samples of \(bits) bits")
        }
        let photometric = value(.photometric) ?? 0
        guard let color = Color(rawValue: photometric) else {
            throw Self.unsupported("with the photometric interpretation \(photometric)")
        }
        self.color = color
        extras = values(.extraSamples)
        isPlanar = samples > 1 && value(.planes) == 2
        // Without the tag a fourth sample beside RGB is alpha, as old writers meant it. The meaning of others is
        // unknown.
        hasAlpha = samples > color.samples && (extras?.first.map { $0 == 1 || $0 == 2 } ?? (color == .rgb))

        let formats = values(.sampleFormat) ?? []
        if let format = formats.first(where: { $0 != 1 && $0 != 4 }) {
            throw Self.unsupported("of \(format == 3 ? "floating-point" : format == 2 ? "signed" : "complex") samples")
        }
        if let depths = values(.bitsPerSample)?.prefix(samples), Set(depths).count > 1 {
            throw Self.unsupported("whose samples have different depths")
        }
        if color == .mask { throw Self.unsupported("that is a transparency mask") }
        if color == .inks, value(.inkSet) ?? 1 != 1 || samples < 4 { throw Self.unsupported("of inks other than CMYK") }
        let compression = value(.compression) ?? 1
        guard Self.compressions.contains(compression) else {
            throw Self.unsupported("compressed as \(Self.others[compression] ?? "number \(compression)")")
        }
        needsCodec = Self.optionalCompressions.contains(compression)
        // libvips leaves the conversion to the JPEG decoder.
        if color == .yCbCr, compression != 7 { throw Self.unsupported("of YCbCr without JPEG compression") }
        try checkLayout(isTiled: value(.tileWidth) != nil)
    }

    private func checkLayout(isTiled: Bool) throws(ImageError) {
        let depths = color.samples == 1 && samples == 1 ? [1, 2, 4, 8, 16] : [8, 16]
        guard depths.contains(bits) else {
            throw Self.unsupported("of \(samples) \(samples == 1 ? "sample" : "samples") of \(bits) bits")
        }
        if isPlanar, isTiled { throw Self.unsupported("of separate planes in tiles") }
        if isPlanar, color != .rgb, color != .inks {
            throw Self.unsupported("of separate planes that are neither RGB nor CMYK")
        }
        if color == .palette, hasAlpha, extras?.first == 1 {
            throw Self.unsupported("with a palette and premultiplied alpha")
        }
        if extras?.dropFirst().contains(where: { $0 == 1 || $0 == 2 }) == true {
            throw Self.unsupported("whose alpha is not the first extra sample")
        }
    }

    /// The last samples of a pixel, which are neither color nor alpha.
    var ignoredSamples: Int { max(0, samples - color.samples - (hasAlpha ? 1 : 0)) }

    /// LERC, LZMA, Zstandard, WebP, JBIG.
    private static let optionalCompressions: Set<Int> = [34887, 34925, 50000, 50001, 34661]
    /// Those that some libtiff reads, and the tiles of JPEG 2000 that libvips does.
    private static let compressions = optionalCompressions.union([
        1, 2, 3, 4, 5, 6, 7, 8, 32766, 32771, 32773, 32809, 32946, 33003, 33005, 34676, 34677,
    ])
    /// Newer versions of libvips show them black.
    private static let others = [
        34712: "JPEG 2000", 34892: "lossy JPEG of DNG", 34933: "PNG", 50002: "JPEG XL", 52546: "JPEG XL of DNG",
    ]

    private static func unsupported(_ what: String) -> ImageError { .unsupportedFormat(found: "a TIFF image \(what)") }
}

/// A copy of a TIFF as decoders want it, or nil when the file may go to the decoder as it is: with 16-bit values in its
/// palette, and with an orientation that there is.
///
/// Some writers put 8-bit values into the palette. libtiff treats a palette without any value above 255 as one of them;
/// libvips would show the picture black. An orientation that there is not counts as 1; libtiff calls it an error.
///
/// Precondition: ``inspect(_:limits:)`` accepted the bytes as a TIFF.
func tiffForDecoder(_ bytes: Span<UInt8>, picture: TIFFPicture) -> [UInt8]? {
    guard let layout = TIFFLayout(bytes), let directory = layout.directory(at: picture.offset, in: bytes) else {
        return nil
    }
    let palette = narrowPalette(directory, in: bytes)
    var orientation = directory.field(TIFFTag.orientation.rawValue, in: bytes)
    if let field = orientation, field.type != 3 || (1...8).contains(field.integer(0, in: bytes) ?? 1) {
        orientation = nil
    }
    if palette == nil, orientation == nil { return nil }
    var copy = bytes.copy(0..<bytes.count)
    if let (map, values) = palette {
        for (index, value) in values.enumerated() {
            // 257 times the value has it in both bytes.
            copy[map.offset + 2 * index] = UInt8(value)
            copy[map.offset + 2 * index + 1] = UInt8(value)
        }
    }
    if let orientation, bytes.range(at: orientation.offset, length: 2) != nil {
        copy[orientation.offset] = layout.order == .big ? 0 : 1
        copy[orientation.offset + 1] = layout.order == .big ? 1 : 0
    }
    return copy
}

/// The palette of a TIFF where no value is above 255, with its values; nil for other palettes and without one.
private func narrowPalette(_ directory: TIFFDirectory, in bytes: Span<UInt8>) -> (map: TIFFField, values: [Int])? {
    guard directory.integer(TIFFTag.photometric.rawValue, in: bytes) == TIFFPixels.Color.palette.rawValue,
        let map = directory.field(TIFFTag.colorMap.rawValue, in: bytes), map.type == 3, map.count <= 3 << 16,
        bytes.range(at: map.offset, length: 2 * map.count) != nil
    else { return nil }
    let values = (0..<map.count).map { map.integer($0, in: bytes) ?? .max }
    return values.allSatisfy { $0 < 256 } && values.contains { $0 > 0 } ? (map, values) : nil
}
