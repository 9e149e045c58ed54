internal import Essentials

/// The latest searches of a server, newest first, in memory alone, and the counts of all. Nothing in them tells who
/// searched.
package final class LatestSearches: Sendable {
    /// One search.
    struct Entry: Hashable, Sendable, Codable {
        /// Seconds since 1970.
        var time: Double
        var words: String?
        /// The id of the item that was searched with.
        var item: String?
        /// True for a search with a picture, or with a vector of one.
        var hasPicture: Bool
        /// The colors that were searched for.
        var colors: [RGB]
        /// The number of fields with a condition.
        var filters: Int
        var page: Int
        var total: Int
        var milliseconds: Double
    }

    /// The searches that are kept.
    static let limit = 100
    /// The characters of words that are kept.
    private static let wordLimit = 200

    private let isOn: Bool
    private let metrics: Locked<Metrics?>
    private let entries = Locked<[Entry]>([])

    /// - Parameters:
    ///   - isOn: False keeps nothing; the metrics count all the same.
    ///   - metrics: Those of the server, once it has some.
    init(isOn: Bool = true, metrics: Locked<Metrics?> = Locked(nil)) { (self.isOn, self.metrics) = (isOn, metrics) }

    var all: [Entry] { entries.withLock { $0.reversed() } }

    /// Runs a search, and keeps it if it succeeds.
    package func noting(
        _ request: SearchRequest, _ search: () throws(SearchError) -> SearchAnswer
    ) throws(SearchError) -> SearchAnswer {
        let start = ContinuousClock.now
        let answer = try search()
        let query = request.query
        let kind = LatestSearches.kind(of: query)
        var item: String?
        if case .item(let id)? = query.firstExample { item = id }
        let words = query.text.map { String($0.prefix(LatestSearches.wordLimit)) }.flatMap { $0.isEmpty ? nil : $0 }
        let entry = Entry(
            time: Date.now.timeIntervalSince1970, words: words, item: item,
            hasPicture: item == nil && (query.firstExample != nil || (words == nil && query.colors.isEmpty)),
            colors: query.colors.map(\.color), filters: request.filter.fields.count, page: request.page,
            total: answer.total, milliseconds: start.duration(to: .now) / .milliseconds(1))
        SearchNote.current?.note(request, answer, entry, kind: kind)
        add(entry, kind: kind)
        // A picture has stages of its own for the work on it.
        if kind != "picture" { metrics.withLock { $0 }?.observe(stage: "search_without_picture", since: start) }
        return answer
    }

    /// Keeps a search that has its answer from before.
    func note(again search: NotedSearch) {
        var entry = search.entry
        (entry.time, entry.milliseconds) = (Date.now.timeIntervalSince1970, 0)
        add(entry, kind: search.kind)
    }

    private func add(_ entry: Entry, kind: String) {
        if let metrics = metrics.withLock({ $0 }) {
            metrics.count(.searches, labels: "with=\"\(kind)\"")
            metrics.count(.emptySearches, labels: "with=\"\(kind)\"", by: entry.total == 0 ? 1 : 0)
        }
        guard isOn else { return }
        entries.withLock { entries in
            if entries.count == LatestSearches.limit { entries.removeFirst() }
            entries.append(entry)
        }
    }

    /// The part of a query that the metrics count it by.
    private static func kind(of query: SearchRequest.Query) -> String {
        switch query.firstExample {
        case .item?: "item"
        case .some: "picture"
        case nil: query.text?.isEmpty == false ? "words" : query.colors.isEmpty ? "nothing" : "colors"
        }
    }
}
