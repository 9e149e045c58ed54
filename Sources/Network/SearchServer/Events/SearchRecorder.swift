internal import Dispatch
internal import Essentials
internal import Recommendations

/// Records the answered searches of a server in the file of its events, away from the threads of requests.
///
/// A request puts its record into a queue in memory; one thread writes what has gathered within a second. What does not
/// fit into the queue is dropped and counted. A process that is killed loses the last second.
final class SearchRecorder: Sendable {
    private struct State {
        var queue: [RecordedSearch] = []
        /// The items of all records in the queue.
        var items = 0
        var dropped = 0
        var hasThread = false
        var isStopped = false
    }

    /// The searches that may wait, and their items.
    static let (queueLimit, itemLimit) = (4096, 200_000)
    /// The searches of one transaction, so that events wait shortly.
    private static let batch = 500
    /// Seconds in which searches gather.
    private static let pause = 1.0

    private let store: EventStore
    private let limits: SearchLogLimits
    private let storeFaults: StoreFaults
    private let metrics: Locked<Metrics?>
    private let state = Locked(State())
    /// Held while searches are written.
    private let writing = Lock()
    private let bell = DispatchSemaphore(value: 0)
    private let halt = DispatchSemaphore(value: 0)

    /// - Parameter metrics: Those of the server, once it has some.
    init(_ store: EventStore, limits: SearchLogLimits, storeFaults: StoreFaults, metrics: Locked<Metrics?>) {
        self.store = store
        self.limits = limits
        self.storeFaults = storeFaults
        self.metrics = metrics
    }

    deinit { bell.signal() }

    /// Answers a request, and records its search if it made one.
    func recording(_ request: HTTPRequest, _ respond: () -> HTTPResponse?) -> HTTPResponse? {
        if request.refusesTracking { return respond() }
        let note = SearchNote(id: request.id, visitor: request.parameters["va_uid"])
        let response = SearchNote.$current.withValue(note, operation: respond)
        if let response, (200..<300).contains(response.status), let search = note.search { record(search) }
        return response
    }

    /// Puts a search into the queue. Never waits for the file.
    func record(_ search: RecordedSearch) {
        let (isTaken, begins) = state.withLock { state in
            guard !state.isStopped, state.queue.count < Self.queueLimit,
                state.items + search.shown.count <= Self.itemLimit
            else {
                state.dropped += 1
                return (false, false)
            }
            state.queue.append(search)
            state.items += search.shown.count
            defer { state.hasThread = true }
            return (true, !state.hasThread)
        }
        if !isTaken { metrics.withLock { $0 }?.count(.lostSearches, labels: "reason=\"queue\"") }
        if begins { begin() }
        if isTaken { bell.signal() }
    }

    /// Writes what is in the queue.
    func flush() {
        writing.withLock {
            while true {
                let (searches, dropped) = state.withLock { state in
                    let taken = Array(state.queue.prefix(Self.batch))
                    state.queue.removeFirst(taken.count)
                    state.items -= taken.map(\.shown.count).reduce(0, +)
                    defer { state.dropped = 0 }
                    return (taken, state.dropped)
                }
                if searches.isEmpty && dropped == 0 { return }
                write(searches, dropped: dropped)
                if searches.count < Self.batch { return }
            }
        }
    }

    /// Writes what is in the queue, and takes no more.
    func stop() {
        state.withLock { $0.isStopped = true }
        halt.signal()
        bell.signal()
        flush()
    }

    private func write(_ searches: [RecordedSearch], dropped: Int) {
        do throws(SearchError) {
            let kept = try store.keep(searches, dropped: dropped, limits: limits)
            metrics.withLock { $0 }?.count(.recordedSearches, by: UInt64(kept))
        } catch {
            storeFaults.note(error)
            metrics.withLock { $0 }?.count(.lostSearches, labels: "reason=\"store\"", by: UInt64(searches.count))
            state.withLock { $0.dropped += dropped + searches.count }
        }
    }

    private func begin() {
        let hasThread = startThread { [weak self, bell, halt] in
            while true {
                bell.wait()
                _ = halt.wait(timeout: .now() + Self.pause)
                // One pass handles all signals so far.
                while bell.wait(timeout: .now()) == .success {}
                guard let self else { return }
                self.flush()
                if self.state.withLock({ $0.isStopped }) { return }
            }
        }
        // The next search tries again.
        if !hasThread { state.withLock { $0.hasThread = false } }
    }
}
