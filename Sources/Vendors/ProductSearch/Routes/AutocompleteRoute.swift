internal import ProductSearchAPI
internal import SearchServer

/// Texts to search for: completions by the words of the store, and for a short text the frequent searches of people. The
/// score is the number of products that contain the words.
struct AutocompleteRoute {
    let context: RouteContext

    func callAsFunction(
        _ call: ProductSearch.Call, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> ProductSearch.Completions {
        let options = call.options
        let found = try context.attempt(
            context.suggester.suggest(
                SuggestRequest(
                    call.query.text ?? "", limit: options.limit, correctsSpelling: options.spellCorrection ?? true,
                    locale: options.locale)))
        var completions = ProductSearch.Completions(
            found.map { .init($0.text, score: $0.items.map(Double.init)) }, requestID: request.id)
        completions.warnings = SearchPlan.withoutEffect(call, request.parameters)
        if call.query.image != nil || call.query.productID != nil {
            completions.warnings.append(
                "the picture or product has no effect: words are completed by the catalog alone")
        }
        for (name, isSent) in [
            ("filters", !options.filters.isEmpty), ("text_filters", !options.textFilters.isEmpty),
            ("page", options.page > 1), ("facets", !options.facets.isEmpty),
        ] where isSent {
            completions.warnings.append("\(name) has no effect: words are completed by the whole catalog")
        }
        return completions
    }
}
