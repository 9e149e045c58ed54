/// The description of a picture: numbers that are compared by their dot product.
///
/// The larger the product, the more two pictures look alike. ``Describer/scale`` is the stored length of a unit vector.
public struct Descriptor: Hashable, Sendable {
    /// The values, -127…127.
    public let vector: [Int8]

    /// Creates a descriptor of these values.
    public init(vector: [Int8]) { self.vector = vector }
}
