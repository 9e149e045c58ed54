/// The answer to a ``RecommendationRequest``, best item first.
public struct RecommendationAnswer: Hashable, Sendable, Codable {
    /// The name of the model that was asked.
    public var model: String
    /// The variant of the model that the customer gets; nil for a model without variants.
    public var variant: String?
    /// The items, best first.
    public var items: [Recommendation]
    /// The remarks for people about the answer: a seed that is not in the store, a fallback that stepped in.
    public var notices: [Notice]

    /// Creates an answer; by default without a variant and remarks.
    public init(model: String, variant: String? = nil, items: [Recommendation], notices: [Notice] = []) {
        self.model = model
        self.variant = variant
        self.items = items
        self.notices = notices
    }
}

/// One recommended item.
public struct Recommendation: Hashable, Sendable, Codable {
    /// A part of the score by origin.
    public struct Reason: Hashable, Sendable, Codable {
        /// The kind of model that gave the part: `similar`, `together`, `popular` and so on.
        public var kind: String
        /// The seed or the item of the customer's history that led here; nil where none did.
        public var seed: String?
        /// The share of the score, 0…1; the shares of an item add up to 1.
        public var share: Double

        /// Creates a reason; by default without a seed.
        public init(kind: String, seed: String? = nil, share: Double) {
            self.kind = kind
            self.seed = seed
            self.share = share
        }
    }

    /// The name of the item.
    public var id: String
    /// The kind of model with the largest share; `random` for an item that fills an empty place, `pinned` for one that
    /// a rule put there.
    public var engine: String
    /// The strength of the recommendation, 0…1, comparable within one answer.
    public var score: Double
    /// The origin of the picture of the item: a path or a URL.
    public var source: String?
    /// The values of the item for the requested fields that it has.
    public var attributes: [String: AttributeValue]
    /// The parts of the score, largest first.
    public var reasons: [Reason]

    /// Creates a recommendation; by default without a picture, attributes and reasons.
    public init(
        id: String, engine: String, score: Double, source: String? = nil, attributes: [String: AttributeValue] = [:],
        reasons: [Reason] = []
    ) {
        self.id = id
        self.engine = engine
        self.score = score
        self.source = source
        self.attributes = attributes
        self.reasons = reasons
    }

    /// True for an item that fills an empty place by chance.
    public var isFilled: Bool { engine == "random" }
}
