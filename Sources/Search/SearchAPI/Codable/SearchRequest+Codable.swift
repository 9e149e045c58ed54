/// As `{"item":"…"}` or `{"image":{…},"box":{…}}`, where a box without an area is a point.
extension SearchRequest.Example: Codable {
    private enum CodingKeys: String, CodingKey {
        case item, image, box
    }

    /// Decodes an item by its id, or an image with an optional region.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let id = try container.decodeIfPresent(String.self, forKey: .item) {
            self = .item(id: id)
        } else {
            self = .image(
                try container.decode(ImageInput.self, forKey: .image),
                try container.decodeIfPresent(Box.self, forKey: .box).map(Region.init))
        }
    }

    /// Encodes the id of the item, or the image and its region. Throws `EncodingError` for a picture that is a file.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .item(let id): try container.encode(id, forKey: .item)
        case .image(let image, let region):
            try container.encode(image, forKey: .image)
            try container.encodeIfPresent(region?.wireBox, forKey: .box)
        }
    }
}

/// As an example with its weight beside: `{"item":"…","weight":-1}`.
extension SearchRequest.WeightedExample: Codable {
    private enum CodingKeys: String, CodingKey {
        case weight
    }

    /// Decodes an example; without a weight it has 1.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try SearchRequest.Example(from: decoder),
            weight: try container.decodeIfPresent(Double.self, forKey: .weight) ?? 1)
    }

    /// Encodes the example and its weight; a weight of 1 is omitted. Throws `EncodingError` for a picture that is a file.
    public func encode(to encoder: any Encoder) throws {
        try example.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        if weight != 1 { try container.encode(weight, forKey: .weight) }
    }
}

/// Members that are missing have their defaults.
extension SearchRequest.Query: MemberCodable {
    static let blank = SearchRequest.Query()
    static let members: [Member<SearchRequest.Query>] = [
        .init("example", \.example), .init("look", \.example, .former), .init("colors", \.colors),
        .init("text", \.text), .init("colorWeight", \.colorWeight), .init("kindWeight", \.kindWeight),
        .init("unlike", \.unlike), .init("picture", \.picture), .init("readsPhrases", \.readsPhrases),
        .init("ignoredPhrases", \.ignoredPhrases), .init("examples", \.examples),
        .init("avoidedColors", \.avoidedColors), .init("readsMinus", \.readsMinus),
        .init("pictureTextWeight", \.pictureTextWeight), .init("pictureText", \.pictureText),
    ]
}

/// Members that are missing have their defaults.
extension SearchRequest: MemberCodable {
    static let blank = SearchRequest(Query())
    static let members: [Member<SearchRequest>] = [
        .init("query", \.query, .written), .init("filter", \.filter), .init("page", \.page, .written),
        .init("limit", \.limit, .written), .init("fields", \.fields), .init("scores", \.scores),
        .init("facets", \.facets), .init("sort", \.sort), .init("grouping", \.grouping), .init("dedup", \.dedup),
        .init("explains", \.explains), .init("detection", \.detection), .init("scope", \.scope),
        .init("strictness", \.strictness), .init("rules", \.rules), .init("variants", \.variants),
        .init("diversity", \.diversity),
    ]
}
