internal import SQLite

// Words that stand in no item but were read in its picture: nobody wrote them for others. They find the item for whoever
// types them, and no answer spells them out.
extension SearchEngine {
    /// Items that are looked at for one that says a word itself.
    private static let witnesses = 32
    private static let naming: Set<Notice.Kind> = [.correctedWord, .relatedWord, .askable]

    private func hasPrivateWords() throws(SearchError) -> Bool { try fields()[Item.pictureText] != nil }

    /// True unless a text has a word beyond those of `typed` that was read in pictures alone.
    package func isPublic(_ text: String, beside typed: String) throws(SearchError) -> Bool {
        guard try hasPrivateWords() else { return true }
        let known = Set(WordParts(typed).parts.map(\.text))
        for word in WordParts(text).parts.map(\.text) where !known.contains(word) {
            let wanted = SearchRequest(.init(text: word, readsMinus: false), limit: SearchEngine.witnesses)
            let isSaid = try searchBlocking(wanted, limits: Limits()).hits.contains { hit in
                hit.publicAttributes.values.contains { $0.letters.contains(word) }
            }
            if !isSaid { return false }
        }
        return true
    }

    /// The answer without corrections to such words.
    package func withoutPrivateWords(
        _ answer: SearchAnswer, of request: SearchRequest
    ) throws(SearchError) -> SearchAnswer {
        guard let typed = request.query.text,
            answer.correctedQuery != nil || answer.notices.contains(where: { Self.naming.contains($0.kind) }),
            try hasPrivateWords()
        else { return answer }
        var shown = answer
        shown.notices = []
        for notice in answer.notices {
            if Self.naming.contains(notice.kind), try !isPublic(notice.named, beside: typed) { continue }
            shown.notices.append(notice)
        }
        if let corrected = answer.correctedQuery, try !isPublic(corrected, beside: typed) { shown.correctedQuery = nil }
        return shown
    }

    /// The answers for all objects without corrections to such words.
    func withoutPrivateWords(
        _ answer: DiscoverAnswer, of request: DiscoverRequest
    ) throws(SearchError) -> DiscoverAnswer {
        var shown = answer
        for index in shown.objects.indices {
            shown.objects[index].answer = try withoutPrivateWords(shown.objects[index].answer, of: request.each)
        }
        return shown
    }
}

extension Notice {
    /// The words of the store that it names.
    fileprivate var named: String {
        let marked = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        return (marked.filter { $0.offset % 2 == 1 }.map { String($0.element) } + [suggestion ?? ""])
            .joined(separator: " ")
    }
}

extension AttributeValue {
    /// The letters of a text, folded as in the index of words, which joins some that texts do not.
    fileprivate var letters: String {
        switch self {
        case .string(let text), .text(let text): WordParts(text).parts.map(\.text).joined()
        case .list(let texts): WordParts(texts.joined(separator: " ")).parts.map(\.text).joined()
        case .int, .float, .bool, .date: ""
        }
    }
}
