/// Something a person should know of an answer that is no error.
public struct Notice: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// No item is relevant; ``SearchAnswer/nearest`` has what comes nearest.
        case nothingRelevant
        /// No item has a value that the filter asks for.
        case unknownValue
        /// No item says a word of the query; others were searched for.
        case correctedWord
        /// A facet was asked for that the field cannot have.
        case noFacet
    }

    public var kind: Kind
    /// A plain sentence without a full stop.
    public var text: String
    /// The field that it is about.
    public var field: String?
    /// A value of the field that may have been meant.
    public var suggestion: String?

    public init(_ kind: Kind, _ text: String, field: String? = nil, suggestion: String? = nil) {
        self.kind = kind
        self.text = text
        self.field = field
        self.suggestion = suggestion
    }
}
