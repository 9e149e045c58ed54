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

    func query<Value>(_ work: @autoclosure () throws(SearchError) -> Value) throws(ViSearch.Fault) -> Value {
        try query { () throws(SearchError) in try work() }
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
        let fields = try query(engine.fields())
        let doubts = options.filters.compactMap { Filter.doubt(aboutFQ: $0.text, fields: fields) }
        guard !doubts.isEmpty else { return results }
        var results = results
        results.head.other["warnings"] = .array(doubts.map(JSONValue.string))
        return results
    }

    /// The types of the store with the values of their items, by which `detection_attribute` chooses.
    func knownTypes() throws(ViSearch.Fault) -> [ViSearch.TypeEntry] {
        try query(shownTypes()).map { ViSearch.TypeEntry($0.name, attributes: $0.attributes) }
    }
}
