internal import ProductSearchAPI
internal import SearchServer

/// A call in the words of the engine, with what of it has no effect here.
struct SearchPlan {
    let call: ProductSearch.Call
    let fields: ShownFields
    let filter: Filter
    let detection: Detection?
    let warnings: [String]

    init(_ call: ProductSearch.Call, _ sent: Parameters, _ context: RouteContext) throws(SearchError) {
        self.call = call
        let options = call.options
        let fields = try ShownFields(options, context.engine)
        self.fields = fields
        let texts = options.filters.map(\.text)
        var filters = [try Filter(fq: texts, fields: fields.all)]
        for filter in options.textFilters { filters.append(try .text(filter, fields.all)) }
        // One client stops at a group without a value.
        if let group = options.groupField { filters.append(.exists(group)) }
        let categories = call.recommendation.categories
        if !categories.isEmpty {
            filters.append(fields.type.map { .oneOf($0, categories.map(AttributeValue.string)) } ?? .or([]))
        }
        filters.removeAll { $0 == .all }
        filter = filters.count == 1 ? filters[0] : filters.isEmpty ? .all : .and(filters)
        detection = call.query.wantedDetection
        warnings =
            SearchPlan.withoutEffect(call, sent) + fields.doubts(options)
            + texts.compactMap { Filter.doubt(aboutFQ: $0, fields: fields.all) }
    }

    /// The search for a picture, a product or words.
    func search(_ example: SearchRequest.Example?, _ context: RouteContext) -> SearchRequest {
        let options = call.options
        var query = SearchRequest.Query(example: example, text: call.query.text, readsMinus: false)
        var scores = options.scores
        if example != nil {
            query.colorWeight = options.colorWeight ?? query.colorWeight
            if let least = options.leastSimilarity, call.query.text == nil {
                scores = min(max(scores.lowerBound, least), scores.upperBound)...scores.upperBound
            }
        }
        let facets = options.facets.filter { $0 == "*" || fields.all[$0] != nil }
        return SearchRequest(
            query, filter: filter, page: options.page, limit: options.limit, fields: fields.read?.sorted() ?? ["*"],
            scores: scores, facets: facets.isEmpty ? nil : .init(facets, limit: options.facetLimit, bins: 0),
            sort: options.sort, grouping: options.groupField.map { .init($0, limit: options.groupLimit ?? 1) },
            dedup: options.dedup ? options.dedupThreshold.flatMap { $0 > 0 ? $0 : nil } ?? 0.98 : nil,
            detection: detection, scope: context.scope)
    }

    /// The answer to the call without its products.
    func results(_ request: HTTPRequest) -> ProductSearch.Results {
        var results = ProductSearch.Results(call.operation, requestID: request.id)
        results.page = call.options.page
        results.warnings = warnings
        if call.options.returnsFieldNames { results.fieldNames = fields.names }
        return results
    }

    /// The answer to the call with what a search found.
    func results(_ request: HTTPRequest, _ answer: SearchAnswer) -> ProductSearch.Results {
        let options = call.options
        var results = results(request)
        results.total = min(answer.total, SearchRequest.window)
        if let field = options.groupField {
            (results.groupField, results.groupLimit) = (field, options.groupLimit ?? 1)
            results.groups = answer.groups.map(group)
        } else {
            results.limit = answer.limit
            results.products = answer.hits.map { fields.product($0, withScore: options.score) }
        }
        if !options.facets.isEmpty { results.facets = facets(answer) }
        results.productTypes = answer.objects.map(ProductSearch.FoundObject.init)
        results.correctedText = answer.correctedQuery
        results.warnings += answer.notices.map(\.text)
        if let item = answer.queryItem { add(item, to: &results) }
        return results
    }

    /// Adds the product that was asked for.
    func add(_ item: Item, to results: inout ProductSearch.Results) {
        if call.options.queryInfo { results.queryInfo = fields.product(item) }
        if call.recommendation.returnsProduct == true { results.product = fields.product(item) }
        guard call.options.returnsQueryMetadata else { return }
        var known = ["product_id": item.id]
        known["detect"] = fields.type.flatMap { item.attributes[$0]?.written }
        results.queryMetadata = known
    }

    func group(_ group: Group) -> ProductSearch.Group {
        ProductSearch.Group(
            group.value, hits: group.hits.map { fields.product($0, withScore: call.options.score) })
    }

    func facets(_ answer: SearchAnswer) -> [ProductSearch.Facet] {
        answer.facets.map { ProductSearch.Facet($0, counts: call.options.facetCounts) }
    }
}

extension Filter {
    /// A filter of `text_filters`: a text has any of the words, a string or a list contains the value.
    fileprivate static func text(
        _ filter: FieldFilter, _ fields: [String: AttributeType]
    ) throws(SearchError) -> Filter {
        switch fields[filter.field] {
        case .text: return .equal(filter.field, .text(filter.value))
        case .string, .list: return Field(filter.field).contains(filter.value)
        // As with `filters`: it holds for nothing, and the answer names it.
        case nil: return .or([])
        case .some(let type):
            throw .invalidArgument(
                "text_filters: the field `\(filter.field)` holds values of type \(type.rawValue), not words; use filters"
            )
        }
    }
}

extension ProductSearch.Query {
    /// Nil to search with the whole picture.
    fileprivate var wantedDetection: Detection? {
        switch detection {
        case .all, .type: fullDetection
        case .off: nil
        // The answer names the object in the box, or under the point.
        case nil: region == nil ? nil : fullDetection
        }
    }
}
