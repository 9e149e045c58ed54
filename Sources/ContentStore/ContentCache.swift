internal import Synchronization

/// The answers of the last queries that may be answered from memory.
///
/// An answer counts for the state of the store that it was made from, and for as many seconds as the query allows.
/// Errors are never kept.
final class ContentCache: Sendable {
    private struct Kept {
        let page: ContentPage<ContentInstance>
        let revision: Int
        let moment: ContinuousClock.Instant
    }

    private let kept = Mutex<[ContentQuery: Kept]>([:])
    /// The most answers, and the most instances of one.
    static let (answers, instances) = (256, 100)

    func answer(to query: ContentQuery, revision: Int) -> ContentPage<ContentInstance>? {
        kept.withLock { kept in
            guard let found = kept[query.key] else { return nil }
            let age = ContinuousClock.now - found.moment
            return found.revision == revision && age <= .seconds(query.cacheSeconds) ? found.page : nil
        }
    }

    func keep(_ page: ContentPage<ContentInstance>, for query: ContentQuery, revision: Int) {
        guard page.items.count <= Self.instances else { return }
        kept.withLock { kept in
            kept = kept.filter { $0.value.revision == revision }
            if kept.count >= Self.answers, let oldest = kept.min(by: { $0.value.moment < $1.value.moment }) {
                kept[oldest.key] = nil
            }
            kept[query.key] = Kept(page: page, revision: revision, moment: .now)
        }
    }
}

extension ContentQuery {
    /// The query without the age that its answer may have.
    fileprivate var key: ContentQuery {
        var key = self
        key.cacheSeconds = 0
        return key
    }
}
