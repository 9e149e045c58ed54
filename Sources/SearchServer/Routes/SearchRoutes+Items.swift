internal import Foundation
internal import Imaging
internal import SearchAPI
internal import VisualSearch

// Searches without a picture.
extension SearchRoutes {
    func search(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let search = try ViSearch.SimilarSearch(request.parameters)
        return try results(.search, request, search.options, look: .item(id: search.name))
    }

    /// What could take the place of an item that is sold out: what looks like it.
    func outOfStock(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let search = try ViSearch.SimilarSearch(request.parameters)
        return try results(.outOfStock, request, search.options, look: .item(id: search.name))
    }

    func searchColors(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let search = try ViSearch.ColorSearch(request.parameters)
        let colors = search.colors.compactMap { color in
            color.rgb.map { SearchRequest.WeightedColor($0, weight: Double(color.weight ?? 1)) }
        }
        return try results(.colorSearch, request, search.options, colors: colors)
    }

    /// What looks like the item. With `dedup_by`, one item for each value of that field, and the others of the value as
    /// its alternatives.
    ///
    /// Nothing is pinned or excluded, for there is nobody who could have said so; the other parameters name what only
    /// the service has.
    func recommend(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let call = try ViSearch.Recommendation(request.parameters)
        let alternatives = min(max(call.alternativeLimit ?? 0, 0), 99)
        var options = call.options
        if let field = call.dedupField {
            options.groupField = field
            options.groupLimit = alternatives + 1
        }
        var results = try results(
            .recommendations, request, options, look: .item(id: call.name), categories: call.categories)
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

    /// What goes with an item. The store keeps no pictures to find things in: the item itself is the one thing.
    func match(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        let call = try ViSearch.Match(request.parameters)
        var options = call.options
        (options.page, options.limit, options.queryInfo) = (1, call.resultLimit ?? 10, true)
        let found = try results(.match, request, options, look: .item(id: call.name))
        var results = ViSearch.Results(.match, requestID: request.id)
        results.resultLimit = options.limit
        results.page = 1
        results.queryInfo = found.queryInfo
        results.objects = [ViSearch.FoundObject(total: found.total, hits: found.hits, facets: found.facets)]
        return results
    }

    /// There are no galleries here, so none has this strategy.
    func browse(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results {
        throw .invalid("strategy_id is invalid.")
    }

    /// How the last word of a text may go on, by the words of the store. The score is the number of items that say it,
    /// together with the words before it.
    func complete(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Completions {
        let call = try ViSearch.Autocomplete(
            request.parameters, hasImage: request.files.contains { $0.name == "image" })
        let limit = call.options.limit
        let found = try query { () throws(SearchError) in
            try engine.store.read { snapshot throws(SearchError) in
                try snapshot.completions(of: call.text ?? "", limit: limit)
            }
        }
        return ViSearch.Completions(
            found.map { ViSearch.Completions.Completion($0.text, score: Double($0.items)) }, requestID: request.id)
    }

    /// Searches by anything but a picture.
    private func results(
        _ operation: ViSearch.Operation, _ request: HTTPRequest, _ options: ViSearch.Options,
        look: SearchRequest.Look? = nil, colors: [SearchRequest.WeightedColor] = [], categories: [String] = []
    ) throws(ViSearch.Fault) -> ViSearch.Results {
        let answer = try query { () throws(SearchError) in
            var search = try SearchRequest(
                SearchRequest.Query(look: look, colors: colors), options, scope: scope, fields: engine.fields)
            if !categories.isEmpty {
                search.filter = .and([search.filter, .oneOf("category", categories.map(AttributeValue.string))])
            }
            return try page(search) { request throws(SearchError) in try engine.searchNow(request) }
        }
        return ViSearch.Results(operation, answer, options, requestID: request.id)
    }

    /// A page that lies beyond what can be reached is empty, and no error.
    func page(
        _ request: SearchRequest, _ search: (SearchRequest) throws(SearchError) -> SearchAnswer
    ) throws(SearchError) -> SearchAnswer {
        guard request.isBeyondWindow else { return try search(request) }
        var reachable = request
        reachable.page = 1
        var answer = try search(reachable)
        (answer.page, answer.hits, answer.groups) = (request.page, [], [])
        return answer
    }
}

extension SearchEngine {
    func fields() throws(SearchError) -> [String: AttributeType] {
        try store.read { snapshot throws(SearchError) in try snapshot.fields() }
    }

    /// Those whose kind only inserted values have suggested; later ones may widen it.
    func guessedFields() throws(SearchError) -> Set<String> {
        try store.read { snapshot throws(SearchError) in try snapshot.guessedFields() }
    }
}
