public import Essentials

/// One image made by ``prepare(_:as:limits:)``.
public struct PreparedOutput: Hashable, Sendable {
    /// The sides of the output, in pixels.
    public let size: Size
    /// The frames of the file: those of the input where the recipe asks for all and the format holds them, else 1.
    public let frames: Int
    /// The encoded file; empty when the encoding is `pixels`.
    public let bytes: [UInt8]
    /// The upright RGB pixels when the encoding is `pixels`, else nil.
    public let pixels: PixelBuffer?
    /// The quality that the encoder was given, 1…100; nil for PNG, GIF and pixels, and without loss.
    public let quality: Int?
    /// The structural similarity of the file to the pixels that it was made from; nil where the options of the output
    /// ask for none.
    public let similarity: Double?
    /// The format of the encoded file; nil for pixels.
    public let format: ImageFormat?
    /// The colors that the file can show: those of ``Recipe/gamut`` where the input has more than sRGB. With a profile
    /// that was kept it tells nothing.
    public let gamut: Recipe.Gamut
    /// The metadata of ``Recipe/keeps`` that the input has and this file lacks: an EXIF block of more than the 65,527
    /// bytes that a JPEG has room for, one of more than 4 MiB, or that of a TIFF, which is spread over its directories;
    /// and a gain map where ``Recipe/Metadata/gainMap`` cannot keep it. Empty for pixels.
    public let leftOut: Recipe.Metadata
    /// The name that the recipe gives the output; nil without one.
    public let label: String?
    /// The reason why there is no file, with ``Recipe/omitsOversized`` only; nil for an output that was made.
    public let obstacle: ImageError?
    let placement: Placement

    init(
        size: Size, frames: Int = 1, bytes: [UInt8], pixels: PixelBuffer? = nil, quality: Int? = nil,
        similarity: Double? = nil,
        format: ImageFormat? = nil, gamut: Recipe.Gamut = .sRGB, leftOut: Recipe.Metadata = [], label: String?,
        placement: Placement, obstacle: ImageError? = nil
    ) {
        self.size = size
        self.frames = frames
        self.bytes = bytes
        self.pixels = pixels
        self.quality = quality
        self.similarity = similarity
        self.format = format
        self.gamut = gamut
        self.leftOut = leftOut
        self.label = label
        self.placement = placement
        self.obstacle = obstacle
    }

    /// The same output under another label.
    func labeled(_ label: String?) -> PreparedOutput {
        PreparedOutput(
            size: size, frames: frames, bytes: bytes, pixels: pixels, quality: quality, similarity: similarity,
            format: format,
            gamut: gamut, leftOut: leftOut, label: label, placement: placement, obstacle: obstacle)
    }

    /// The bytes of the JPEG. Empty for other encodings.
    public var jpeg: [UInt8] { format == .jpeg ? bytes : [] }

    /// A box in upright pixels of the original as the box in pixels of this output.
    ///
    /// Coordinates are truncated toward zero, as ViSearch clients do. A box inside the picture stays inside the output;
    /// parts outside are mapped, not clamped.
    public func map(_ box: Box) -> Box { placement.map(box) }

    /// A point in upright pixels of the original as the nearest point in this output.
    package func map(_ point: Point) -> Point { placement.map(point) }

    /// A box in pixels of this output as the box in upright pixels of the original.
    ///
    /// Edges are rounded to the nearest pixel and clamped to the original.
    public func unmap(_ box: Box) -> Box { placement.unmap(box) }
}

/// The result of preparing one image: its outputs, its colors and the facts about the original.
public struct Prepared: Hashable, Sendable {
    /// The header of the input file; nil when the input was pixels.
    public let header: ImageHeader?
    /// The sides of the original as a person sees it, in pixels.
    public let uprightSize: Size
    /// The part of the original that was used: the box of the recipe, clamped, or the whole picture.
    /// Upright pixels.
    public let box: Box
    /// The rights in the picture and its origin, as the file tells them; nil for pixels, and where ``Recipe/keeps`` has no
    /// ``Recipe/Metadata/rights``.
    public let rights: PictureRights?
    /// The outputs, one for each output of the recipe, in its order.
    public let outputs: [PreparedOutput]
    /// The dominant colors, largest share first.
    public let colors: [DominantColor]
    /// True when the picture was cut off and the recipe allowed it.
    public let isTruncated: Bool
    /// True when no pixel of the part that was used is transparent, not even in part. Outputs always are opaque.
    public let isOpaque: Bool
    /// ``mark(of:limits:)`` where the recipe asks for it; nil else.
    package var mark: UInt64?

    /// The output with this label; nil when no output of the recipe has it.
    public subscript(label: String) -> PreparedOutput? { outputs.first { $0.label == label } }

    /// Pixels of an output with `.pixels` encoding, by default of the first.
    package func pixels(of index: Int = 0) -> PixelBuffer {
        guard let pixels = outputs[index].pixels else { preconditionFailure("output \(index) is a file") }
        return pixels
    }
}

extension PreparedOutput {
    /// The encoded file as Foundation `Data`; empty for pixels.
    public var data: Data { Data(bytes) }

    /// Writes the file in one step: it appears whole or not at all, in place of any file of that name.
    ///
    /// Throws `writeFailed`, also for pixels, which are no file, and ``obstacle`` where there is one.
    public func write(to file: URL) throws(ImageError) {
        let path = file.isFileURL ? file.path(percentEncoded: false) : file.absoluteString
        if let obstacle { throw obstacle }
        guard format != nil else { throw .writeFailed(path: path, reason: "the output is pixels, not a file") }
        do { try data.write(to: file, options: .atomic) } catch {
            throw .writeFailed(path: path, reason: error.systemReason)
        }
    }
}

extension PreparedOutput: CustomStringConvertible {
    /// The size, format, length and quality; never the bytes.
    public var description: String {
        if let obstacle { return "\(obstacle)" }
        guard let format else { return "\(size) pixels" }
        return "\(size) \(format.rawValue), \(bytes.count) bytes" + (quality.map { ", quality \($0)" } ?? "")
    }
}

extension Prepared: CustomStringConvertible {
    /// The input, the outputs and the colors in one line; never the bytes.
    public var description: String {
        let kind = header.map { "\($0.format.rawValue) " } ?? ""
        let made = outputs.map(\.description) + (colors.isEmpty ? [] : [colors.map(\.color.hex).joined(separator: " ")])
        return "\(kind)\(uprightSize): " + made.joined(separator: "; ") + (isTruncated ? "; cut off" : "")
    }
}
