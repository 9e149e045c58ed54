extension SearchRequest {
    /// Counts how the values of fields are distributed over all hits, not only over those of a page.
    public struct FacetRequest: Hashable, Sendable {
        /// Fields; `*` stands for all that have facets (everything but text).
        public var fields: [String]
        /// Values per field, most frequent first. Default 10.
        public var limit: Int
        /// Bins of the histogram of a number or date field, 0…100; there may be fewer, and on both sides of 0 two. Default
        /// 10; 0 makes none.
        public var bins: Int
        /// Counts each field as if the filter did not speak of it, so that the values that were not chosen keep their
        /// counts. Only the parts of the filter that have to hold on their own can be left out: the filter itself,
        /// or the members of an `and`. Default false.
        public var excludesOwnFilter: Bool

        public init(_ fields: [String], limit: Int = 10, bins: Int = 10, excludesOwnFilter: Bool = false) {
            self.fields = fields
            self.limit = limit
            self.bins = bins
            self.excludesOwnFilter = excludesOwnFilter
        }
    }
}

/// Members that are missing have their defaults, but for the fields.
extension SearchRequest.FacetRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case fields, limit, bins, excludesOwnFilter
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode([String].self, forKey: .fields),
            limit: try container.decodeIfPresent(Int.self, forKey: .limit) ?? 10,
            bins: try container.decodeIfPresent(Int.self, forKey: .bins) ?? 10,
            excludesOwnFilter: try container.decodeIfPresent(Bool.self, forKey: .excludesOwnFilter) ?? false)
    }
}
