/// The settings of an encoder beside the quality.
///
/// A setting that the format lacks is refused when the recipe is used, with
/// ``/ImageTypes/ImageError/invalidRecipe(property:value:allowed:)``.
public struct EncoderOptions: Hashable, Sendable {
    /// The resolution of color relative to that of brightness.
    public enum Chroma: String, Hashable, Sendable, Codable, CaseIterable {
        /// Color at full resolution.
        case full = "4:4:4"
        /// Color at half the resolution on both axes.
        case half = "4:2:0"
    }

    /// The resolution of color in a JPEG or AVIF. Nil, the default, is full from quality 90 up and half below.
    public var chroma: Chroma?
    /// Stores a JPEG in scans and a PNG interlaced, so that a slow connection shows a coarse picture early. Default
    /// false.
    public var isProgressive: Bool
    /// Keeps each pixel as it is: WebP and JPEG XL. A PNG always does; libheif rounds the colors of an AVIF in any case.
    /// Default false.
    public var isLossless: Bool
    /// The work of the encoder for a smaller file: 0…6 for WebP, 1…9 for AVIF, JPEG XL, PNG and GIF. Nil, the
    /// default, is 4 for WebP, 2 for AVIF, 7 for JPEG XL and GIF, and for PNG 1 with
    /// photos and 6 with drawings. A JPEG has none.
    public var effort: Int?
    /// The largest file, in bytes: the highest quality that fits is taken, of at most the quality of the encoding. A
    /// picture that does not fit at quality 1 is an error. Nil, the default, is any size.
    public var maxBytes: Int?
    /// The least similarity of the file to the pixels that it was made from, 0.5…0.999: the lowest quality that
    /// reaches it is taken, of at most 100. Nil, the default, takes the quality of the encoding.
    ///
    /// The measure is `structuralSimilarity(to:)` of `PixelBuffer`.
    public var leastSimilarity: Double?

    /// Creates settings; each parameter has the default of its property.
    public init(
        chroma: Chroma? = nil, isProgressive: Bool = false, isLossless: Bool = false, effort: Int? = nil,
        maxBytes: Int? = nil, leastSimilarity: Double? = nil
    ) {
        self.chroma = chroma
        self.isProgressive = isProgressive
        self.isLossless = isLossless
        self.effort = effort
        self.maxBytes = maxBytes
        self.leastSimilarity = leastSimilarity
    }

    /// The settings without those that a format lacks; the others are left as they are.
    package func supported(by format: ImageFormat) -> EncoderOptions {
        var options = self
        if ![.jpeg, .avif].contains(format) { options.chroma = nil }
        if ![.jpeg, .png].contains(format) { options.isProgressive = false }
        if ![.webp, .jxl, .png].contains(format) { options.isLossless = false }
        if let range = EncoderOptions.efforts(of: format) {
            options.effort = effort.map { min(max($0, range.lowerBound), range.upperBound) }
        } else {
            options.effort = nil
        }
        if format == .png || format == .gif || options.isLossless {
            options.maxBytes = nil
            options.leastSimilarity = nil
        }
        return options
    }

    /// The efforts that the encoder of a format has; nil for none.
    package static func efforts(of format: ImageFormat) -> ClosedRange<Int>? {
        switch format {
        case .webp: 0...6
        case .avif, .jxl, .png, .gif: 1...9
        default: nil
        }
    }

    /// The values of ``leastSimilarity``.
    package static let similarities = 0.5...0.999
}
