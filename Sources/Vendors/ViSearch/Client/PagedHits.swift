/// The hits of a search, page after page.
struct PagedHits<Failure: Error>: AsyncSequence, Sendable {
    typealias Search = @Sendable (ViSearch.Options) async throws(Failure) -> ViSearch.Results

    let options: ViSearch.Options
    let search: Search

    func makeAsyncIterator() -> Iterator { Iterator(options: options, search: search) }

    /// An iterator over the hits that asks for the next page when a page is used up.
    struct Iterator: AsyncIteratorProtocol {
        var options: ViSearch.Options
        let search: Search
        private var hits: ArraySlice<ViSearch.Hit> = []
        private var isDone = false
        /// The catalog may change between two pages, and a hit move to the next one.
        private var seen: Set<String> = []

        init(options: ViSearch.Options, search: @escaping Search) {
            self.options = options
            self.search = search
        }

        mutating func next() async throws(Failure) -> ViSearch.Hit? { try await next(isolation: nil) }

        /// The next hit that was not given before; nil after the last.
        mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> ViSearch.Hit? {
            while true {
                while let hit = hits.popFirst() {
                    if seen.insert(hit.name).inserted { return hit }
                }
                if isDone { return nil }
                let results = try await search(options)
                // A service may give fewer hits a page than asked for, and counts its pages by those.
                if let limit = results.limit, (1..<options.limit).contains(limit) { options.limit = limit }
                hits = results.hits[...]
                let limit = options.limit
                let reached = options.page * limit
                let isLast = results.total.map { reached >= $0 } ?? (hits.count < limit)
                isDone = hits.isEmpty || isLast || reached + limit > SearchRequest.window
                options.page += 1
            }
        }
    }
}
