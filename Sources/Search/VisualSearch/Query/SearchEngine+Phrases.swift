extension SearchEngine {
    /// Reads the phrases in the text of a request, where it wants that.
    ///
    /// - Returns: The request with the conditions and the order of the phrases, and with the words that are left; and the
    ///   phrases.
    package func readPhrases(
        of request: SearchRequest
    ) throws(SearchError) -> (request: SearchRequest, phrases: [ReadPhrase]) {
        guard request.query.readsPhrases, let text = request.query.text else { return (request, []) }
        let ignored = request.query.ignoredPhrases
        let minus = request.query.minusWords
        let reading = try store.read { snapshot throws(SearchError) in
            try snapshot.phrases(in: minus.rest, ignoring: ignored)
        }
        guard !reading.phrases.isEmpty else { return (request, []) }
        var other = request
        let words = [reading.words, minus.typed].filter { text in text.contains { !$0.isWhitespace } }
        other.query.text = words.isEmpty ? nil : words.joined(separator: " ")
        other.rules.typed = .init(text: text, filter: request.filter)
        other.filter = request.filter && reading.filter
        other.sort = request.sort ?? reading.sort
        // An order excludes diversity. The words are those of a person, the diversity that of the page.
        if other.sort != nil { other.diversity = nil }
        return (other, reading.phrases)
    }
}

extension Notice {
    /// Creates the notice of an empty answer to a text with conditions; nil for any other answer.
    init?(unmet phrases: [ReadPhrase], in answer: SearchAnswer) {
        let conditions = phrases.filter { $0.filter != nil }.map { "`\($0.label)`" }
        guard answer.total == 0, !conditions.isEmpty else { return nil }
        let all = conditions.count == 1 ? "" : "all of "
        self.init(.unmetPhrases, "no item found meets \(all)\(conditions.joined(separator: ", "))")
    }
}
