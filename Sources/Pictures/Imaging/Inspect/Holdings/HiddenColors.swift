import CVipsShim

/// The colors of a picture where it is transparent. They do not show on any background; programs that draw, and games,
/// keep colors there.
package struct HiddenColors: Hashable, Sendable {
    /// The places and colors of the pixels without opacity; nil where these have one color at the most.
    private let hidden: Int?
    /// The same for pixels that are nearly so, on which a background leaves less than a tenth of the color; nil without
    /// such pixels.
    private let faint: Int?

    /// The opacity below which a color can hardly be told from a background.
    private static let faintest: UInt8 = 16

    /// Decodes the picture once more, in rows, where it may be transparent.
    package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ImageError) {
        let header = try inspect(bytes.span, limits: limits)
        guard header.hasAlpha else {
            (hidden, faint) = (nil, nil)
            return
        }
        let cleaned = header.format == .png ? pngChunksForDecoding(bytes.span) ?? bytes : bytes
        var result: Result<HiddenColors, ImageError>?
        // Typed errors do not pass through the closure of an array.
        unsafe cleaned.withUnsafeBufferPointer { buffer in
            // Safe: the source ends before the bytes do.
            result = Result { () throws(ImageError) in try unsafe HiddenColors(buffer, header) }
        }
        self = try result!.get()
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader) throws(ImageError) {
        let source = try unsafe VipsSource(bytes, header: header, isLenient: false, scale: 1, keepsProfile: true)
        let width = source.size.width
        guard source.space == .rgba, width > 0 else {
            (hidden, faint) = (nil, nil)
            return
        }
        let stride = width * 4
        let rows = max(1, (1 << 20) / stride)
        var strip = [UInt8](repeating: 0, count: stride * min(rows, source.size.height))
        var found = Found()
        for top in Swift.stride(from: 0, to: source.size.height, by: rows) {
            let area = Box(left: 0, top: top, width: width, height: min(rows, source.size.height - top))
            var failure: ImageError?
            unsafe strip.withUnsafeMutableBufferPointer { buffer in
                // Safe: the strip has the rows of the area, and is not empty.
                do throws(ImageError) {
                    try unsafe source.read(
                        area, of: 0, into: buffer.baseAddress!, stride: stride, isCut: header.isTruncated)
                    unsafe found.add(buffer.baseAddress!, pixels: width * area.height, from: width * top)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
        hidden = found.isPlain ? nil : found.hidden.finalize()
        faint = found.hasFaint ? found.faint.finalize() : nil
    }

    /// True where no such color of another picture is lost by keeping this one. Pictures without loss have to be equal
    /// where they are faint, too.
    package func holds(_ other: HiddenColors, withoutLoss: Bool) -> Bool {
        (other.hidden == nil || other.hidden == hidden) && (!withoutLoss || other.faint == faint)
    }

    private struct Found {
        // With the key of a run, as holdings are.
        var hidden = Hasher()
        var faint = Hasher()
        var hasFaint = false
        var isPlain = true
        private var first: UInt32?

        /// - Parameter start: The number of the first pixel.
        mutating func add(_ pixels: UnsafePointer<UInt8>, pixels count: Int, from start: Int) {
            var index = 0
            while index < count {
                // Safe: four bytes for each pixel.
                let (red, green, blue, alpha) = unsafe (
                    pixels[4 * index], pixels[4 * index + 1], pixels[4 * index + 2], pixels[4 * index + 3]
                )
                if alpha < HiddenColors.faintest {
                    let color = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
                    let value = UInt64(truncatingIfNeeded: start + index) << 24 | UInt64(color)
                    if alpha == 0 {
                        if let first { isPlain = isPlain && first == color } else { first = color }
                        hidden.combine(value)
                    } else {
                        faint.combine(value)
                        hasFaint = true
                    }
                }
                index += 1
            }
        }
    }
}
