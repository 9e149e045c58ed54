/// One image made by ``prepare(_:as:limits:)``.
public struct PreparedOutput: Hashable, Sendable {
    /// In pixels.
    public let size: Size
    /// The encoded file; empty when the encoding is `pixels`.
    public let bytes: [UInt8]
    /// The upright RGB pixels when the encoding is `pixels`, else nil.
    public let pixels: PixelBuffer?
    /// The quality that the encoder was given, 0…100; nil for PNG and pixels.
    public let quality: Int?
    /// Nil for pixels.
    public let format: ImageFormat?

    /// The bytes of the JPEG. Empty for other encodings.
    public var jpeg: [UInt8] { format == .jpeg ? bytes : [] }
}

/// What one image gave.
public struct Prepared: Hashable, Sendable {
    /// Nil when the input was pixels.
    public let header: ImageHeader?
    /// The sides of the original as a person sees it, in pixels.
    public let uprightSize: Size
    /// The part of the original that was used: the box of the recipe, clamped, or the whole picture.
    /// Upright pixels.
    public let box: Box
    /// One for each output of the recipe, in its order.
    public let outputs: [PreparedOutput]
    /// The dominant colors, largest share first.
    public let colors: [DominantColor]
    /// The picture was cut off and the recipe allowed it.
    public let isTruncated: Bool

    let placements: [Placement]

    /// A box in upright pixels of the original as the box in pixels of output `index`.
    ///
    /// Coordinates are truncated toward zero, as ViSearch clients do. What lies in the picture stays in the output;
    /// what lies outside is carried along, not clamped. A point stays a point. Precondition: `index` is a valid
    /// index of ``outputs``.
    public func map(_ box: Box, to index: Int = 0) -> Box { placements[index].map(box) }

    /// A box in pixels of output `index` as the box in upright pixels of the original.
    ///
    /// Edges are rounded to the nearest pixel and clamped to the original.
    public func unmap(_ box: Box, from index: Int = 0) -> Box { placements[index].unmap(box) }
}
