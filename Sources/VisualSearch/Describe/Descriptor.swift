/// What a picture looks like, as numbers that can be compared.
///
/// Both blocks are compared by dot products: the more two pictures look alike, the larger.
public struct Descriptor: Hashable, Sendable {
    /// The description itself. The describer that made it knows how long a vector of length 1 is: see ``Describer/scale``.
    public let vector: [Int8]
    /// Square roots of the shares that the picture has of 144 colors, in 1/255; empty where a describer gives none.
    ///
    /// The bins are soft and go by L (4), then a (6), then b (6) of CIE Lab: see ``LabBins``.
    public let colors: [UInt8]

    public init(vector: [Int8], colors: [UInt8] = []) {
        self.vector = vector
        self.colors = colors
    }
}
