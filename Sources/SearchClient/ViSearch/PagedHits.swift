/// The hits of a request, page after page.
public struct PagedHits<Request: ViSearch.PagedRequest>: AsyncSequence, Sendable {
    /// A hit of a page.
    public typealias Element = ViSearch.Hit
    /// The error of a page that could not be read.
    public typealias Failure = ClientError

    let client: SearchClient
    let request: Request

    /// Creates an iterator that begins at the page of the request.
    public func makeAsyncIterator() -> Iterator { Iterator(client: client, request: request) }

    /// An iterator over the hits that asks for the next page when a page is used up.
    public struct Iterator: AsyncIteratorProtocol {
        let client: SearchClient
        var request: Request
        private var hits: ArraySlice<ViSearch.Hit> = []
        private var isDone = false
        /// The catalog may change between two pages, and a hit move to the next one.
        private var seen: Set<String> = []

        init(client: SearchClient, request: Request) {
            self.client = client
            self.request = request
        }

        /// Returns the next hit that was not given before; nil after the last.
        ///
        /// - Throws: ``ClientError`` of the request for a page.
        public mutating func next() async throws(ClientError) -> ViSearch.Hit? {
            try await next(isolation: nil)
        }

        /// Returns the next hit that was not given before, on the actor of the caller; nil after the last.
        ///
        /// - Throws: ``ClientError`` of the request for a page.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> ViSearch.Hit? {
            while true {
                while let hit = hits.popFirst() {
                    if seen.insert(hit.name).inserted { return hit }
                }
                if isDone { return nil }
                let results = try await client.answer(to: request)
                // A service may return fewer hits a page than requested, and counts its pages by those.
                if let limit = results.limit, (1..<request.options.limit).contains(limit) {
                    request.options.limit = limit
                }
                hits = results.hits[...]
                let limit = request.options.limit
                let reached = request.options.page * limit
                let isLast = results.total.map { reached >= $0 } ?? (hits.count < limit)
                isDone = hits.isEmpty || isLast || reached + limit > SearchRequest.window
                request.options.page += 1
            }
        }
    }
}
