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
extension SearchRequest.Query: Codable {
    private enum CodingKeys: String, CodingKey {
        case example, examples, colors, avoidedColors, text, colorWeight, kindWeight, unlike, picture, readsPhrases,
            ignoredPhrases, readsMinus
        /// The older name of `example`.
        case look
    }

    /// Decodes a query; missing members have their defaults. `look` is read as `example`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            example: try container.decodeIfPresent(SearchRequest.Example.self, forKey: .example)
                ?? container.decodeIfPresent(SearchRequest.Example.self, forKey: .look),
            colors: try container.decodeIfPresent([SearchRequest.WeightedColor].self, forKey: .colors) ?? [],
            text: try container.decodeIfPresent(String.self, forKey: .text),
            colorWeight: try container.decodeIfPresent(Double.self, forKey: .colorWeight) ?? 0.5,
            kindWeight: try container.decodeIfPresent(Double.self, forKey: .kindWeight),
            unlike: try container.decodeIfPresent([String].self, forKey: .unlike) ?? [],
            picture: try container.decodeIfPresent(Int.self, forKey: .picture),
            readsPhrases: try container.decodeIfPresent(Bool.self, forKey: .readsPhrases) ?? false,
            ignoredPhrases: try container.decodeIfPresent([String].self, forKey: .ignoredPhrases) ?? [],
            examples: try container.decodeIfPresent([SearchRequest.WeightedExample].self, forKey: .examples) ?? [],
            avoidedColors: try container.decodeIfPresent([RGB].self, forKey: .avoidedColors) ?? [],
            readsMinus: try container.decodeIfPresent(Bool.self, forKey: .readsMinus) ?? true)
    }

    /// Encodes the query; members with their default value are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(example, forKey: .example)
        if !examples.isEmpty { try container.encode(examples, forKey: .examples) }
        if !colors.isEmpty { try container.encode(colors, forKey: .colors) }
        if !avoidedColors.isEmpty { try container.encode(avoidedColors, forKey: .avoidedColors) }
        try container.encodeIfPresent(text, forKey: .text)
        if !readsMinus { try container.encode(false, forKey: .readsMinus) }
        if colorWeight != 0.5 { try container.encode(colorWeight, forKey: .colorWeight) }
        try container.encodeIfPresent(kindWeight, forKey: .kindWeight)
        if !unlike.isEmpty { try container.encode(unlike, forKey: .unlike) }
        if readsPhrases { try container.encode(true, forKey: .readsPhrases) }
        if !ignoredPhrases.isEmpty { try container.encode(ignoredPhrases, forKey: .ignoredPhrases) }
        try container.encodeIfPresent(picture, forKey: .picture)
    }
}

/// Members that are missing have their defaults.
extension SearchRequest: Codable {
    private enum CodingKeys: String, CodingKey {
        case query, filter, page, limit, fields, scores, facets, sort, grouping, dedup, explains, detection, scope
        case strictness, rules, variants, diversity
    }

    /// Decodes a request; missing members have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decodeIfPresent(Query.self, forKey: .query) ?? Query(),
            filter: try container.decodeIfPresent(Filter.self, forKey: .filter) ?? .all,
            page: try container.decodeIfPresent(Int.self, forKey: .page) ?? 1,
            limit: try container.decodeIfPresent(Int.self, forKey: .limit) ?? 10,
            fields: try container.decodeIfPresent([String].self, forKey: .fields),
            scores: try container.decodeIfPresent(ClosedRange<Double>.self, forKey: .scores) ?? 0...1,
            facets: try container.decodeIfPresent(FacetRequest.self, forKey: .facets),
            sort: try container.decodeIfPresent(Sort.self, forKey: .sort),
            grouping: try container.decodeIfPresent(Grouping.self, forKey: .grouping),
            dedup: try container.decodeIfPresent(Double.self, forKey: .dedup),
            explains: try container.decodeIfPresent(Bool.self, forKey: .explains) ?? false,
            detection: try container.decodeIfPresent(Detection.self, forKey: .detection),
            scope: try container.decodeIfPresent(Scope.self, forKey: .scope) ?? .relevant,
            strictness: try container.decodeIfPresent(Double.self, forKey: .strictness) ?? 0.5,
            rules: try container.decodeIfPresent(Rules.self, forKey: .rules) ?? Rules(),
            variants: try container.decodeIfPresent(Variants.self, forKey: .variants),
            diversity: try container.decodeIfPresent(Diversity.self, forKey: .diversity))
    }

    /// Encodes the request; most members with their default value are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(query, forKey: .query)
        if filter != .all { try container.encode(filter, forKey: .filter) }
        try container.encode(page, forKey: .page)
        try container.encode(limit, forKey: .limit)
        try container.encodeIfPresent(fields, forKey: .fields)
        if scores != 0...1 { try container.encode(scores, forKey: .scores) }
        try container.encodeIfPresent(facets, forKey: .facets)
        try container.encodeIfPresent(sort, forKey: .sort)
        try container.encodeIfPresent(grouping, forKey: .grouping)
        try container.encodeIfPresent(dedup, forKey: .dedup)
        if explains { try container.encode(true, forKey: .explains) }
        try container.encodeIfPresent(detection, forKey: .detection)
        if scope != .relevant { try container.encode(scope, forKey: .scope) }
        if strictness != 0.5 { try container.encode(strictness, forKey: .strictness) }
        if rules != Rules() { try container.encode(rules, forKey: .rules) }
        try container.encodeIfPresent(variants, forKey: .variants)
        try container.encodeIfPresent(diversity, forKey: .diversity)
    }
}
