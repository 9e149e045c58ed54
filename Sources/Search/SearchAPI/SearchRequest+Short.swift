extension SearchRequest.Query {
    /// A query by a picture, or by the part of it in a box of upright pixels of the original.
    public static func image(_ input: ImageInput, box: Box? = nil) -> Self {
        Self(example: .image(input, box.map(Region.box)))
    }

    /// A query by the object at a point of a picture, in upright pixels of the original.
    public static func image(_ input: ImageInput, at point: Point) -> Self {
        Self(example: .image(input, .point(point)))
    }

    /// A query by an item of the store, which is left out of its own answer.
    public static func item(_ id: String) -> Self { Self(example: .item(id: id)) }

    /// A query by words over all text and string attributes.
    public static func text(_ words: String) -> Self { Self(text: words) }

    /// A query by one color.
    public static func color(_ color: RGB) -> Self { Self(colors: [.init(color)]) }
}

extension SearchService {
    /// Finds items in one call: ``search(_:)`` with a request of these parts and the defaults for the rest.
    ///
    ///     let answer = try await engine.search(.image(.file(photo)), filter: .equal("brand", "Lumo"), limit: 12)
    ///
    /// - Parameters:
    ///   - query: A picture, an item, colors or words.
    ///   - filter: The condition that hits meet. Default: all items.
    ///   - page: The number of the page, from 1.
    ///   - limit: The most hits per page, 1…100.
    ///   - fields: The attributes to return; nil, the default, returns all.
    ///   - facets: Fields whose values are counted. Default: no facets.
    ///   - sort: The order of the hits. Default by score.
    /// - Throws: ``SearchError``; `invalidArgument` for a value out of its range and for an unknown field.
    public func search(
        _ query: SearchRequest.Query, filter: Filter = .all, page: Int = 1, limit: Int = 10, fields: [String]? = nil,
        facets: SearchRequest.FacetRequest? = nil, sort: SearchRequest.Sort? = nil
    ) async throws(SearchError) -> SearchAnswer {
        try await search(
            SearchRequest(
                query, filter: filter, page: page, limit: limit, fields: fields, facets: facets, sort: sort))
    }
}
