/// A phrase of the typed words that was read as a condition or as an order, such as `under 50`.
public struct ReadPhrase: Hashable, Sendable, Codable {
    /// The phrase as it was typed. Listed in ``SearchRequest/Query/ignoredPhrases``, it stays words.
    public var text: String
    /// The condition in short, for a chip: `under 50`, `brand: Nike`, `not red`, `cheapest first`.
    public var label: String
    /// The place of the phrase in the typed words, in Unicode scalars from 0.
    public var range: Range<Int>
    /// The condition that hits meet; nil for an order.
    public var filter: Filter?
    /// The order of the hits; nil for a condition.
    public var sort: SearchRequest.Sort?

    /// Creates a phrase from its parts; by default without a condition and without an order.
    public init(
        _ text: String, label: String, range: Range<Int>, filter: Filter? = nil, sort: SearchRequest.Sort? = nil
    ) {
        self.text = text
        self.label = label
        self.range = range
        self.filter = filter
        self.sort = sort
    }
}

extension KeyedDecodingContainer {
    /// No phrases where a server of an earlier version does not have the member.
    func decode(_ type: [ReadPhrase].Type, forKey key: Key) throws -> [ReadPhrase] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
