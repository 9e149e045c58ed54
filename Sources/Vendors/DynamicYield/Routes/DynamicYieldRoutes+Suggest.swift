internal import DynamicYieldAPI
internal import SearchServer

extension DynamicYieldRoutes {
    /// The completions of a text of three characters or more; for shorter ones the most frequent searches of people.
    func suggest(_ request: HTTPRequest) throws(CallFailure) -> [UInt8] {
        let suggest = try CallFailure.read(DynamicYield.Suggest.read(request.body))
        let text = suggest.text.trimmed
        var found = try CallFailure.attempt(
            context.suggester.suggest(SuggestRequest(text, limit: suggest.limit, locale: suggest.locale)))
        if text.count < DynamicYield.Limits.completedLength { found.removeAll { $0.kind != .frequent } }
        return DynamicYield.Suggestions(found.map(\.text)).encoded(cookies: Self.cookies(suggest.visitor))
    }
}

extension String {
    /// Without the blanks around it, and with one between words.
    fileprivate var trimmed: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
