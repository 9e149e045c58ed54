public import Imaging

/// What is looked for, and what the answer shall hold.
public struct SearchRequest: Hashable, Sendable {
    /// What the hits shall look like or say. Parts may be combined: a picture and words, a picture and colors.
    public struct Query: Hashable, Sendable {
        public var look: Look?
        /// Colors with weights; at most 16. An item scores by how much of it is near them.
        public var colors: [WeightedColor]
        /// Words over all text and string attributes. Nil for none.
        public var text: String?
        /// How much color counts against shape when a look is given, 0…1. Default 0.5, the balance of the describer.
        public var colorWeight: Double

        public init(look: Look? = nil, colors: [WeightedColor] = [], text: String? = nil, colorWeight: Double = 0.5) {
            self.look = look
            self.colors = colors
            self.text = text
            self.colorWeight = colorWeight
        }
    }

    /// A picture to resemble.
    public enum Look: Hashable, Sendable {
        /// An item of the store. It is left out of its own answer.
        case item(id: String)
        /// A picture, or the part of it in a box of upright pixels of the original. A point selects the object there.
        case image(ImageInput, box: Box? = nil)
    }

    /// A color and its share of attention.
    public struct WeightedColor: Hashable, Sendable, Codable {
        public var color: RGB
        /// Greater than 0; only the ratio to the other weights matters. Default 1.
        public var weight: Double

        public init(_ color: RGB, weight: Double = 1) {
            self.color = color
            self.weight = weight
        }
    }

    /// The order of hits, in place of their score.
    public struct Sort: Hashable, Sendable, Codable {
        public var field: String
        /// Default true: smallest first.
        public var ascending: Bool

        public init(_ field: String, ascending: Bool = true) {
            self.field = field
            self.ascending = ascending
        }
    }

    /// Hits that share a value of `field` stand together.
    public struct Grouping: Hashable, Sendable, Codable {
        public var field: String
        /// Hits per group. Default 1.
        public var limit: Int

        public init(_ field: String, limit: Int = 1) {
            self.field = field
            self.limit = limit
        }
    }

    /// Which items count as hits.
    public enum Scope: String, Hashable, Sendable, Codable, CaseIterable {
        /// Those that are probably relevant; see ``Hit/relevance``.
        case relevant
        /// Every item that the filter lets through. With words alone: every item that says one of them.
        case all
    }

    public var query: Query
    /// Which items the total, the facets, the order, the groups and all pages are made of. Default: the relevant ones.
    public var scope: Scope
    /// Searches with the best thing in the query picture in place of all of it, where no box is given, and names the
    /// things in the answer. Nil, the default, takes the picture as it is.
    public var detection: Detection?
    public var filter: Filter
    /// 1 is the first page.
    public var page: Int
    /// Hits (or groups) per page, 1…100. Default 10.
    public var limit: Int
    /// Attributes to return; nil, the default, returns none; `["*"]` returns all.
    public var fields: [String]?
    /// Hits outside are left out; they do not count in `total`. A range other than 0…1, the default, takes the place of
    /// the scope.
    public var scores: ClosedRange<Double>
    /// Nil, the default, counts nothing.
    public var facets: FacetRequest?
    /// Nil, the default, is best first.
    public var sort: Sort?
    /// Nil, the default, groups nothing.
    public var grouping: Grouping?
    /// Leaves out hits whose picture is nearly the same as that of a better hit: 0…1, similarity above which two
    /// pictures count as the same; nil, the default, keeps all.
    public var dedup: Double?
    /// Says for each hit which part of the score came from what.
    public var explains: Bool

    public init(
        _ query: Query, filter: Filter = .all, page: Int = 1, limit: Int = 10, fields: [String]? = nil,
        scores: ClosedRange<Double> = 0...1, facets: FacetRequest? = nil, sort: Sort? = nil,
        grouping: Grouping? = nil, dedup: Double? = nil, explains: Bool = false, detection: Detection? = nil,
        scope: Scope = .relevant
    ) {
        self.query = query
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
    public static let window = 1000
}
