extension SearchRequest {
    /// One hit for the items that share a value of a field, such as the colors of one shirt: the variants of a product.
    ///
    /// The hit is the variant that matches best. ``Hit/variants`` has the others that pass the filter, whether they match
    /// or not. An item without the field is a hit of its own, and a list counts by its first string.
    public struct Variants: Hashable, Sendable {
        /// The name of the field that variants share, such as `group_id`.
        public var field: String
        /// The most variants listed beside a hit, 0…24. Default 24.
        public var limit: Int

        /// The accepted numbers of variants beside a hit.
        package static let limits = 0...24

        /// Creates a request for one hit for each value of a field, with at most 24 others beside it by default.
        public init(_ field: String, limit: Int = 24) {
            self.field = field
            self.limit = limit
        }
    }
}

/// Members that are missing have their defaults, but for the field.
extension SearchRequest.Variants: MemberCodable {
    static let blank = SearchRequest.Variants("")
    static let members: [Member<SearchRequest.Variants>] = [
        .init("field", \.field, .required), .init("limit", \.limit, .written),
    ]
}

/// A variant of a hit that the hit stands for.
public struct HitVariant: Hashable, Sendable, Codable {
    /// The name of the item.
    public var id: String
    /// The similarity to the query, 0…1, on the scale of ``Hit/score``.
    public var score: Double
    /// The origin of the picture of the item: a path or a URL.
    public var source: String?
    /// The main color of the object in its picture; nil where the store has no colors of it.
    public var color: RGB?
    /// The requested attributes whose values the hit does not share.
    public var attributes: [String: AttributeValue]

    /// Creates a variant; by default without a source, a color and attributes.
    public init(
        id: String, score: Double, source: String? = nil, color: RGB? = nil,
        attributes: [String: AttributeValue] = [:]
    ) {
        self.id = id
        self.score = score
        self.source = source
        self.color = color
        self.attributes = attributes
    }
}
