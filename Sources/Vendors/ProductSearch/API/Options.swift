extension ProductSearch {
    /// Options that every search takes beside its query.
    public struct Options: Hashable, Sendable {
        /// 1 is the first page.
        public var page = 1
        /// Products per page, 1…100. Default 10; a server takes more as 100.
        public var limit = 10
        /// All have to hold; one on an unknown field holds for nothing.
        public var filters: [FieldFilter] = []
        /// All have to hold: a text has any of the words, a string contains the value.
        public var textFilters: [FieldFilter] = []
        /// Fields to return in ``Product/data``. Default empty: what the service is set up to return, at a server of your
        /// own all of them.
        public var attributes: [String] = []
        /// Fields whose values are counted over the results; `*` for all searchable ones but text.
        public var facets: [String] = []
        /// Values per facet, most frequent first. Default 10.
        public var facetLimit = 10
        /// Counts of the values of each facet. Default false.
        public var facetCounts = false
        /// The order of products in place of their score.
        public var sort: SearchRequest.Sort?
        /// Groups products that share a value of this field, such as the colors of one model.
        public var groupField: String?
        /// Products per group, 1…100. Default nil: 1.
        public var groupLimit: Int?
        /// The order of the groups, as the service defines it.
        public var groupSort: String?
        /// As the service defines it.
        public var groupSortStrategy: String?
        /// Adds their score to the products. Default false.
        public var score = false
        /// Products outside are left out. Within 0…1, the default.
        public var scores: ClosedRange<Double> = 0...1
        /// Products less similar to the picture are left out, 0…1. Default nil: none.
        public var leastSimilarity: Double?
        /// The weight of color against shape, 0…1; 0 leaves color out. Default nil: that of the service.
        public var colorWeight: Double?
        /// Adds the names of the service's fields in the catalog, see ``Results/fieldNames``. Default false.
        public var returnsFieldNames = false
        /// Adds what is known of the picture of the query, see ``Results/queryMetadata``. Default false.
        public var returnsQueryMetadata = false
        /// Adds the addresses at which the service keeps the pictures. Default false.
        public var returnsStoredURLs = false
        /// Adds the product that was searched with, see ``Results/queryInfo``. Default false.
        public var queryInfo = false
        /// Leaves out near duplicates of better products. Default false.
        public var dedup = false
        /// The similarity from which on a product is a duplicate, 0…1. Default nil: that of the service.
        public var dedupThreshold: Double?
        /// Corrects the spelling of words. Default nil: as the service is set up.
        public var spellCorrection: Bool?
        /// The words are still being typed. Default nil: as the service is set up.
        public var isTyping: Bool?
        /// Factors for scores, as the service defines them.
        public var boosts: String?
        /// Fields of the service's own image tags, as the service defines them.
        public var tagFields: [String] = []
        /// Fields of the service's system, as the service defines them.
        public var systemFields: [String] = []
        /// Configuration of the service, `key:value` each, as the service defines it.
        public var configuration: [String] = []
        /// A filter of the service's own, as the service defines it.
        public var globalFilter: String?
        /// The language of words, such as `en` or `zh-TW`.
        public var locale: String?
        /// A strategy set up in the console of the service; at a server of your own, the name of a recommendation model.
        public var strategy: String?
        /// Adds what the service notes for its developers. Default false.
        public var debug = false
        /// Sent along as they are; on the server, what was sent and is not known. Analytics values (`va_…`) are here.
        public var custom: [Parameters.Parameter] = []

        /// Creates options; those that are not named have their defaults: the first ten products, unfiltered.
        public init(
            page: Int = 1, limit: Int = 10, filters: [FieldFilter] = [], attributes: [String] = [],
            facets: [String] = [], score: Bool = false
        ) {
            self.page = page
            self.limit = limit
            self.filters = filters
            self.attributes = attributes
            self.facets = facets
            self.score = score
        }

        /// The same with changes.
        public func with(_ change: (inout Self) -> Void) -> Self {
            var copy = self
            change(&copy)
            return copy
        }
    }

    /// Options of recommendations, beside those of every search. Nil leaves a value to the service.
    public struct Recommendation: Hashable, Sendable {
        /// Adds the product that was asked for, see ``Results/product``.
        public var returnsProduct: Bool?
        /// Alternatives per product.
        public var alternativeLimit: Int?
        /// Marks the products that somebody placed by hand, see ``Product/isPinned``.
        public var showsPinned: Bool?
        /// Names the products that somebody took out by hand, see ``Results/excluded``.
        public var showsExcluded: Bool?
        /// Puts products together in sets, see ``Results/sets``.
        public var usesSets: Bool?
        /// The most sets, 1…20.
        public var setLimit: Int?
        /// Names the pictures to show, see ``Product/bestImages``.
        public var showsBestImages: Bool?
        /// Recommends without the product, such as what is popular.
        public var isNotProductBased: Bool?
        /// Parts of the picture of the product, as the service defines it.
        public var boxes: [Box] = []
        /// Types of which products have one.
        public var categories: [String] = []

        /// Creates a recommendation that leaves all to the service.
        public init() {}
    }
}
