public import Imaging

/// What one decode of a picture gave: all that the store keeps of it.
public struct DescribedImage: Hashable, Sendable {
    public var descriptor: Descriptor
    /// The colors of the thing in the picture, for searches by color.
    public var palette: Palette
    /// A small JPEG; nil unless the engine was asked for one.
    public var thumbnail: [UInt8]?
    /// The sides of the original as a person sees it, in pixels.
    public var uprightSize: Size
    /// The part that was described, in upright pixels of the original.
    public var box: Box

    public init(descriptor: Descriptor, palette: Palette, thumbnail: [UInt8]? = nil, uprightSize: Size, box: Box) {
        self.descriptor = descriptor
        self.palette = palette
        self.thumbnail = thumbnail
        self.uprightSize = uprightSize
        self.box = box
    }

    var stored: StoredPicture {
        StoredPicture(vector: descriptor.vector, colors: palette.bytes, thumbnail: thumbnail)
    }
}
