internal import SearchServer
internal import ViSearchAPI

/// The completions of the last word of a text, by the words of the store. The score is the number of items that contain
/// it, together with the words before it.
struct AutocompleteRoute: ViSearchRoute {
    let operation = ViSearch.Operation.autocomplete
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Completions {
        let call = try ViSearch.Autocomplete(
            request.parameters, hasImage: request.files.contains { $0.name == "image" })
        let found = try context.query(completions(of: call.text ?? "", limit: call.options.limit))
        return ViSearch.Completions(
            found.map { ViSearch.Completions.Completion($0.text, score: Double($0.items)) }, requestID: request.id)
    }

    private func completions(
        of text: String, limit: Int
    ) throws(SearchError) -> [(text: String, items: Int)] {
        let all = try context.engine.store.read { snapshot throws(SearchError) in
            try snapshot.completions(of: text, limit: limit)
        }
        var told: [(text: String, items: Int)] = []
        for each in all where try context.engine.isPublic(each.text, beside: text) { told.append(each) }
        return told
    }
}
