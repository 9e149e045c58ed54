extension ViSearch {
    /// Options that every search takes beside its query.
    public struct Options: Hashable, Sendable, Codable {
        /// 1 is the first page.
        public var page = 1
        /// Hits per page, 1…100. Default 10; a server takes more as 100. Page times limit is at most 1000.
        public var limit = 10
        /// Adds their score to the hits. Nil, the default, leaves it to the service: discover search returns it, the
        /// others do not.
        public var score: Bool?
        /// Hits outside are left out. Within 0…1, the default.
        public var scores: ClosedRange<Double> = 0...1
        /// Attributes to return; those that are not known are ignored, those of type text cannot be returned.
        public var fields: [String] = []
        /// Returns all attributes.
        public var allFields = false
        /// All have to hold; one on an unknown field holds for nothing, see ``ignoresUnknownFilters``.
        public var filters: [FieldFilter] = []
        /// Returns the attributes of the item that was searched with.
        public var queryInfo = false
        /// Ignores filters of fields that no item has, as the vendor does; by default nothing passes them. An extension:
        /// `fq_lenient`. Default false.
        public var ignoresUnknownFilters = false
        /// Fields whose values are counted over the results; `*` for all searchable ones but text.
        public var facets: [String] = []
        /// Values per facet, most frequent first. Default 10.
        public var facetLimit = 10
        /// Counts of the values of each facet.
        public var facetCounts = false
        /// Leaves out near duplicates of better hits.
        public var dedup = false
        /// From which similarity on a hit is a duplicate, 0…1; nil for the default of the service.
        public var dedupThreshold: Double?
        /// The order of hits in place of their score.
        public var sort: Sort?
        /// Groups hits that share a value of this field.
        public var groupField: String?
        /// Hits per group, 1…100.
        public var groupLimit: Int?
        /// The order of the groups: a field with `:asc` or `:desc`, as the service defines it.
        public var groupSort: String?
        /// As the service defines it.
        public var groupSortStrategy: String?
        /// `field:value:ratio`, as the service defines it.
        public var diversity: [String] = []
        /// `key:value` filters, configuration and fields of the service's own image tags.
        public var tagFilters: [String] = []
        /// Configuration of the service's own image tags, as the service defines it.
        public var tagConfiguration: [String] = []
        /// Fields of the service's own image tags, as the service defines it.
        public var tagFields: [String] = []
        /// The language of words, as the service names it.
        public var locale: String?
        /// A strategy set up in the dashboard of the service.
        public var strategy: String?
        /// Sent along as they are; on the server, what was sent and is not known. Analytics values (`va_…`) are here.
        public var custom: [Parameters.Parameter] = []

        /// Creates options; those that are not named have their defaults: the first ten hits, unfiltered.
        public init(
            page: Int = 1, limit: Int = 10, score: Bool? = nil, scores: ClosedRange<Double> = 0...1,
            fields: [String] = [], allFields: Bool = false, filters: [FieldFilter] = [], queryInfo: Bool = false,
            facets: [String] = []
        ) {
            self.page = page
            self.limit = limit
            self.score = score
            self.scores = scores
            self.fields = fields
            self.allFields = allFields
            self.filters = filters
            self.queryInfo = queryInfo
            self.facets = facets
        }

        /// The same with changes.
        public func with(_ change: (inout Self) -> Void) -> Self {
            var copy = self
            change(&copy)
            return copy
        }
    }

    /// A field and the value or range it has to have.
    public typealias FieldFilter = SearchAPI.FieldFilter

    /// The order of hits by a field.
    public typealias Sort = SearchRequest.Sort
}
