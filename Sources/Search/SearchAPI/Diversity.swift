extension SearchRequest {
    /// An order of hits by score in which each differs from those before it: maximal marginal relevance (Carbonell and
    /// Goldstein 1998, "The Use of MMR, Diversity-Based Reranking").
    ///
    /// The best hit stays first. Each next one has the largest `(1 - weight) · score - weight · s`, where `s` is its
    /// similarity, 0…1, to the nearest hit before it; of equals, the one with the better score. Only the best ``reach`` hits
    /// are ordered anew, those after them stay in the order of their scores. Scores, the total and facets do not change.
    public struct Diversity: Hashable, Sendable {
        /// The similarity of two hits.
        public enum Measure: Hashable, Sendable {
            /// The similarity of their pictures, on the scale of ``Hit/score``.
            case look
            /// The share of the values in a field that both have: 1 for the same brand, 0 for two. Items without the field
            /// have nothing in common.
            case field(String)
            /// The mean over all fields of strings, lists and booleans that one of them has.
            case allFields
        }

        /// The attention to differences: 0 orders by score alone, 1 by differences alone.
        public var weight: Double
        /// The similarity that counts. Default: that of pictures.
        public var by: Measure
        /// The number of best hits that are ordered anew, 1…1,000. Default 200.
        public var reach: Int

        /// The accepted numbers of hits that are ordered anew.
        package static let reaches = 1...1000

        /// Creates an order with a weight, 0…1, by pictures over the best 200 hits by default.
        public init(_ weight: Double, by: Measure = .look, reach: Int = 200) {
            self.weight = weight
            self.by = by
            self.reach = reach
        }
    }
}

/// As `{"weight":0.3}`, with `"by":"look"`, `"by":"*"` for all fields or `"by":{"field":"brand"}`, and `"reach"`.
extension SearchRequest.Diversity: MemberCodable {
    static let blank = SearchRequest.Diversity(0)
    static let members: [Member<SearchRequest.Diversity>] = [
        .init("weight", \.weight, .required), .init("by", \.by, .written), .init("reach", \.reach, .written),
    ]
}

extension SearchRequest.Diversity.Measure: Codable {
    private enum CodingKeys: String, CodingKey {
        case field
    }

    /// Decodes `look`, `*`, or an object with a field.
    public init(from decoder: any Decoder) throws {
        guard let word = try? decoder.singleValueContainer().decode(String.self) else {
            self = .field(try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .field))
            return
        }
        switch word {
        case "look": self = .look
        case "*": self = .allFields
        default:
            throw DecodingError.unfitting(
                "expected look, * or an object with a field, not \(word)", at: decoder.codingPath)
        }
    }

    /// Encodes the measure.
    public func encode(to encoder: any Encoder) throws {
        if case .field(let name) = self {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .field)
            return
        }
        var container = encoder.singleValueContainer()
        try container.encode(self == .look ? "look" : "*")
    }
}
