/// The identity of a describer; a store holds the descriptions of one describer only.
public struct DescriberIdentity: Hashable, Sendable {
    /// The identity of the describer.
    public var name: String
    /// Values of a vector, 1…4096.
    public var dimensions: Int
    /// Bytes of a palette, 0…4096; single pictures may come without.
    package var colors: Int

    /// The accepted numbers of values of a vector.
    static let vectorLengths = 1...4096
    /// The accepted numbers of bytes of a palette.
    static let paletteLengths = 0...4096

    /// Creates the identity of a describer.
    public init(name: String, dimensions: Int, colors: Int) {
        self.name = name
        self.dimensions = dimensions
        self.colors = colors
    }

    var summary: String { "\(name) (\(dimensions) values, \(colors) bytes of palette)" }
}

extension Describer {
    /// The identity of the describer that a store was made with, as the store has it.
    var storedIdentity: DescriberIdentity {
        DescriberIdentity(name: identity, dimensions: dimensions, colors: Palette.byteCount)
    }
}
