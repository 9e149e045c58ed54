import CSearchData

extension BuiltInDescriber {
    /// The describer of the version before, with the parameters that it came with.
    // Safe: the function gives constant bytes, with their count.
    package static let former = unsafe LinkedBytes(csd_former).read { try BuiltInDescriber(parameters: $0.all) }

    /// The built-in describer that a store was made with: that of this version or of the one before; nil for any other.
    package static func ofStore(_ identity: DescriberIdentity) -> BuiltInDescriber? {
        if identity.name == shared.identity { return shared }
        // Read only where it may be the one: that takes some milliseconds.
        guard identity.name.hasPrefix("magpie-"), identity.name == former.identity else { return nil }
        return former
    }
}

/// Stands in for the describer of a store that this process does not have: searches by items, words, colors and filters
/// need none.
package struct AbsentDescriber: Describer {
    package let identity: String
    package let dimensions: Int
    package let scale = 127

    package init(_ identity: DescriberIdentity) {
        self.identity = identity.name
        dimensions = identity.dimensions
    }

    /// Throws `failed`, with what helps.
    package func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        throw .failed(
            detail: "the store was made with the describer \(identity), which is not at hand; name its model with "
                + "--describer, or let 'magpie store describe' describe all pictures anew")
    }
}
