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
        let limit = call.options.limit
        let found = try context.query(
            context.engine.store.read { snapshot throws(SearchError) in
                try snapshot.completions(of: call.text ?? "", limit: limit)
            })
        return ViSearch.Completions(
            found.map { ViSearch.Completions.Completion($0.text, score: Double($0.items)) }, requestID: request.id)
    }
}
