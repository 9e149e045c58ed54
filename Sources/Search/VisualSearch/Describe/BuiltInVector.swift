/// The vector of the built-in describer that a store keeps beside that of a model, to recognize copies.
///
/// The thresholds of copies were measured for the built-in describer. A model may give one vector to all pictures of a
/// kind, or very different ones to two encodings of one picture.
package struct BuiltInVector: Hashable, Sendable {
    /// The identity of the form of the built-in describer that made it.
    package var describer: String
    /// The values.
    package var values: [Int8]

    package init(describer: String, values: [Int8]) {
        self.describer = describer
        self.values = values
    }
}

extension Describer {
    /// True: pixels are at hand, and the built-in describer recognizes copies, which a model need not.
    public var keepsBuiltInVectors: Bool { true }
}

extension BuiltInDescriber {
    /// False: the vector of a picture is the built-in one.
    public var keepsBuiltInVectors: Bool { false }

    /// True for the name of a built-in describer of any version.
    static func isName(_ identity: String) -> Bool { identity.hasPrefix("magpie-") }
}
