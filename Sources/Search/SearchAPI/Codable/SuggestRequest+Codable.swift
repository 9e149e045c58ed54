/// Members that are missing have their defaults.
extension SuggestRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case text, limit, correctsSpelling, locale, blocked
    }

    /// Decodes a request; missing members have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(String.self, forKey: .text),
            limit: try container.decodeIfPresent(Int.self, forKey: .limit) ?? 10,
            correctsSpelling: try container.decodeIfPresent(Bool.self, forKey: .correctsSpelling) ?? true,
            locale: try container.decodeIfPresent(String.self, forKey: .locale),
            blocked: try container.decodeIfPresent([String].self, forKey: .blocked) ?? [])
    }

    /// Encodes the request; members with their default value are omitted, but the limit.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encode(limit, forKey: .limit)
        if !correctsSpelling { try container.encode(false, forKey: .correctsSpelling) }
        try container.encodeIfPresent(locale, forKey: .locale)
        if !blocked.isEmpty { try container.encode(blocked, forKey: .blocked) }
    }
}
