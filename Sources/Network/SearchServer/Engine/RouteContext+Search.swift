// The steps that the searches of several protocols share.
extension RouteContext {
    /// A page beyond the reachable hits is empty, and no error.
    package func page(
        _ request: SearchRequest, _ search: (SearchRequest) throws(SearchError) -> SearchAnswer
    ) throws(SearchError) -> SearchAnswer {
        try request.checkPrivateText()
        guard request.isBeyondWindow else {
            let answer = try latest.noting(request) { () throws(SearchError) in try search(request) }
            return try engine.withoutPrivateWords(answer, of: request)
        }
        var reachable = request
        reachable.page = 1
        var answer = try engine.withoutPrivateWords(search(reachable), of: request)
        (answer.page, answer.hits, answer.groups) = (request.page, [], [])
        return answer
    }

    /// Finds objects and the items for each. A page beyond the reachable hits is empty, and no error.
    package func discover(_ request: DiscoverRequest, workers: Int) throws(SearchError) -> DiscoverAnswer {
        try request.each.checkPrivateText()
        guard request.each.isBeyondWindow else {
            let answer = try engine.discoverBlocking(request, limits: limits, workers: workers)
            SearchNote.current?.note(answer)
            return try engine.withoutPrivateWords(answer, of: request)
        }
        var reachable = request
        reachable.each.page = 1
        var answer = try engine.withoutPrivateWords(
            engine.discoverBlocking(reachable, limits: limits, workers: workers), of: request)
        for index in answer.objects.indices {
            answer.objects[index].answer.page = request.each.page
            (answer.objects[index].answer.hits, answer.objects[index].answer.groups) = ([], [])
        }
        return answer
    }

    /// Makes an answer beside its search, for requests to come that have the same one. The search is that of this request
    /// as well.
    package func noting(
        _ request: HTTPRequest, _ respond: () -> HTTPResponse
    ) -> (response: HTTPResponse, search: NotedSearch?) {
        let note = SearchNote(id: request.id)
        let response = SearchNote.$current.withValue(note, operation: respond)
        if let search = note.noted { SearchNote.current?.note(again: search) }
        return (response, note.noted)
    }

    /// Counts and records a search whose answer was made for an earlier request.
    package func note(again search: NotedSearch) {
        latest.note(again: search)
        SearchNote.current?.note(again: search)
    }

    private static let knownValues = 1000

    /// The types of the store with the values of their items, by which a client may choose.
    ///
    /// At most ``knownValues`` values in all, for each answer carries them: fields with few values come first, and one
    /// that exceeds the rest of the limit is left out of all types.
    package func shownTypes() throws(SearchError) -> [ProductType] {
        let types = try engine.productTypesBlocking()
        var sizes: [String: Int] = [:]
        for (field, values) in types.lazy.flatMap(\.attributes) { sizes[field, default: 0] += values.count }
        var remaining = RouteContext.knownValues
        let listed = sizes.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix { _, size in
            remaining -= size
            return remaining >= 0
        }
        let fields = Set(listed.map(\.key))
        return types.map { type in
            ProductType(name: type.name, attributes: type.attributes.filter { fields.contains($0.key) })
        }
    }
}

extension SearchRequest {
    /// Nothing is reachable from this page on.
    package var isBeyondWindow: Bool {
        let (reach, overflow) = page.multipliedReportingOverflow(by: limit)
        return overflow || reach > SearchRequest.window
    }
}
