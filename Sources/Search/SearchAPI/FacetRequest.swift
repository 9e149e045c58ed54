extension SearchRequest {
    /// A request to count the values of fields over all hits, not only over those of a page.
    public struct FacetRequest: Hashable, Sendable {
        /// The names of the fields; `*` stands for all that have facets (everything but text).
        public var fields: [String]
        /// The most values per field, most frequent first. Default 10.
        public var limit: Int
        /// The bins of the histogram of a number or date field, 0…100; there may be fewer, and on both sides of 0 two.
        /// Default 10; 0 omits the histogram.
        public var bins: Int
        /// Counts each field as if the filter did not speak of it, so that the values that were not chosen keep their
        /// counts. Only the parts of the filter that have to hold on their own can be left out: the filter itself,
        /// or the members of an `and`. Values of the field that were read in the text are left out as well, with their words.
        /// Default false.
        public var excludesOwnFilter: Bool
        /// Counts the branches of values such as `Bags > Handbags` as well: `Bags` with all below it. Default false.
        public var branches: Bool
        /// Adds ``Facet/tree``, with at most `limit` branches in each branch. Default false.
        public var tree: Bool

        /// Creates a request for the facets of some fields; all other parameters have the defaults of their properties.
        public init(
            _ fields: [String], limit: Int = 10, bins: Int = 10, excludesOwnFilter: Bool = false,
            branches: Bool = false,
            tree: Bool = false
        ) {
            self.fields = fields
            self.limit = limit
            self.bins = bins
            self.excludesOwnFilter = excludesOwnFilter
            self.branches = branches
            self.tree = tree
        }
    }
}

/// Members that are missing have their defaults, but for the fields.
extension SearchRequest.FacetRequest: MemberCodable {
    static let blank = SearchRequest.FacetRequest([])
    static let members: [Member<SearchRequest.FacetRequest>] = [
        .init("fields", \.fields, .required), .init("limit", \.limit, .written), .init("bins", \.bins, .written),
        .init("excludesOwnFilter", \.excludesOwnFilter, .written), .init("branches", \.branches, .written),
        .init("tree", \.tree, .written),
    ]
}
