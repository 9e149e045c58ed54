public import Imaging

/// What was found.
public struct SearchAnswer: Hashable, Sendable, Codable {
    /// How many items match, within the scope, the filter and the score range. Pages reach at most
    /// ``SearchRequest/window``: relevant items, groups (which it counts where they were asked for) and what dedup leaves
    /// are never more.
    public var total: Int
    /// As asked for, from 1.
    public var page: Int
    /// Hits per page, as asked for.
    public var limit: Int
    /// Best first, or in the order asked for. Empty when grouping was asked for.
    public var hits: [Hit]
    /// Best first; empty unless grouping was asked for.
    public var groups: [Group]
    /// Empty unless asked for.
    public var facets: [Facet]
    /// The item that was searched with, with its attributes, when the query named one.
    public var queryItem: Item?
    /// The part of the query picture that was used, in upright pixels; nil without a picture.
    public var queryBox: Box?
    /// The things in the query picture, best first; empty unless detection was asked for.
    public var objects: [RecognizedObject]
    /// The few items that come nearest where none is relevant, best first: nothing really alike, but better than an
    /// empty page when shown as such. They count nowhere. Empty where there are hits, on later pages, and with the
    /// scope `all`.
    public var nearest: [Hit]
    /// What a person should know of the answer: nothing is alike, a filter value occurs nowhere, a facet cannot be given.
    public var notices: [Notice]

    public init(
        total: Int, page: Int, limit: Int, hits: [Hit] = [], groups: [Group] = [], facets: [Facet] = [],
        queryItem: Item? = nil, queryBox: Box? = nil, objects: [RecognizedObject] = [], nearest: [Hit] = [],
        notices: [Notice] = []
    ) {
        self.total = total
        self.page = page
        self.limit = limit
        self.hits = hits
        self.groups = groups
        self.facets = facets
        self.queryItem = queryItem
        self.queryBox = queryBox
        self.objects = objects
        self.nearest = nearest
        self.notices = notices
    }

    /// Hits in ``nearest`` at most.
    public static let nearestLimit = 6
}

/// One item that was found.
public struct Hit: Hashable, Sendable, Codable {
    /// The name of the item.
    public var id: String
    /// 0…1: 1 for the same picture, near 0 for unrelated ones.
    public var score: Double
    /// 0…1: how probable it is that a person who asked this finds the item relevant.
    public var relevance: Double
    /// Whether the item counts as a hit with the scope `relevant`.
    public var isRelevant: Bool
    /// Where the picture of the item came from: a path or a URL.
    public var source: String?
    /// Those of the fields asked for that the item has.
    public var attributes: [String: AttributeValue]
    /// Nil unless asked for.
    public var explanation: Explanation?

    public init(
        id: String, score: Double, source: String? = nil, attributes: [String: AttributeValue] = [:],
        explanation: Explanation? = nil, relevance: Double = 1, isRelevant: Bool = true
    ) {
        self.id = id
        self.score = score
        self.relevance = relevance
        self.isRelevant = isRelevant
        self.source = source
        self.attributes = attributes
        self.explanation = explanation
    }
}

/// Where a score came from; the parts add up to the score.
public struct Explanation: Hashable, Sendable, Codable {
    public var shape: Double
    public var color: Double
    public var pattern: Double
    public var text: Double

    public init(shape: Double = 0, color: Double = 0, pattern: Double = 0, text: Double = 0) {
        self.shape = shape
        self.color = color
        self.pattern = pattern
        self.text = text
    }
}

/// Hits that share a value.
public struct Group: Hashable, Sendable, Codable {
    /// As text; empty for items without the field.
    public var value: String
    public var hits: [Hit]

    public init(value: String, hits: [Hit]) {
        self.value = value
        self.hits = hits
    }
}
