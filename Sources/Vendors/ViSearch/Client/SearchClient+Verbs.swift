extension SearchClient {
    /// Finds the items that look like an item of the catalog.
    public func search(_ name: String, options: ViSearch.Options = .init()) async throws(ClientError)
        -> ViSearch.Results
    {
        try await answer(to: ViSearch.SimilarSearch(name, options: options))
    }

    /// Finds the items that have a color, as six hex digits.
    public func colorSearch(
        _ hex: String, options: ViSearch.Options = .init()
    ) async throws(ClientError) -> ViSearch.Results {
        try await answer(to: ViSearch.ColorSearch(hex, options: options))
    }

    /// Finds the items that have several colors.
    public func colorSearch(
        _ colors: [ViSearch.ColorSearch.Color], options: ViSearch.Options = .init()
    ) async throws(ClientError) -> ViSearch.Results {
        try await answer(to: ViSearch.ColorSearch(colors, options: options))
    }

    /// Finds the items to show beside an item.
    public func recommendations(
        _ name: String, options: ViSearch.Options = .init()
    ) async throws(ClientError) -> ViSearch.Results {
        try await answer(to: ViSearch.Recommendation(name, options: options))
    }

    /// Finds what to show beside an item, with the settings of recommendations.
    public func recommendations(_ request: ViSearch.Recommendation) async throws(ClientError) -> ViSearch.Results {
        try await answer(to: request)
    }

    /// Finds what goes with the objects of an item.
    public func match(
        _ name: String, objectLimit: Int = -1, resultLimit: Int? = nil, options: ViSearch.Options = .init()
    ) async throws(ClientError) -> ViSearch.Results {
        try await answer(
            to: ViSearch.Match(name, objectLimit: objectLimit, resultLimit: resultLimit, options: options))
    }

    /// Finds the items that contain some words.
    public func multiSearch(
        text: String, options: ViSearch.Options = .init()
    ) async throws(ClientError) -> ViSearch.Results {
        try await answer(to: ViSearch.MultiSearch(text: text, options: options))
    }

    /// Adds items, at most 100, or changes their attributes. The service works on after its answer.
    ///
    /// - Parameters:
    ///   - images: The items, in their order.
    ///   - custom: Further parameters, sent as they are.
    public func insert(
        _ images: [ViSearch.Insert.Image], custom: [Parameters.Parameter] = []
    ) async throws(ClientError) -> ViSearch.InsertAnswer {
        try await answer(to: ViSearch.Insert(images, custom: custom))
    }

    /// Gets the progress of an insertion.
    ///
    /// - Throws: `decoding` for an answer without progress.
    public func insertStatus(
        _ transaction: String, errorPage: Int? = nil, errorLimit: Int? = nil
    ) async throws(ClientError) -> ViSearch.Progress {
        let request = ViSearch.InsertStatus(transaction, errorPage: errorPage, errorLimit: errorLimit)
        guard let progress = try await answer(to: request).progress else {
            throw .decoding(path: "result", reason: "expected the progress, found nothing")
        }
        return progress
    }

    /// Takes items out of the catalog. Names that are not there are named in the answer.
    public func remove(
        _ names: [String], custom: [Parameters.Parameter] = []
    ) async throws(ClientError) -> ViSearch.RemoveAnswer {
        try await answer(to: ViSearch.Remove(names, custom: custom))
    }

    /// All hits of a search, page after page, each once.
    ///
    ///     for try await hit in client.items(search: { try await client.search("bag-007", options: $0) }) { … }
    ///
    /// Begins at the page of the options and ends with the last hit, or with the last whole page within 1000, which
    /// paging cannot pass. The next page is asked for when the last hit of a page was taken.
    ///
    /// - Parameters:
    ///   - options: The options of the first page. Default the first ten hits.
    ///   - search: The search for one page, with the options of that page. Its errors are those of the sequence.
    public func items<Failure: Error>(
        _ options: ViSearch.Options = .init(),
        search: @escaping @Sendable (ViSearch.Options) async throws(Failure) -> ViSearch.Results
    ) -> some AsyncSequence<ViSearch.Hit, Failure> & Sendable {
        PagedHits(options: options, search: search)
    }

    /// All hits of a request, page after page.
    package func items(
        matching request: some ViSearch.PagedRequest
    ) -> some AsyncSequence<ViSearch.Hit, ClientError> & Sendable {
        items(request.options) { (options: ViSearch.Options) async throws(ClientError) in
            var page = request
            page.options = options
            return try await answer(to: page)
        }
    }
}
