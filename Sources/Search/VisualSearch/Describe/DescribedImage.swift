/// The description of a picture from one decode: everything that the store keeps of it.
package struct DescribedImage: Hashable, Sendable {
    /// The vector of the picture.
    package var descriptor: Descriptor
    /// The colors of the object in the picture, for searches by color.
    package var palette: Palette
    /// A small JPEG; nil unless the engine makes thumbnails.
    package var thumbnail: [UInt8]?
    /// The sides of the original as a person sees it, in pixels.
    package var uprightSize: Size
    /// The part that was described, in upright pixels of the original.
    package var box: Box
    /// The identity of what made the vector; nil where that is not known.
    package var describer: String?
    /// The vector of the built-in describer, for a store of another describer. Default nil.
    package var builtIn: BuiltInVector?
}

/// The description of a picture: numbers that are compared by their dot product.
///
/// The larger the product, the more two pictures look alike. ``Describer/scale`` is the stored length of a unit vector.
public struct Descriptor: Hashable, Sendable {
    /// The values, -127…127.
    public let vector: [Int8]

    /// Creates a descriptor of these values.
    public init(vector: [Int8]) { self.vector = vector }
}
