/// Members that are missing have their defaults; only the model is needed.
extension RecommendationRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case model, limit, customer, seeds, filter, categories, attributes, fill, recordsImpressions
    }

    /// Decodes a request; `model` is required, and other missing members have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            model: try container.decode(String.self, forKey: .model),
            limit: try container.decodeIfPresent(Int.self, forKey: .limit) ?? 10,
            customer: try container.decodeIfPresent([String].self, forKey: .customer) ?? [],
            seeds: try container.decodeIfPresent([String: Double].self, forKey: .seeds) ?? [:],
            filter: try container.decodeIfPresent(Filter.self, forKey: .filter) ?? .all,
            categories: try container.decodeIfPresent([String].self, forKey: .categories) ?? [],
            attributes: try container.decodeIfPresent(Set<String>.self, forKey: .attributes),
            fill: try container.decodeIfPresent(Fill.self, forKey: .fill) ?? .none,
            recordsImpressions: try container.decodeIfPresent(Bool.self, forKey: .recordsImpressions) ?? true)
    }

    /// Encodes the request; members with their default value are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(model, forKey: .model)
        try container.encode(limit, forKey: .limit)
        if !customer.isEmpty { try container.encode(customer, forKey: .customer) }
        if !seeds.isEmpty { try container.encode(seeds, forKey: .seeds) }
        if filter != .all { try container.encode(filter, forKey: .filter) }
        if !categories.isEmpty { try container.encode(categories, forKey: .categories) }
        try container.encodeIfPresent(attributes, forKey: .attributes)
        if fill != .none { try container.encode(fill, forKey: .fill) }
        if !recordsImpressions { try container.encode(false, forKey: .recordsImpressions) }
    }
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
