public import Foundation

/// One image made by ``prepare(_:as:limits:)``.
public struct PreparedOutput: Hashable, Sendable {
    /// The sides of the output, in pixels.
    public let size: Size
    /// The encoded file; empty when the encoding is `pixels`.
    public let bytes: [UInt8]
    /// The upright RGB pixels when the encoding is `pixels`, else nil.
    public let pixels: PixelBuffer?
    /// The quality that the encoder was given, 1…100; nil for PNG and pixels.
    public let quality: Int?
    /// The format of the encoded file; nil for pixels.
    public let format: ImageFormat?
    /// The metadata of ``Recipe/keeps`` that the input has and this file lacks: an EXIF block of more than the 65,527
    /// bytes that a JPEG has room for, one of more than 4 MiB, or that of a TIFF, which is spread over its directories.
    public internal(set) var leftOut: Recipe.Metadata = []

    /// The bytes of the JPEG. Empty for other encodings.
    public var jpeg: [UInt8] { format == .jpeg ? bytes : [] }
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
    /// The outputs, one for each output of the recipe, in its order.
    public let outputs: [PreparedOutput]
    /// The dominant colors, largest share first.
    public let colors: [DominantColor]
    /// True when the picture was cut off and the recipe allowed it.
    public let isTruncated: Bool

    let placements: [Placement]
    /// The labels of the outputs, in their order.
    let labels: [String?]

    /// The output with this label; nil when no output of the recipe has it.
    public subscript(label: String) -> PreparedOutput? { labels.firstIndex(of: label).map { outputs[$0] } }

    /// A box in upright pixels of the original as the box in pixels of output `index`.
    ///
    /// Coordinates are truncated toward zero, as ViSearch clients do. A box inside the picture stays inside the output;
    /// parts outside are mapped, not clamped. Precondition: `index` is a valid index of ``outputs``, as for an array.
    public func map(_ box: Box, to index: Int = 0) -> Box { placement(index).map(box) }

    /// A point in upright pixels of the original as the nearest point in output `index`.
    package func map(_ point: Point, to index: Int) -> Point { placement(index).map(point) }

    /// A box in pixels of output `index` as the box in upright pixels of the original.
    ///
    /// Edges are rounded to the nearest pixel and clamped to the original.
    public func unmap(_ box: Box, from index: Int = 0) -> Box { placement(index).unmap(box) }

    private func placement(_ index: Int) -> Placement {
        precondition(
            placements.indices.contains(index), "there is no output \(index), only \(placements.count) of them")
        return placements[index]
    }
}

extension PreparedOutput {
    /// The encoded file as Foundation `Data`; empty for pixels.
    public var data: Data { Data(bytes) }

    /// Writes the file in one step: it appears whole or not at all, in place of any file of that name.
    ///
    /// Throws `writeFailed`, also for pixels, which are no file.
    public func write(to file: URL) throws(ImageError) {
        let path = file.isFileURL ? file.path(percentEncoded: false) : file.absoluteString
        guard format != nil else { throw .writeFailed(path: path, reason: "the output is pixels, not a file") }
        do { try data.write(to: file, options: .atomic) } catch {
            throw .writeFailed(path: path, reason: error.localizedDescription)
        }
    }
}

extension PreparedOutput: CustomStringConvertible {
    /// The size, format, length and quality; never the bytes.
    public var description: String {
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
