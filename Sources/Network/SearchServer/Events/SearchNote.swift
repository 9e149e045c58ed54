internal import Essentials
internal import Recommendations
package import SearchAPI

/// A search of words, an item or colors as it is recorded, kept beside its answer for equal requests.
package struct NotedSearch: Sendable {
    var record: RecordedSearch
    let entry: LatestSearches.Entry
    /// The kind of the query, as the metrics count it.
    let kind: String

    /// In memory, about.
    package var bytes: Int {
        record.shown.reduce(512 + 4 * RecordedSearch.wordLimit) { $0 + 64 + $1.item.utf8.count }
            + record.rules.reduce(entry.words?.utf8.count ?? 0) { $0 + 32 + $1.utf8.count }
    }
}

/// The search of one request, until the request is answered. A request has one record, however many searches it makes.
package final class SearchNote: Sendable {
    /// The note of the request that this thread works for; nil where its search is not recorded.
    @TaskLocal package static var current: SearchNote?

    private struct State {
        var search: RecordedSearch?
        /// The latest search of ``search``; nil for that of objects.
        var entry: LatestSearches.Entry?
        var kind = ""
        var visitor: String?
        var isDiscarded = false
    }

    private let id: String
    private let state: Locked<State>

    /// - Parameters:
    ///   - id: The id of the request.
    ///   - visitor: The visitor that the request names.
    package init(id: String, visitor: String? = nil) {
        self.id = id
        state = Locked(State(visitor: visitor))
    }

    /// The record of the request; nil without a search.
    var search: RecordedSearch? {
        state.withLock { state in
            guard !state.isDiscarded, var search = state.search else { return nil }
            search.visitor = state.visitor
            return search
        }
    }

    /// Notes an answer. A further one of the same request, as with a corrected word, takes the place of the former; the
    /// words stay those that were typed.
    func note(_ request: SearchRequest, _ answer: SearchAnswer, _ entry: LatestSearches.Entry, kind: String) {
        var search = RecordedSearch(id: id, request, answer)
        state.withLock { state in
            if let former = state.search { (search.kind, search.words) = (former.kind, former.words) }
            (state.search, state.entry, state.kind) = (search, entry, kind)
        }
    }

    /// Notes a search that an earlier request has made, as one of this request and of now.
    func note(again search: NotedSearch) {
        var record = search.record
        (record.id, record.time) = (id, .now)
        state.withLock { [record] in $0.search = record }
    }

    /// The search for requests to come that have the same answer; nil without one, and for one that is not to be recorded.
    package var noted: NotedSearch? {
        guard let search else { return nil }
        return state.withLock { state in state.entry.map { NotedSearch(record: search, entry: $0, kind: state.kind) } }
    }

    /// Notes the answers for the objects of a picture, each of which has places of its own.
    package func note(_ answer: DiscoverAnswer) {
        let answers = answer.objects.map(\.answer)
        let search = RecordedSearch(
            id: id, kind: .objects, page: answers.first?.page ?? 1, total: answers.map(\.total).reduce(0, +),
            hasFound: answers.contains { $0.total > 0 }, shown: answers.flatMap(\.shown))
        state.withLock { $0.search = search }
    }

    /// Replaces the items by those of a window that is no page.
    ///
    /// - Parameters:
    ///   - offset: The number of hits before the first item.
    ///   - total: The number of all hits.
    package func show(_ items: some Sequence<String>, after offset: Int, of total: Int) {
        let shown = items.enumerated().map { RecordedSearch.Shown($1, place: offset + $0 + 1) }
        state.withLock { state in
            state.search?.shown = Array(shown.prefix(RecordedSearch.shownLimit))
            state.search?.total = total
            if total == 0 { state.search?.hasFound = false }
            // A window that begins with the first hit is what a first page is.
            state.search?.page = offset == 0 ? 1 : 2
        }
    }

    /// Names the visitor, where the request carries the name in its body.
    package func name(visitor: String?) {
        guard let visitor else { return }
        state.withLock { $0.visitor = visitor }
    }

    /// Keeps no record: the person does not want it, or the answer is not that of a search.
    package func discard() { state.withLock { $0.isDiscarded = true } }
}

extension HTTPRequest {
    /// True where the browser asks not to be tracked: Global Privacy Control (<https://w3c.github.io/gpc/>), or its
    /// predecessor `DNT`.
    var refusesTracking: Bool { headers["Sec-GPC"] == "1" || headers["DNT"] == "1" }
}
