/// Members that are missing have their defaults; only the model is needed.
extension RecommendationRequest: MemberCodable {
    static let blank = RecommendationRequest(model: "")
    static let members: [Member<RecommendationRequest>] = [
        .init("model", \.model, .required), .init("limit", \.limit, .written), .init("customer", \.customer),
        .init("seeds", \.seeds), .init("filter", \.filter), .init("categories", \.categories),
        .init("attributes", \.attributes), .init("fill", \.fill),
        .init("recordsImpressions", \.recordsImpressions),
    ]
}

/// As `"none"`, or `{"random":SEED}` with null for no seed.
extension RecommendationRequest.Fill: Codable {
    private enum CodingKeys: String, CodingKey {
        case random
    }

    /// Decodes a rule. Throws `DecodingError` for anything else.
    public init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self), word == "none" {
            self = .none
            return
        }
        guard let container = try? decoder.container(keyedBy: CodingKeys.self), container.contains(.random) else {
            throw DecodingError.unfitting(
                "fill takes \"none\" or an object with the member `random`", at: decoder.codingPath)
        }
        self = .random(seed: try container.decode(UInt64?.self, forKey: .random))
    }

    /// Encodes the word `none`, or an object with the seed.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .none:
            var container = encoder.singleValueContainer()
            try container.encode("none")
        case .random(let seed):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(seed, forKey: .random)
        }
    }
}
