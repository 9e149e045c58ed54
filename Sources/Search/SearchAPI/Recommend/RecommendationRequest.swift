/// The question for items to recommend: a model, and what is known of the place and the person.
public struct RecommendationRequest: Hashable, Sendable {
    /// The rule for places that a model leaves empty.
    public enum Fill: Hashable, Sendable {
        /// Fewer items than ``RecommendationRequest/limit`` come back.
        case none
        /// Items drawn at random among those that pass the filters, marked as such. The same seed draws the same items;
        /// nil draws others each time.
        case random(seed: UInt64?)
    }

    /// The name of a model of the store; `similar`, `together` and the other kinds exist without a definition.
    public var model: String
    /// The most items, 1…100. Default 10.
    public var limit: Int
    /// The names under which the events of the customer came, such as a cookie and a login. Empty, the default, for
    /// nobody in particular.
    public var customer: [String]
    /// Items to start from with their weights, each above 0: a stronger seed counts more. Default none.
    public var seeds: [String: Double]
    /// The condition that recommended items meet, beside the one of the model. Default `all`.
    public var filter: Filter
    /// Product types of which one must be the item's, at most 10; empty, the default, for any.
    public var categories: [String]
    /// The fields whose values come along; nil, the default, for all of them.
    public var attributes: Set<String>?
    /// The rule for places that stay empty. Default `none`.
    public var fill: Fill
    /// Keeps an event for each item that was shown. Default true.
    public var recordsImpressions: Bool

    /// Creates a request; by default for ten items of `model`, for nobody in particular and without seeds.
    public init(
        model: String, limit: Int = 10, customer: [String] = [], seeds: [String: Double] = [:], filter: Filter = .all,
        categories: [String] = [], attributes: Set<String>? = nil, fill: Fill = .none, recordsImpressions: Bool = true
    ) {
        self.model = model
        self.limit = limit
        self.customer = customer
        self.seeds = seeds
        self.filter = filter
        self.categories = categories
        self.attributes = attributes
        self.fill = fill
        self.recordsImpressions = recordsImpressions
    }
}
