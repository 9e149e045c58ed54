/// A remark for people about an answer that is not an error.
public struct Notice: Hashable, Sendable, Codable {
    /// The reason for a notice.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// No item is relevant; ``SearchAnswer/nearest`` has what comes nearest.
        case nothingRelevant
        /// No item has a value that the filter asks for.
        case unknownValue
        /// No item contains a word of the query; similar words were searched for.
        case correctedWord
        /// No item contains a word of the query; words that mean much the same were searched for.
        case relatedWord
        /// No item contains all words of the query together; those with the most of them are the hits.
        case droppedWord
        /// No item meets all conditions that were read in the text.
        case unmetPhrases
        /// More items are relevant than the total and the facets count.
        case partialCount
        /// A part of the request was set aside, because another one excludes it.
        case setAside
        /// The numbers of a range in the text stand the other way round; it was read from the smaller to the larger one.
        case backwardRange
        /// The text may leave something out, but nobody can tell what; the words were searched for as words.
        case unclearNegation
        /// A facet was asked for that the field cannot have.
        case noFacet
        /// The request names an item that is not in the store.
        case unknownItem
        /// A recommendation model had too little to go on; the one that follows it filled places.
        case fallback
        /// A part of an answer that came from elsewhere could not be read.
        case unreadable
        /// The request names a campaign that no rule has.
        case unknownCampaign
        /// A part of a rule of the store cannot be used any more, or more rules apply than one search takes.
        case unusableRule
        /// Words find nothing; what the items that were searched in can be asked for.
        case askable
    }

    /// The reason for the notice.
    public var kind: Kind
    /// The text of the notice: a plain sentence without a period.
    public var text: String
    /// The field that the notice concerns, if any.
    public var field: String?
    /// A suggested value of the field, which may have been intended, if any.
    public var suggestion: String?

    /// Creates a notice; by default it names no field and no suggestion.
    public init(_ kind: Kind, _ text: String, field: String? = nil, suggestion: String? = nil) {
        self.kind = kind
        self.text = text
        self.field = field
        self.suggestion = suggestion
    }
}
