/// The answer to a ``SearchRequest``: one page of hits, and what else was requested.
public struct SearchAnswer: Hashable, Sendable, Codable {
    /// The number of items that match, within the scope, the filter and the score range.
    ///
    /// Counts groups when grouping was requested, and variants that share a hit as one. Pages reach 1,000 of them. The hits
    /// that dedup leaves, and relevant items of a picture alone, are never more; a notice tells where there may be more.
    public var total: Int
    /// The number of the page, from 1, as requested.
    public var page: Int
    /// The most hits per page, as requested.
    public var limit: Int
    /// The hits of the page, best first or in the requested order. Empty when grouping was requested.
    public var hits: [Hit]
    /// The groups of the page, best first; empty unless grouping was requested.
    public var groups: [Group]
    /// The facets of the hits; empty unless requested.
    public var facets: [Facet]
    /// The item that was searched with, with its attributes, when the query named one.
    public var queryItem: Item?
    /// The part of the query picture that was used, in upright pixels; nil without a picture.
    public var queryBox: Box?
    /// The objects in the query picture, best first; empty unless detection was requested.
    public var objects: [RecognizedObject]
    /// The items that come nearest when no item is relevant, or that meet all conditions of the text but one, best first, at
    /// most six.
    ///
    /// Items that have next to nothing in common with the query are left out: for a picture those with a score below 0.3
    /// with the built-in describer.
    /// They are not similar enough, but better than an empty page when labeled so. They count in no total. Empty when
    /// there are hits, on later pages, and with the scope `all`.
    public var nearest: [Hit]
    /// The remarks for people about the answer: nothing is alike, a filter value occurs nowhere, or a facet is
    /// unavailable.
    public var notices: [Notice]
    /// The words of the query with the likeliest correction in place of each word that no item contains; nil where no
    /// word was corrected.
    public var correctedQuery: String?
    /// The share of the kind of product in the scores, 0…1: that of the request, or the one that the engine has chosen.
    /// Nil where the kind does not count.
    public var kindWeight: Double?
    /// The rules whose conditions the search meets, in their order. Empty where no rule applies.
    public var rules: [AppliedRule]
    /// The address that a rule sends the browser to, in place of showing the hits; nil where no rule does.
    public var redirect: String?
    /// The phrases of the text that were read as conditions or as an order, as they follow each other there; empty unless
    /// requested. The conditions hold beside the filter of the request; its order goes before theirs.
    public var phrases: [ReadPhrase]
    /// The steps in which the hits were found and ordered; nil unless the request asks for explanations.
    public var stages: [RankingStage]?

    /// Creates an answer; the parts that a request does not ask for are empty or nil by default.
    public init(
        total: Int, page: Int, limit: Int, hits: [Hit] = [], groups: [Group] = [], facets: [Facet] = [],
        queryItem: Item? = nil, queryBox: Box? = nil, objects: [RecognizedObject] = [], nearest: [Hit] = [],
        notices: [Notice] = [], correctedQuery: String? = nil, kindWeight: Double? = nil,
        rules: [AppliedRule] = [], redirect: String? = nil, phrases: [ReadPhrase] = []
    ) {
        self.phrases = phrases
        self.rules = rules
        self.redirect = redirect
        self.kindWeight = kindWeight
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
        self.correctedQuery = correctedQuery
    }

    /// The most hits in ``nearest``.
    package static let nearestLimit = 6
}

/// One item that was found.
public struct Hit: Hashable, Sendable, Codable {
    /// The name of the item.
    public var id: String
    /// The similarity to the query, 0…1: 1 for the same picture, near 0 for unrelated ones.
    public var score: Double
    /// The probability, 0…1, that a person with this query finds the item relevant.
    public var relevance: Double
    /// True when the item counts as a hit with the scope `relevant`.
    public var isRelevant: Bool
    /// The origin of the picture of the item: a path or a URL.
    public var source: String?
    /// The values of the item for the requested fields that it has.
    public var attributes: [String: AttributeValue]
    /// The product type that the picture of the item shows, where the catalog says none.
    ///
    /// A guess from similar items, never a value of the item: filters, facets and the order by a field do not know it.
    /// Nil where the item has a type, where the field of types was not requested, where no type is probable enough, and
    /// where the store has not learned.
    public var guessedType: GuessedType?
    /// The picture of the item that agrees best with the query, and to which the score belongs. Nil for an item with one
    /// picture, and where words alone found it.
    public var picture: HitPicture?
    /// The parts of the score; nil unless requested.
    public var explanation: Explanation?
    /// The other variants of the hit that pass the filter, best first, as many as requested; nil unless requested.
    public var variants: [HitVariant]?
    /// The number of all other variants that pass the filter; nil unless variants were requested.
    public var variantCount: Int?
    /// The main color of the object in the picture, for a swatch beside those of the variants; nil unless variants were
    /// requested and the store has the colors.
    public var swatch: RGB?

    /// Creates a hit; by default with relevance 1 and counted as relevant.
    public init(
        id: String, score: Double, source: String? = nil, attributes: [String: AttributeValue] = [:],
        explanation: Explanation? = nil, relevance: Double = 1, isRelevant: Bool = true,
        guessedType: GuessedType? = nil, picture: HitPicture? = nil
    ) {
        self.picture = picture
        self.id = id
        self.score = score
        self.relevance = relevance
        self.isRelevant = isRelevant
        self.source = source
        self.attributes = attributes
        self.explanation = explanation
        self.guessedType = guessedType
    }
}

/// A product type that was guessed from a picture.
public struct GuessedType: Hashable, Sendable, Codable {
    /// The type, as other items spell it.
    public var name: String
    /// The probability that it is right, 0.7…1.
    public var probability: Double

    /// Creates a guess.
    public init(_ name: String, probability: Double) {
        self.name = name
        self.probability = probability
    }
}

/// The parts of a score by origin, which add up to the score.
public struct Explanation: Hashable, Sendable, Codable {
    /// The part of the score that comes from shape.
    public var shape: Double
    /// The part of the score that comes from color.
    public var color: Double
    /// The part of the score that comes from pattern.
    public var pattern: Double
    /// The part of the score that comes from words: those of the query, and those that were read in pictures where
    /// ``SearchRequest/Query/pictureTextWeight`` counts them.
    public var text: Double

    /// The part of the score that comes from the kind of product, where the store has learned from its types: at most
    /// ``SearchAnswer/kindWeight`` (beside words or colors its share of that). The learned look is in the other parts.
    public var kind: Double

    /// The part of the score that comes from words that the text of the item lacks and its picture seems to show: a
    /// guess of the store, which has learned how pictures of items look that say the word.
    public var shown: Double
    /// The name of the class that the picture seems to show, of an item without any text that it found; otherwise nil.
    public var shownClass: String?
    /// The moves of the hit by rules. They change its place and not its score.
    public var rules: [RuleMove] = []
    /// The last stage that decided the place of the hit; nil where it is not known.
    public var stage: RankingStage?

    /// Creates an explanation from its parts, each 0 by default.
    public init(
        shape: Double = 0, color: Double = 0, pattern: Double = 0, text: Double = 0, kind: Double = 0, shown: Double = 0
    ) {
        self.shown = shown
        self.kind = kind
        self.shape = shape
        self.color = color
        self.pattern = pattern
        self.text = text
    }
}

/// Hits that share a value.
public struct Group: Hashable, Sendable, Codable {
    /// The shared value, as text; empty for items without the field.
    public var value: String
    /// The hits of the group.
    public var hits: [Hit]

    /// Creates a group from its value and its hits.
    public init(value: String, hits: [Hit]) {
        self.value = value
        self.hits = hits
    }
}
