extension SearchEngine {
    /// Suggests texts to search for, off the threads of tasks. See ``suggestBlocking(_:)``.
    public func suggest(_ request: SuggestRequest) async throws(SearchError) -> [Suggestion] {
        try await threads.offload(suggestBlocking(_:), request)
    }

    /// Suggests texts to search for while somebody types, blocking: titles that begin as typed, and the typed words with
    /// the last one completed by a word of the catalog. All words of each are in some item. Failing that,
    /// beginnings with a slip are completed, unless the request says otherwise.
    ///
    /// The first call reads the words and titles of the store. Changes are seen at once in small stores; in large ones
    /// new titles may come some seconds later.
    ///
    /// - Throws: `invalidArgument` for a limit that is not from 1 to 100 and for a text of more than 250 characters.
    public func suggestBlocking(_ request: SuggestRequest) throws(SearchError) -> [Suggestion] {
        try suggestBlocking(request, blocking: BlockList(request.blocked))
    }

    /// ``suggestBlocking(_:)`` with a list of what no suggestion contains, in place of that of the request.
    package func suggestBlocking(
        _ request: SuggestRequest, blocking blocked: BlockList
    ) throws(SearchError) -> [Suggestion] {
        try request.check()
        let found = try steadily { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in
                try snapshot.suggestions(for: request, blocking: blocked)
            }
        }
        return found.isEmpty ? try shownSuggestions(for: request, blocking: blocked) : found
    }
}

extension SearchEngine {
    /// Terms that are looked up for one beginning, and pictures that are looked at for each: somebody waits for the answer
    /// with each letter.
    private static let (termsTried, picturesTried) = (8, 100)

    /// Suggests what pictures of items without a text show: terms that begin as typed, most items first.
    private func shownSuggestions(
        for request: SuggestRequest, blocking blocked: BlockList
    ) throws(SearchError) -> [Suggestion] {
        let typed = Array(Words(request.text)).joined(separator: " ")
        guard let classes = pictureClasses, typed.unicodeScalars.count > 1 else { return [] }
        let terms = classes.terms.filter { $0.hasPrefix(typed) && !blocked.blocks($0) }
            .sorted { $0.count != $1.count ? $0.count < $1.count : $0 < $1 }
        guard !terms.isEmpty else { return [] }
        return try reading(withPalettes: false) { snapshot throws(SearchError) in
            var found: [Suggestion] = []
            for term in terms.prefix(SearchEngine.termsTried) {
                let items = try classMatches(of: term, count: Self.picturesTried, in: snapshot).matches.count
                // As many as were looked at may be more.
                let counted = items < Self.picturesTried ? items : nil
                if items > 0 { found.append(Suggestion(term, kind: .completion, items: counted)) }
            }
            return Array(found.sorted { ($0.items ?? .max) > ($1.items ?? .max) }.prefix(request.limit))
        }
    }
}

extension SuggestRequest {
    /// Throws for the first value that is out of its range.
    package func check() throws(SearchError) {
        guard Self.limits.contains(limit) else {
            throw .invalidArgument("the limit must be from 1 to \(Self.limits.upperBound), not \(limit)")
        }
        guard text.count <= Self.textLength else {
            throw .invalidArgument("the text must have at most \(Self.textLength) characters, not \(text.count)")
        }
    }
}
