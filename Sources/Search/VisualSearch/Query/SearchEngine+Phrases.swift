extension SearchEngine {
    /// Reads the phrases in the text of a request, where it wants that.
    ///
    /// - Returns: The request with the conditions and the order of the phrases, and with the words that are left; the
    ///   phrases; and notices of what was read otherwise than it was typed.
    package func readPhrases(
        of request: SearchRequest
    ) throws(SearchError) -> (request: SearchRequest, phrases: [ReadPhrase], notices: [Notice]) {
        guard request.query.readsPhrases, request.query.text != nil else { return (request, [], []) }
        // Words in quotation marks stay together, and are no values.
        let ignored = request.query.ignoredPhrases + request.query.quotedPhrases.texts
        let minus = request.query.minusWords
        let reading = try store.read { snapshot throws(SearchError) in
            let language = PhraseLanguage.of(try snapshot.language().language, with: relatedWords.languages)
            return try snapshot.phrases(in: minus.rest, language, ignoring: ignored, relatedWords: relatedWords)
        }
        var other = request
        other.rules.typedText = reading.wanted
        guard !reading.phrases.isEmpty else { return (other, [], reading.notices) }
        func text(_ words: String) -> String? {
            let parts = [words, minus.typed].filter { text in text.contains { !$0.isWhitespace } }
            return parts.isEmpty ? nil : parts.joined(separator: " ")
        }
        other.query.text = text(reading.words)
        other.query.alternatives = reading.alternatives
        other.query.textsWithout = reading.wordsWithout.mapValues(text)
        let conditions = reading.phrases.filter { $0.filter != nil }
        if !conditions.isEmpty {
            other.query.conditions = .init(phrases: conditions, rest: reading.rest, filter: request.filter)
        }
        other.filter = request.filter && reading.filter
        other.sort = request.sort ?? reading.sort
        // An order excludes diversity. The words are those of a person, the diversity that of the page.
        guard other.sort != nil, other.diversity != nil else { return (other, reading.phrases, reading.notices) }
        other.diversity = nil
        return (other, reading.phrases, reading.notices + [.setAsideDiversity])
    }
}

extension Notice {
    /// The notice of conditions in a text that no item meets together, and how many meet each.
    ///
    /// - Parameter count: Returns the number of items that meet a condition.
    static func unmet(
        _ conditions: [ReadPhrase], count: (ReadPhrase) throws(SearchError) -> Int
    ) throws(SearchError) -> Notice {
        for (index, phrase) in conditions.enumerated() {
            if let other = conditions[..<index].first(where: { $0.excludes(phrase) }) {
                return Notice(.unmetPhrases, "no number meets both `\(other.label)` and `\(phrase.label)`")
            }
        }
        guard conditions.count > 1 else { return Notice(.unmetPhrases, "no item meets \(conditions.labels)") }
        var met: [String] = []
        var unmet: [ReadPhrase] = []
        for phrase in conditions {
            let count = try count(phrase)
            if count == 0 {
                unmet.append(phrase)
            } else {
                met.append("\(count) \(count == 1 ? "meets" : "meet") `\(phrase.label)`")
            }
        }
        if !unmet.isEmpty { met.append("none meets \(unmet.map { "`\($0.label)`" }.joined(separator: " or "))") }
        return Notice(
            .unmetPhrases, "no item meets all of \(conditions.labels): \(met.joined(separator: ", "))")
    }
}

extension [ReadPhrase] {
    /// The labels, for a notice.
    var labels: String { map { "`\($0.label)`" }.joined(separator: ", ") }
}

extension ReadPhrase {
    /// The field and the numbers that pass; nil for other conditions.
    private var bounds: (field: String, low: Double, high: Double)? {
        switch filter {
        case .less(let field, let value), .lessOrEqual(let field, let value):
            value.number.map { (field, -.infinity, $0) }
        case .greater(let field, let value), .greaterOrEqual(let field, let value):
            value.number.map { (field, $0, .infinity) }
        case .between(let field, let low, let high):
            low.number.flatMap { low in high.number.map { (field, low, $0) } }
        default: nil
        }
    }

    /// True for two comparisons of one field that no number meets: `over 50` and `under 20`.
    fileprivate func excludes(_ other: ReadPhrase) -> Bool {
        guard let bounds, let others = other.bounds, bounds.field == others.field else { return false }
        return bounds.low > others.high || others.low > bounds.high
    }
}
