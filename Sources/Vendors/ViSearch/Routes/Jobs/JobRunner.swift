internal import Dispatch
internal import Essentials
internal import SearchServer
internal import ViSearchAPI

/// Processes accepted insertions on threads of its own: fetching, describing and writing run concurrently.
///
/// Those of one item are done in their order; see ``InsertionLine``.
final class JobRunner: AcceptedInsertions {
    /// The result of an entry.
    private struct Outcome: Sendable {
        var waiting: JobStore.Waiting
        /// The description of the picture, nil where the entry has none.
        var picture: Result<DescribedImage?, ViSearch.Fault>
        /// The reason why the picture could not be described now, through no fault of its own: the entry is tried
        /// again.
        var trouble: SearchError?
        /// The server stops: the entry waits for the next one.
        var isLeft = false
        /// Nil where nothing was fetched.
        var host: (name: String, answered: Bool)?
    }

    let jobs: JobStore
    private let engine: SearchEngine
    private let fetcher: Fetcher
    private let limits: Limits
    private let note: @Sendable (String) -> Void
    /// Fetches and hands on to `describers`.
    private let threads: Workers
    private let describers: Describers
    private let workers: Int
    /// Guards writes to both the catalog and the jobs, so that an item that a client removes stays removed.
    private let writing = Lock()
    private let life = Locked((hasBegun: false, isStopping: false))
    private let obstacle = Locked<String?>(nil)
    private let metrics = Locked<Metrics?>(nil)
    private let outcomes = Locked<[Outcome]>([])
    private let bell = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Outcomes that may wait to be written before no more entries are begun.
    private static let unwrittenLimit = 128

    convenience init(_ jobs: JobStore, _ context: RouteContext) {
        self.init(
            jobs, engine: context.engine, fetcher: context.fetcher, limits: context.limits, workers: context.workers,
            describers: context.describers, note: context.note)
    }

    /// - Parameters:
    ///   - limits: What one picture may cost.
    ///   - workers: Pictures that are described at a time.
    init(
        _ jobs: JobStore, engine: SearchEngine, fetcher: Fetcher, limits: Limits, workers: Int,
        describers: Describers, note: @escaping @Sendable (String) -> Void
    ) {
        self.jobs = jobs
        self.engine = engine
        self.fetcher = fetcher
        self.limits = limits
        self.workers = workers
        self.note = note
        threads = Workers(threads: fetcher.policy.concurrency + 2 * workers)
        self.describers = describers
    }

    /// Reports the durations of fetching and describing to these metrics.
    func report(to metrics: Metrics) { self.metrics.withLock { $0 = metrics } }

    /// Begins, with the entries that an earlier process has left. Does nothing the second time, and after ``stop()``.
    func start() -> Bool {
        let begins = life.withLock { life in
            defer { life.hasBegun = life.hasBegun || !life.isStopping }
            return !life.hasBegun && !life.isStopping
        }
        guard begins else { return true }
        guard startThread({ self.run() }) else {
            life.withLock { $0.hasBegun = false }
            return false
        }
        bell.signal()
        return true
    }

    /// The reason why insertions wait at the moment, without any path of this machine; nil while they proceed. They are
    /// tried again.
    var waitsBecause: String? { obstacle.withLock { $0 } }

    /// Signals that new entries were accepted.
    func wake() { bell.signal() }

    /// Returns when the running entries have finished; the next process handles the waiting ones. ``Fetcher/stop()``
    /// makes it quick. Returns at once where nothing was started, or all has ended.
    func stop() {
        let hasBegun = life.withLock { life in
            life.isStopping = true
            return life.hasBegun
        }
        if hasBegun {
            bell.signal()
            ended.wait()
            // For others who stop.
            ended.signal()
        }
        jobs.release()
    }

    func close() { jobs.close() }

    func count() throws(SearchError) -> Int { try jobs.count() }

    /// Removes items, and the waiting insertions under their names. Returns the names that existed.
    func remove(_ names: [String]) throws(SearchError) -> [String] {
        try writing.withLock { () throws(SearchError) in
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
        // A picture that could not be described is not begun again at each ring of the bell.
        var rest = DispatchTime.now()
        while true {
            if pause == 0 { bell.wait() } else { _ = bell.wait(timeout: .now() + pause) }
            // One pass handles all pending signals.
            while bell.wait(timeout: .now()) == .success {}
            let stops = life.withLock { $0.isStopping }
            let longer = min(max(pause * 2, 1), 30)
            do throws(SearchError) {
                let trouble = try writeOutcomes(&line, &unwritten)
                let isResting = .now() < rest
                if let trouble, !isResting {
                    rest = .now() + longer
                    throw trouble
                }
                if !stops && !isResting { try begin(&line) }
                if !isResting {
                    pause = 0
                    obstacle.withLock { $0 = nil }
                }
            } catch {
                // The disk is full, for example: the waiting entries are on disk, and are tried again.
                pause = longer
                let reason =
                    switch error {
                    case .service: "pictures cannot be described"
                    case .damaged: "a file of the store is damaged"
                    default: "the disk cannot be written to"
                    }
                obstacle.withLock { $0 = reason }
                note("insertions are waiting: \(error)")
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

    /// Writes finished entries, and puts those back that could not be processed now; returns the reason of these.
    private func writeOutcomes(
        _ line: inout InsertionLine, _ unwritten: inout [Outcome]
    ) throws(SearchError) -> SearchError? {
        var trouble: SearchError?
        for outcome in outcomes.withLock({ swap(&$0) }) {
            if let host = outcome.host { line.heard(host.name, answered: host.answered) }
            if outcome.isLeft {
                line.finish(outcome.waiting.place)
            } else if let error = outcome.trouble {
                trouble = error
                line.putBack(outcome.waiting.place)
            } else {
                unwritten.append(outcome)
            }
        }
        if !unwritten.isEmpty {
            let outcomes = unwritten
            try writing.withLock { () throws(SearchError) in try write(outcomes) }
            for outcome in unwritten { line.finish(outcome.waiting.place) }
            unwritten = []
        }
        return trouble
    }

    /// Begins what may be begun.
    private func begin(_ line: inout InsertionLine) throws(SearchError) {
        for entry in try jobs.line(after: line.last) { line.append(entry) }
        while outcomes.withLock({ $0.count }) < JobRunner.unwrittenLimit, let next = line.next() {
            let found: JobStore.Waiting?
            do throws(SearchError) { found = try jobs.entry(at: next.place) } catch {
                line.putBack(next.place)
                throw error
            }
            guard let waiting = found else {
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
        let described = describers.perform {
            let start = ContinuousClock.now
            defer { self.metrics.withLock { $0 }?.observe(stage: "describe", since: start) }
            return Result { () throws(SearchError) -> DescribedImage? in
                try engine.describe(.bytes(bytes), limits: limits)
            }
        }
        if case .failure(let error) = described, error.mayPass { outcome.trouble = error }
        outcome.picture = described.mapError { .inserting($0) }
        return outcome
    }

    /// Throws, with the others written, where the store could not take an entry that is as it should be: it stays
    /// unfinished.
    private func write(_ found: [Outcome]) throws(SearchError) {
        let (fields, guessed) = (try engine.fields(), try engine.guessedFields())
        let stillWaiting = try jobs.stillWaiting(found.map(\.waiting.place))
        var ends: [(place: Int, fault: ViSearch.Fault?)] = []
        var writes: [(place: Int, item: Item, picture: DescribedImage?)] = []
        var trouble: SearchError?
        for outcome in found where stillWaiting.contains(outcome.waiting.place) {
            let (place, entry) = (outcome.waiting.place, outcome.waiting.entry)
            let known: Item?
            do throws(SearchError) { known = try engine.itemBlocking(entry.name) } catch {
                trouble = error
                continue
            }
            do throws(ViSearch.Fault) {
                let picture = try outcome.picture.get()
                guard known != nil || picture != nil else { throw .inserting(.itemNotFound(id: entry.name)) }
                // Attributes that the entry does not name stay as they are, with a new picture too: clients update an item by
                // inserting it.
                var item = known ?? Item(id: entry.name)
                if picture != nil { item.source = entry.url }
                try item.set(entry.values, fields, guessed)
                writes.append((place, item, picture))
            } catch {
                ends.append((place, error))
            }
        }
        for (write, result) in zip(writes, try engine.insertDescribed(writes.map { ($0.item, $0.picture, nil) })) {
            if case .failure(let error) = result {
                if error.mayPass {
                    trouble = error
                    continue
                }
                ends.append((write.place, .inserting(error)))
            } else {
                ends.append((write.place, nil))
            }
        }
        try jobs.finish(ends)
        if let trouble { throw trouble }
    }
}

extension SearchError {
    /// It is about this machine or another one, not about the entry: the same entry may be taken later.
    fileprivate var mayPass: Bool {
        switch self {
        case .store, .damaged, .diskFull, .service: true
        case .invalidArgument, .itemNotFound, .image, .wrongType, .describerMismatch, .cancelled: false
        }
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
