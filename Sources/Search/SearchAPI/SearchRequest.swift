/// A search: the query, the conditions on its hits, and the contents of the answer.
public struct SearchRequest: Hashable, Sendable {
    /// The look and the words of the desired hits. Parts may be combined: a picture and words, a picture and colors.
    public struct Query: Hashable, Sendable {
        /// An item or a picture that the hits resemble.
        public var example: Example?
        /// The items and pictures that hits resemble, and those that they shall not resemble, with weights; at most 16,
        /// ``unlike`` among them. Several are searched for by their mean. Positive items are left out of the answer, and
        /// negative ones with what looks nearly the same. Default none.
        public var examples: [WeightedExample]
        /// The colors to look for, with weights; at most 16. An item scores by how much of it is near them.
        public var colors: [WeightedColor]
        /// The colors that hits shall not show, at most 16: an item leaves with a fifth of one or more. Default none.
        public var avoidedColors: [RGB]
        /// The words to look for in all text and string attributes. Nil for a query without words. Items leave that contain
        /// a word with a minus before it, or words in quotation marks behind one: `bag -leather -"knee high"`.
        public var text: String?
        /// A minus before a word of the text leaves items out. False takes it for a blank. Default true.
        public var readsMinus: Bool
        /// The weight of color against shape when an example is given, 0…1. Default 0.5, the balance of the describer.
        public var colorWeight: Double
        /// The most that the kind of product adds to the score of an example, 0…1, where the store has learned from its
        /// types; all else in the score is look.
        /// 0 uses nothing that was learned: neither kinds, nor the words that pictures show. Nil, the default, is the share that the engine has chosen.
        public var kindWeight: Double?
        /// The ids of items that hits shall not be like, at most 16: the short form of ``examples`` with the weight -1. They
        /// are left out with what looks nearly the same, and what resembles them more comes later. Default none.
        public var unlike: [String]
        /// The number, from 1, of the picture of an example item that hits resemble. Nil, the default, takes all of them:
        /// a hit scores by the one that it resembles most.
        public var picture: Int?
        /// The most that words add to the score of an example, 0…1: those that were read in its picture and in that of an
        /// item, by `magpie index --read-text`. Words that agree in full raise a score of 0.5 to 0.82 with a weight of 0.3, to
        /// 0.95 with 0.6 and to 0.99 with 1. A picture without read words keeps its score. Default 0: looks alone count.
        ///
        /// A score tells then what a picture says, which may be private. A server takes it from callers on its own machine only.
        public var pictureTextWeight: Double
        /// The text that was read in the picture of the query, for ``pictureTextWeight``. Items of the store have theirs.
        /// Default nil: none was read.
        public var pictureText: String?

        /// Reads the text for conditions, such as `under 50` and the names of values, and searches by what remains; see
        /// ``SearchAnswer/phrases``. A text of more than 32 words stays words. Default false.
        public var readsPhrases: Bool
        /// The phrases that stay words, as ``ReadPhrase/text`` has them, at most 32. Default none.
        public var ignoredPhrases: [String]
        /// The words of the text of which one is enough, as the conditions that were read say: they help to order hits, and
        /// no hit needs them.
        package var alternatives: Set<String> = []
        /// The text without the values of one field that were read in it, by the field; nil where no word is left.
        package var textsWithout: [String: String?] = [:]
        /// The conditions that were read in the text, and the request without them; nil where none was read.
        package var conditions: ReadConditions?

        /// The most examples beside ``example``, with the items to be unlike.
        package static let examplesLimit = 16
        /// The weight of words in pictures that the command uses.
        package static let usualPictureTextWeight = 0.6
        /// The most phrases to ignore.
        package static let ignoredLimit = 32

        /// Creates a query from its parts, all of them optional.
        public init(
            example: Example? = nil, colors: [WeightedColor] = [], text: String? = nil, colorWeight: Double = 0.5,
            kindWeight: Double? = nil, unlike: [String] = [], picture: Int? = nil, readsPhrases: Bool = false,
            ignoredPhrases: [String] = [], examples: [WeightedExample] = [], avoidedColors: [RGB] = [],
            readsMinus: Bool = true, pictureTextWeight: Double = 0, pictureText: String? = nil
        ) {
            self.pictureTextWeight = pictureTextWeight
            self.pictureText = pictureText
            self.readsMinus = readsMinus
            self.examples = examples
            self.avoidedColors = avoidedColors
            self.picture = picture
            self.readsPhrases = readsPhrases
            self.ignoredPhrases = ignoredPhrases
            self.kindWeight = kindWeight
            self.unlike = unlike
            self.example = example
            self.colors = colors
            self.text = text
            self.colorWeight = colorWeight
        }
    }

    /// The conditions that were read in a text.
    package struct ReadConditions: Hashable, Sendable {
        /// In the order of the text; each has a filter.
        package var phrases: [ReadPhrase]
        /// The words of the text that are no condition.
        package var rest: String
        /// The filter of the request, without these conditions.
        package var filter: Filter

        package init(phrases: [ReadPhrase], rest: String, filter: Filter) {
            (self.phrases, self.rest, self.filter) = (phrases, rest, filter)
        }
    }

    /// An item or a picture that hits resemble.
    public enum Example: Hashable, Sendable {
        /// An item of the store. It is left out of its own answer.
        case item(id: String)
        /// A picture, or a region of it in upright pixels of the original.
        case image(ImageInput, Region? = nil)
    }

    /// A color and its share of attention.
    public struct WeightedColor: Hashable, Sendable, Codable {
        /// The color to look for, in sRGB.
        public var color: RGB
        /// The weight, greater than 0; only the ratio to the other weights matters. Default 1.
        public var weight: Double

        /// Creates a color with a weight, 1 by default.
        public init(_ color: RGB, weight: Double = 1) {
            self.color = color
            self.weight = weight
        }
    }

    /// The order of hits, in place of their score.
    public struct Sort: Hashable, Sendable, Codable {
        /// The name of the field to sort by.
        public var field: String
        /// True, the default, for the smallest value first; false for the largest.
        public var ascending: Bool

        /// Creates an order by a field, ascending by default.
        public init(_ field: String, ascending: Bool = true) {
            self.field = field
            self.ascending = ascending
        }
    }

    /// The grouping of hits that share a value of a field.
    public struct Grouping: Hashable, Sendable, Codable {
        /// The name of the field whose values form the groups.
        public var field: String
        /// The most hits per group, 1…100. Default 1.
        public var limit: Int

        /// Creates a grouping by a field, with one hit per group by default.
        public init(_ field: String, limit: Int = 1) {
            self.field = field
            self.limit = limit
        }
    }

    /// The rule for which items count as hits.
    public enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
        /// Those that are probably relevant; see ``Hit/relevance``.
        case relevant
        /// Every item that passes the filter. With words alone: every item that contains one of them.
        case all
    }

    /// The look or the words that hits are scored by.
    public var query: Query
    /// The items that count for the total, the facets, the order, the groups and all pages. Default: the relevant ones.
    public var scope: Scope
    /// The closeness to the example that makes an item relevant, 0…1: 0 shows nearly everything, 1 next to nothing. An
    /// item counts with a score of 0.65 (at 0) to 0.85 (at 1) of the best one, or more of it where all are alike, and only
    /// where something that passes the filter is like the example at all. Default 0.5.
    public var strictness: Double
    /// Searches with the best object in the query picture in place of all of it, where no box is given, and names the
    /// objects in the answer. A product type of it is that of the hits as well, for any query. Nil, the default, takes
    /// the picture as it is.
    public var detection: Detection?
    /// The condition that hits meet. Default ``Filter/all``.
    public var filter: Filter
    /// The number of the page, from 1. Default 1.
    public var page: Int
    /// The most hits (or groups) per page, 1…100. Default 10.
    public var limit: Int
    /// The attributes to return; nil, the default, and `["*"]` return all; `[]` returns none.
    public var fields: [String]?
    /// The range of scores; hits outside are left out and do not count in `total`. Default 0…1; another range takes the
    /// place of the scope.
    public var scores: ClosedRange<Double>
    /// The facets to count; nil, the default, counts nothing.
    public var facets: FacetRequest?
    /// The order of the hits; nil, the default, is best first.
    public var sort: Sort?
    /// The grouping of the hits; nil, the default, groups nothing.
    public var grouping: Grouping?
    /// One hit for the variants of a product; nil, the default, keeps each item a hit of its own.
    public var variants: Variants?
    /// Hits that differ from one another, at a cost in score; nil, the default, orders by score alone.
    public var diversity: Diversity?
    /// Leaves out hits whose picture is nearly the same as that of a better hit: 0…1, similarity above which two
    /// pictures count as the same; nil, the default, keeps all.
    public var dedup: Double?
    /// Adds to each hit an ``Explanation`` of its score. Default false.
    public var explains: Bool
    /// The rules of merchandisers that the search follows. Default: those of the store.
    public var rules: Rules

    /// Creates a request; all parameters but the query have the defaults of their properties.
    public init(
        _ query: Query, filter: Filter = .all, page: Int = 1, limit: Int = 10, fields: [String]? = nil,
        scores: ClosedRange<Double> = 0...1, facets: FacetRequest? = nil, sort: Sort? = nil,
        grouping: Grouping? = nil, dedup: Double? = nil, explains: Bool = false, detection: Detection? = nil,
        scope: Scope = .relevant, strictness: Double = 0.5, rules: Rules = Rules(), variants: Variants? = nil,
        diversity: Diversity? = nil
    ) {
        self.diversity = diversity
        self.variants = variants
        self.query = query
        self.rules = rules
        self.strictness = strictness
        self.scope = scope
        self.filter = filter
        self.page = page
        self.limit = limit
        self.fields = fields
        self.scores = scores
        self.facets = facets
        self.sort = sort
        self.grouping = grouping
        self.dedup = dedup
        self.explains = explains
        self.detection = detection
    }

    /// The number of hits, from the best on, that paging can reach.
    package static let window = 1000
}
