internal import Dispatch
internal import Foundation
internal import ViSearchAPI

/// Processes accepted insertions on threads of its own: fetching, describing and writing run concurrently.
///
/// Those of one item are done in their order; see ``InsertionLine``.
package final class JobRunner: Sendable {
    /// The result of an entry.
    private struct Outcome: Sendable {
        var waiting: JobStore.Waiting
        /// The description of the picture, nil where the entry has none.
        var picture: Result<DescribedImage?, ViSearch.Fault>
        /// The server stops: the entry waits for the next one.
        var isLeft = false
        /// Nil where nothing was fetched.
        var host: (name: String, answered: Bool)?
    }

    private let jobs: JobStore
    private let engine: SearchEngine
    private let fetcher: Fetcher
    private let limits: Limits
    private let note: @Sendable (String) -> Void
    /// Fetches and hands on to `cores`, where pictures are described.
    private let threads: Workers
    private let cores: Workers
    private let workers: Int
    /// Guards writes to both the catalog and the jobs, so that an item that a client removes stays removed.
    private let writing = Locked(())
    private let isStopping = Locked(false)
    private let isStuck = Locked(false)
    private let metrics = Locked<Metrics?>(nil)
    private let outcomes = Locked<[Outcome]>([])
    private let bell = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Outcomes that may wait to be written before no more entries are begun.
    private static let unwrittenLimit = 128

    /// - Parameters:
    ///   - limits: What one picture may cost.
    ///   - workers: Pictures that are described at a time.
    package init(
        _ jobs: JobStore, engine: SearchEngine, fetcher: Fetcher, limits: Limits, workers: Int,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.jobs = jobs
        self.engine = engine
        self.fetcher = fetcher
        self.limits = limits
        self.workers = workers
        self.note = note
        threads = Workers(threads: max(fetcher.policy.concurrency, 4) + 2 * workers)
        cores = Workers(threads: workers)
    }

    /// Reports the durations of fetching and describing to these metrics.
    package func report(to metrics: Metrics) { self.metrics.withLock { $0 = metrics } }

    /// Begins, with the entries that an earlier process has left.
    package func start() {
        Thread.detachNewThread { self.run() }
        bell.signal()
    }

    /// True while finished entries cannot be written and are tried again.
    package var waitsForDisk: Bool { isStuck.withLock { $0 } }

    /// Signals that new entries were accepted.
    package func wake() { bell.signal() }

    /// Returns when the running entries have finished; the next process handles the waiting ones. ``Fetcher/stop()``
    /// makes it quick.
    package func stop() {
        isStopping.withLock { $0 = true }
        bell.signal()
        ended.wait()
    }

    /// Removes items, and the waiting insertions under their names. Returns the names that existed.
    package func remove(_ names: [String]) throws(SearchError) -> [String] {
        try writing.withLock { _ throws(SearchError) in
            var waiting: Set<String> = []
            for name in names where try jobs.isWaiting(name) { waiting.insert(name) }
            // In this order: when the process ends in between, the waiting entries insert the items again as if nothing
            // had been removed. The other way round, an item would stay without the changes that were accepted for it.
            let removed = Set(try engine.removeBlocking(names))
            try jobs.giveUp(names)
            var seen: Set<String> = []
            return names.filter { (removed.contains($0) || waiting.contains($0)) && seen.insert($0).inserted }
        }
    }

    private func run() {
        var line = InsertionLine(downloads: fetcher.policy.concurrency, others: 2 * workers)
        var unwritten: [Outcome] = []
        var pause = 0.0
        while true {
            if pause == 0 { bell.wait() } else { _ = bell.wait(timeout: .now() + pause) }
            // One pass handles all pending signals.
            while bell.wait(timeout: .now()) == .success {}
            let stops = isStopping.withLock { $0 }
            do throws(SearchError) {
                try look(&line, &unwritten, begins: !stops)
                pause = 0
                isStuck.withLock { $0 = false }
            } catch {
                // The disk is full, for example: the waiting entries are on disk, and are tried again.
                isStuck.withLock { $0 = true }
                note("insertions are waiting: \(error)")
                pause = min(max(pause * 2, 1), 30)
                if stops {
                    for outcome in unwritten { line.finish(outcome.waiting.place) }
                }
            }
            if stops, line.isIdle {
                ended.signal()
                return
            }
        }
    }

    /// Writes finished entries, and begins those that may begin.
    private func look(
        _ line: inout InsertionLine, _ unwritten: inout [Outcome], begins: Bool
    ) throws(SearchError) {
        for outcome in outcomes.withLock({ swap(&$0) }) {
            if let host = outcome.host { line.heard(host.name, answered: host.answered) }
            if outcome.isLeft { line.finish(outcome.waiting.place) } else { unwritten.append(outcome) }
        }
        if !unwritten.isEmpty {
            let outcomes = unwritten
            try writing.withLock { _ throws(SearchError) in try write(outcomes) }
            for outcome in unwritten { line.finish(outcome.waiting.place) }
            unwritten = []
        }
        guard begins else { return }
        for entry in try jobs.line(after: line.last) { line.append(entry) }
        while outcomes.withLock({ $0.count }) < JobRunner.unwrittenLimit, let next = line.next() {
            guard let waiting = try jobs.entry(at: next.place) else {
                line.finish(next.place)
                continue
            }
            _ = threads.add {
                let outcome = self.outcome(of: waiting, from: next.host)
                self.outcomes.withLock { $0.append(outcome) }
                self.bell.signal()
            }
        }
    }

    /// Fetches and describes. Describing takes a core, fetching does not.
    private func outcome(of waiting: JobStore.Waiting, from host: String?) -> Outcome {
        var outcome = Outcome(waiting: waiting, picture: .success(nil))
        var bytes = waiting.entry.picture
        if bytes == nil, let url = waiting.entry.url {
            let start = ContinuousClock.now
            do throws(FetchError) {
                bytes = try fetcher.fetch(url)
            } catch {
                outcome.picture = .failure(.cannotDownload)
                outcome.isLeft = error == .stopped
                if !outcome.isLeft {
                    metrics.withLock { $0 }?.count(error)
                    note("inserting \(FetchURL.inLog(waiting.entry.name)): \(FetchURL.inLog(url)): \(error)")
                }
                outcome.host = host.map { ($0, ![.timedOut, .unreachable, .unknownHost].contains(error)) }
            }
            metrics.withLock { $0 }?.observe(stage: "fetch", since: start)
            if bytes != nil { outcome.host = host.map { ($0, true) } }
        }
        guard let bytes else { return outcome }
        let (engine, limits) = (engine, limits)
        outcome.picture = cores.perform {
            let start = ContinuousClock.now
            defer { self.metrics.withLock { $0 }?.observe(stage: "describe", since: start) }
            return Result { () throws(SearchError) -> DescribedImage? in
                try engine.describe(.bytes(bytes), limits: limits)
            }.mapError { .inserting($0) }
        }
        return outcome
    }

    private func write(_ found: [Outcome]) throws(SearchError) {
        let (fields, guessed) = (try engine.fields(), try engine.guessedFields())
        let stillWaiting = try jobs.stillWaiting(found.map(\.waiting.place))
        var ends: [(place: Int, fault: ViSearch.Fault?)] = []
        var writes: [(place: Int, item: Item, picture: DescribedImage?)] = []
        for outcome in found where stillWaiting.contains(outcome.waiting.place) {
            let (place, entry) = (outcome.waiting.place, outcome.waiting.entry)
            do throws(ViSearch.Fault) {
                let picture = try outcome.picture.get()
                var item: Item
                // Attributes that the entry does not name stay as they are, with a new picture too: clients update an
                // item by inserting it.
                do throws(SearchError) {
                    let known = try engine.itemBlocking(entry.name)
                    guard known != nil || picture != nil else { throw SearchError.itemNotFound(id: entry.name) }
                    item = known ?? Item(id: entry.name)
                } catch { throw .inserting(error) }
                if picture != nil { item.source = entry.url }
                try item.set(entry.values, fields, guessed)
                writes.append((place, item, picture))
            } catch {
                ends.append((place, error))
            }
        }
        for (write, result) in zip(writes, try engine.insertDescribed(writes.map { ($0.item, $0.picture, nil) })) {
            if case .failure(let error) = result {
                ends.append((write.place, .inserting(error)))
            } else {
                ends.append((write.place, nil))
            }
        }
        try jobs.finish(ends)
    }
}

/// Returns the elements and leaves the array empty.
private func swap<Element>(_ elements: inout [Element]) -> [Element] {
    defer { elements = [] }
    return elements
}

extension Item {
    /// Sets attributes from text; an empty one removes the attribute. A value of a field that was guessed to be a
    /// number may be none: the store handles that, and keeps the text.
    fileprivate mutating func set(
        _ values: [String: String], _ fields: [String: AttributeType], _ guessed: Set<String>
    ) throws(ViSearch.Fault) {
        for (field, text) in values {
            var type = fields[field] ?? .string
            if guessed.contains(field), [.int, .float].contains(type) { type = .string }
            if text.isEmpty {
                attributes[field] = nil
            } else if let value = AttributeValue(text, as: type) {
                attributes[field] = value
            } else {
                throw .wrongType(field, type)
            }
        }
    }
}
