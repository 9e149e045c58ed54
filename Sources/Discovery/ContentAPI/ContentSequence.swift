/// All content that a query finds, in its order, fetched in portions.
///
/// The ids of all matches are read first. So each instance comes once, even while others are inserted or move in the
/// order; one that was removed meanwhile is left out.
public struct ContentSequence: AsyncSequence, Sendable {
    /// The elements: instances.
    public typealias Element = ContentInstance
    /// The errors: those of a query.
    public typealias Failure = SearchError

    private let service: any ContentService
    private let query: ContentQuery
    private let portion: Int

    init(_ service: any ContentService, _ query: ContentQuery, portion: Int) {
        self.service = service
        self.query = query
        self.portion = portion
    }

    /// Begins at the first instance.
    public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    /// The position in a sequence.
    public struct Iterator: AsyncIteratorProtocol {
        private let sequence: ContentSequence
        private var rest: ArraySlice<String>?
        private var fetched: ArraySlice<ContentInstance> = []

        fileprivate init(sequence: ContentSequence) { self.sequence = sequence }

        /// Returns the next instance; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(SearchError) -> ContentInstance?
        {
            while fetched.isEmpty {
                var rest = if let known = self.rest { known } else { try await ids()[...] }
                guard !rest.isEmpty else { return nil }
                let wanted = rest.prefix(sequence.portion)
                rest = rest.dropFirst(wanted.count)
                self.rest = rest
                fetched = try await instances(Array(wanted))[...]
            }
            return fetched.popFirst()
        }

        private nonisolated(nonsending) func ids() async throws(SearchError) -> [String] {
            var query = sequence.query.everything()
            (query.fields, query.population) = ([], .none)
            return try await sequence.service.search(query).items.map(\.id)
        }

        private nonisolated(nonsending) func instances(_ ids: [String]) async throws(SearchError) -> [ContentInstance] {
            var query = ContentQuery(modules: sequence.query.modules).ids(ids).everything()
            query.fields = sequence.query.fields
            query.population = sequence.query.population
            query.locale = sequence.query.locale
            let found = try await sequence.service.search(query).items
            let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
            return ids.compactMap { byID[$0] }
        }
    }
}

extension ContentService {
    /// All content that a query finds, whatever its window.
    ///
    /// - Parameters:
    ///   - query: The conditions and the order; its window does not matter.
    ///   - portion: The instances that are fetched at a time. Default 100.
    public func instances(_ query: ContentQuery, portion: Int = 100) -> ContentSequence {
        ContentSequence(self, query, portion: max(1, portion))
    }
}
