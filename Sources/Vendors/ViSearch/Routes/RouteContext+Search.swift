internal import SearchServer
internal import ViSearchAPI

// The steps that several searches share.
extension RouteContext {
    /// Errors of the engine under the names that they have in answers of searches.
    func query<Value>(_ work: () throws(SearchError) -> Value) throws(ViSearch.Fault) -> Value {
        do throws(SearchError) { return try work() } catch {
            storeFaults.note(error)
            throw ViSearch.Fault(searching: error)
        }
    }

    /// Searches by anything but a picture.
    func results(
        _ operation: ViSearch.Operation, _ request: HTTPRequest, _ options: ViSearch.Options,
        example: SearchRequest.Example? = nil, colors: [SearchRequest.WeightedColor] = [], categories: [String] = []
    ) throws(ViSearch.Fault) -> ViSearch.Results {
        let answer = try query { () throws(SearchError) in
            var search = try SearchRequest(
                SearchRequest.Query(example: example, colors: colors), options, scope: scope, fields: engine.fields)
            if !categories.isEmpty {
                let known = try engine.fields()["category"] != nil
                let wanted = Filter.oneOf("category", categories.map(AttributeValue.string))
                search.filter = .and([search.filter, known ? wanted : .or([])])
            }
            return try page(search) { request throws(SearchError) in try engine.searchBlocking(request) }
        }
        return try warned(ViSearch.Results(operation, answer, options, requestID: request.id), options)
    }

    /// Names the filters that hold for nothing, or for less than was meant, in the member `warnings`, which is our own: the
    /// vendor's clients take a status `warning` for a failure.
    func warned(_ results: ViSearch.Results, _ options: ViSearch.Options) throws(ViSearch.Fault) -> ViSearch.Results {
        guard !options.filters.isEmpty else { return results }
        let fields = try query(engine.fields)
        let doubts = options.filters.compactMap { Filter.doubt(aboutFQ: $0.text, fields: fields) }
        guard !doubts.isEmpty else { return results }
        var results = results
        results.head.other["warnings"] = .array(doubts.map(JSONValue.string))
        return results
    }

    /// A page beyond the reachable hits is empty, and no error.
    func page(
        _ request: SearchRequest, _ search: (SearchRequest) throws(SearchError) -> SearchAnswer
    ) throws(SearchError) -> SearchAnswer {
        guard request.isBeyondWindow else {
            return try latest.noting(request) { () throws(SearchError) in try search(request) }
        }
        var reachable = request
        reachable.page = 1
        var answer = try search(reachable)
        (answer.page, answer.hits, answer.groups) = (request.page, [], [])
        return answer
    }

    private static let knownValues = 1000

    /// The types of the store with the values of their items, by which `detection_attribute` chooses.
    ///
    /// At most ``knownValues`` values in all, for each answer carries them: fields with few values come first, and one
    /// that exceeds the rest of the limit is left out of all types.
    func knownTypes() throws(ViSearch.Fault) -> [ViSearch.TypeEntry] {
        let types = try query { () throws(SearchError) in try engine.productTypesBlocking() }
        var sizes: [String: Int] = [:]
        for (field, values) in types.lazy.flatMap(\.attributes) { sizes[field, default: 0] += values.count }
        var remaining = RouteContext.knownValues
        let listed = sizes.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix { _, size in
            remaining -= size
            return remaining >= 0
        }
        let fields = Set(listed.map(\.key))
        return types.map { type in
            ViSearch.TypeEntry(type.name, attributes: type.attributes.filter { fields.contains($0.key) })
        }
    }
}
