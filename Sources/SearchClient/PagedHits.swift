public import SearchAPI

/// The hits of a request, page after page.
public struct PagedHits<Request: ViSearch.PagedRequest>: AsyncSequence, Sendable {
    public typealias Element = ViSearch.Hit
    public typealias Failure = ClientError

    let client: SearchClient
    let request: Request

    public func makeAsyncIterator() -> Iterator { Iterator(client: client, request: request) }

    public struct Iterator: AsyncIteratorProtocol {
        let client: SearchClient
        var request: Request
        private var hits: ArraySlice<ViSearch.Hit> = []
        private var isDone = false
        /// The catalogue may change between two pages, and a hit move to the next one.
        private var seen: Set<String> = []

        init(client: SearchClient, request: Request) {
            self.client = client
            self.request = request
        }

        public mutating func next() async throws(ClientError) -> ViSearch.Hit? {
            try await next(isolation: nil)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> ViSearch.Hit? {
            while true {
                while let hit = hits.popFirst() {
                    if seen.insert(hit.name).inserted { return hit }
                }
                if isDone { return nil }
                let results = try await client.answer(to: request)
                // A service may give fewer hits a page than asked for, and counts its pages by those.
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
