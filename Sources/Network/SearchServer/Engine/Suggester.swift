/// Suggests texts to search for, from the catalog and from the searches that the server has counted.
package struct Suggester {
    /// Texts of fewer characters are rather answered by what people search for.
    private static let completedLength = 3

    private let engine: SearchEngine
    private let terms: SearchTerms
    private let settings: SuggestionSettings
    private let blocked: BlockList

    init(engine: SearchEngine, terms: SearchTerms, settings: SuggestionSettings) {
        self.engine = engine
        self.terms = terms
        self.settings = settings
        blocked = BlockList(settings.blockedTerms)
    }

    /// Completions of the text; for a short one the frequent searches first, and completions only after them.
    package func suggest(_ request: SuggestRequest) throws(SearchError) -> [Suggestion] {
        try request.check()
        let blocked = request.blocked.isEmpty ? blocked : blocked.with(request.blocked)
        let letters = request.text.drop(while: \.isWhitespace).count
        var found = letters < Self.completedLength ? try frequent(request, blocking: blocked) : []
        let known = Set(found.map(\.text))
        if found.count < request.limit {
            for suggestion in try engine.suggestBlocking(request, blocking: blocked)
            where !known.contains(SearchTerms.normalized(suggestion.text)) {
                if try engine.isPublic(suggestion.text, beside: request.text) { found.append(suggestion) }
            }
        }
        return Array(found.prefix(request.limit))
    }

    /// The searches of people that are frequent enough.
    private func frequent(_ request: SuggestRequest, blocking blocked: BlockList) throws(SearchError) -> [Suggestion] {
        // As many more as may be blocked.
        let found = try terms.frequent(
            locale: request.locale, searches: settings.searches, clicks: settings.clicks,
            limit: request.limit + blocked.count)
        return found.lazy.filter { !blocked.blocks($0.text) }.prefix(request.limit).map {
            Suggestion($0.text, kind: .frequent)
        }
    }
}
