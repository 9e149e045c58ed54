internal import SearchServer
internal import ViSearchAPI

// Searches without a picture.

/// The items that are similar to an item: `search`. The substitutes for a sold-out item are the same: `out_of_stock`.
struct SimilarSearchRoute: ViSearchRoute {
    let operation: ViSearch.Operation
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let search = try ViSearch.SimilarSearch(request.parameters)
        return try context.results(operation, request, search.options, example: .item(id: search.name))
    }
}

/// Items that have colors.
struct ColorSearchRoute: ViSearchRoute {
    let operation = ViSearch.Operation.colorSearch
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let search = try ViSearch.ColorSearch(request.parameters)
        let colors = search.colors.compactMap { color in
            color.rgb.map { SearchRequest.WeightedColor($0, weight: Double(color.weight ?? 1)) }
        }
        return try context.results(operation, request, search.options, colors: colors)
    }
}

/// The items that are similar to the item. With `dedup_by`, one item for each value of that field, and the others of
/// the value as its alternatives.
///
/// Nothing is pinned or excluded, for there are no rules for that here; the other parameters name features that only
/// the service has.
struct RecommendationRoute: ViSearchRoute {
    let operation = ViSearch.Operation.recommendations
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let call = try ViSearch.Recommendation(request.parameters)
        let alternatives = min(max(call.alternativeLimit ?? 0, 0), ViSearch.Limits.hits.upperBound - 1)
        var options = call.options
        if let field = call.dedupField {
            options.groupField = field
            options.groupLimit = alternatives + 1
        }
        var results = try context.results(
            operation, request, options, example: .item(id: call.name), categories: call.categories)
        results.algorithm = "VSR"
        if call.dedupField != nil, let groups = results.groups {
            results.hits = groups.compactMap { group in
                guard var hit = group.hits.first else { return nil }
                if alternatives > 0 { hit.alternatives = Array(group.hits.dropFirst()) }
                return hit
            }
            results.limit = options.limit
            (results.groups, results.groupField, results.groupLimit) = (nil, nil, nil)
        }
        if call.showsExcluded == true { results.excludedNames = [] }
        return results
    }
}

/// The items that go with an item. The store keeps no pictures to find objects in: the item itself is the one object.
struct MatchRoute: ViSearchRoute {
    let operation = ViSearch.Operation.match
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let call = try ViSearch.Match(request.parameters)
        var options = call.options
        (options.page, options.limit, options.queryInfo) = (1, call.resultLimit ?? 10, true)
        let found = try context.results(operation, request, options, example: .item(id: call.name))
        var results = ViSearch.Results(operation, requestID: request.id)
        results.resultLimit = options.limit
        results.page = 1
        results.queryInfo = found.queryInfo
        results.objects = [ViSearch.FoundObject(total: found.total, hits: found.hits, facets: found.facets)]
        return results
    }
}

/// There are no galleries here, so the answer is that none has this strategy.
struct GalleryRoute: ViSearchRoute {
    let operation = ViSearch.Operation.gallery

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        throw .invalid("strategy_id is invalid.")
    }
}
