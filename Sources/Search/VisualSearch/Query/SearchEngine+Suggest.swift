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
        return try steadily { () throws(SearchError) in
            try store.read { snapshot throws(SearchError) in
                try snapshot.suggestions(for: request, blocking: blocked)
            }
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
