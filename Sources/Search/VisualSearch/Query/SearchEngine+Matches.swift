extension SearchEngine {
    /// Calls `body` with a state of the store and the slots that a search finds in it, best first.
    ///
    /// - Parameters:
    ///   - vector: The description of the picture that is searched with; nil without one.
    ///   - request: Makes the request in that state; its page and its limit do not matter.
    ///   - body: Gets the relevant slots, at most 1,000, and the notices about the words.
    package func matches<Value>(
        vector: [Int8]?, _ request: (borrowing Snapshot) throws(SearchError) -> SearchRequest,
        _ body: (borrowing Snapshot, [Int], [Notice]) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        try reading(withPalettes: false) { snapshot throws(SearchError) in
            var request = try request(snapshot)
            (request.page, request.limit) = (1, SearchRequest.window)
            let query = try measuredQuery(
                request, vector: vector, among: try snapshot.matching(request.filter), in: snapshot)
            let ranking = try ranking(query, request, snapshot)
            return try body(snapshot, ranking.best.prefix(SearchRequest.window).map(\.slot), query.wordNotices)
        }
    }
}

extension SearchEngine {
    /// Loads what was written to the store past the engine, so that the next search finds it.
    package func follow() { catalog.follow() }
}

extension SearchEngine {
    /// Returns the result of `work` for each element, in order, on all cores.
    package func map<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ work: @escaping @Sendable (Element) throws(SearchError) -> Value
    ) throws(SearchError) -> [Value] {
        try CallOptions(Limits(), workers: Batch.usableCores).map(elements, work)
    }

    /// The description of a picture, as the store keeps it.
    package func storedPicture(of picture: ImageInput) throws(SearchError) -> StoredPicture {
        try describe(picture).stored
    }
}
