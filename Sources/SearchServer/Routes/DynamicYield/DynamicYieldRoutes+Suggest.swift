internal import DynamicYieldAPI

extension DynamicYieldRoutes {
    /// The completions of a text of three characters or more; for shorter ones the most frequent searches of people.
    func suggest(_ request: HTTPRequest) throws(Failure) -> [UInt8] {
        let suggest = try read { () throws(DynamicYield.Faults) in try DynamicYield.Suggest.read(request.body) }
        let text = suggest.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // As many more as may be blocked.
        let limit = suggest.limit + settings.blockedTerms.count
        let found = try attempt { () throws(SearchError) in
            guard text.count >= DynamicYield.Limits.completedLength else {
                return try terms.frequent(
                    locale: suggest.locale, searches: settings.suggestionSearches,
                    clicks: settings.suggestionClicks, limit: limit
                ).map(\.text)
            }
            return try context.engine.store.read { snapshot throws(SearchError) in
                try snapshot.completions(of: text, limit: limit).map(\.text)
            }
        }
        let allowed = found.filter { !isBlocked($0) }.prefix(suggest.limit)
        return DynamicYield.Suggestions(Array(allowed)).encoded(cookies: Self.cookies(suggest.visitor))
    }

    private func isBlocked(_ term: String) -> Bool {
        let words = " \(SearchTerms.normalized(term)) "
        return settings.blockedTerms.contains { words.contains(" \(SearchTerms.normalized($0)) ") }
    }
}
