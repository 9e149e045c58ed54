package import ContentAPI
internal import Essentials
package import Recommendations
internal import SQLite

/// The state that all routes share: the engine and the components around it.
package final class RouteContext: Sendable {
    package let engine: SearchEngine
    package let uploads: Uploads
    package let fetcher: Fetcher
    /// The limits for one picture.
    package let limits: Limits
    /// Pictures that are worked on at a time.
    package let workers: Int
    /// Which items count as hits where a client names no lowest score.
    package let scope: SearchRequest.Scope
    /// The models and the consents of the store.
    package let recommendations: any RecommendationSource
    /// The clicks and purchases of each item.
    package let popularity: Popularity
    /// Keeps the events of trackers.
    package let intake: EventIntake
    /// Keeps which recommended items were shown; nil for a server that takes no events.
    let impressions: Impressions?
    /// Records which searches were answered; nil for a server that records none.
    let searchRecorder: SearchRecorder?
    /// The texts that people search for.
    package let terms: SearchTerms
    package let suggester: Suggester
    package let columns: ColumnSettings
    /// The typed content; nil for a server without.
    package let content: (any LocalContentService)?
    /// The latest searches, for the operator.
    package let latest: LatestSearches
    package let isReadOnly: Bool
    package let takesEvents: Bool
    /// Events need no key.
    package let takesOpenEvents: Bool
    package let metrics = Locked<Metrics?>(nil)
    /// The recent errors of the store.
    package let storeFaults: StoreFaults
    /// Receives the problems that no client causes.
    package let note: @Sendable (String) -> Void
    /// Closes the recommendations that were made here.
    private let ends: @Sendable () -> Void
    private let kept = Locked<[MemoryUse.Count]>([])
    private let accepted = Locked<(any AcceptedInsertions)?>(nil)
    /// The files that the server writes: what each is, and which file it was when it was opened.
    private let files: Locked<[(name: String, path: String, identity: FileIdentity?)]>
    /// Searches with pictures, whichever way these came. Threads that wait for a download do not count.
    private let cores: Workers
    /// Pictures of insertions, which searches go before.
    package let describers: Describers

    /// Opens what lies beside the store.
    ///
    /// - Parameter recommendations: The models and consents in place of those of the store.
    init(
        _ engine: SearchEngine, _ setup: SearchServer.Setup, events: EventStore,
        recommendations: (any RecommendationSource)?
    ) throws(SearchError) {
        self.engine = engine
        let path = engine.store.path
        let eventPath = SearchServer.events(of: path)
        let storeFaults = StoreFaults()
        self.storeFaults = storeFaults
        isReadOnly = setup.isReadOnly
        takesEvents = setup.takesEvents && !setup.isReadOnly
        takesOpenEvents = setup.takesOpenEvents
        fetcher = Fetcher(setup.fetch)
        uploads = try Uploads(
            Uploads.Capacity(count: setup.uploadCount, bytes: setup.uploadBytes, seconds: setup.uploadSeconds),
            folder: setup.uploadFolder, note: setup.note)
        limits = setup.limits
        workers = setup.jobs
        scope = setup.relevantOnly ? .relevant : .all
        // The behavior of visitors is read beside a server that writes nothing, too.
        if let recommendations {
            self.recommendations = recommendations
            ends = {}
        } else {
            let own = try Recommender(engine: engine, events: eventPath)
            self.recommendations = own
            ends = { own.close() }
        }
        popularity = Popularity(events)
        intake = EventIntake(events, perSecond: setup.eventRate, storeFaults: storeFaults)
        impressions =
            takesEvents ? Impressions(events, perSecond: setup.eventRate, storeFaults: storeFaults) : nil
        searchRecorder =
            takesEvents && setup.recordsSearches
            ? SearchRecorder(
                events, limits: SearchLogLimits(count: setup.searchLogCount, days: setup.searchLogDays),
                storeFaults: storeFaults, metrics: metrics) : nil
        terms = try SearchTerms(path: isReadOnly ? ":memory:" : eventPath, days: setup.suggestions.days)
        suggester = Suggester(engine: engine, terms: terms, settings: setup.suggestions)
        columns = setup.columns
        content = setup.content
        latest = LatestSearches(isOn: setup.takesEvents, metrics: metrics)
        note = setup.note
        files = Locked([("store file", path, FileIdentity(path))])
        cores = Workers(threads: setup.jobs)
        describers = Describers(count: setup.jobs)
        if !isReadOnly { watch("file of events", eventPath) }
    }

    /// Closes the files of events and of insertions. To be called when all work has ended.
    func close() {
        insertions?.close()
        ends()
        terms.close()
    }

    /// The insertions that were accepted and are worked off later; nil where no protocol of the server accepts any.
    package var insertions: (any AcceptedInsertions)? { accepted.withLock { $0 } }

    /// Adds the insertions of a protocol, once.
    package func add(_ insertions: any AcceptedInsertions) { accepted.withLock { $0 = insertions } }

    /// Adds something that the server keeps in memory, and the count of its bytes.
    package func countMemory(_ name: String, _ bytes: @escaping @Sendable () -> Int) {
        kept.withLock { $0.append(.init(name, bytes)) }
    }

    /// The parts of the memory that the engine, the uploads and the routes count.
    var memoryCounts: [MemoryUse.Count] {
        engine.memoryCounts + [.init("uploads") { [uploads] in uploads.held.bytes }] + kept.withLock { $0 }
    }

    /// Adds a file that the server writes: nothing is written once another one is at its path.
    package func watch(_ name: String, _ path: String) {
        let identity = FileIdentity(path)
        files.withLock { $0.append((name, path, identity)) }
    }

    /// The file that the server has open but whose path leads to another one or to none: what is written to it would be
    /// lost. Nil while all are in their places.
    var lostFile: String? {
        for file in files.withLock({ $0 }) where file.identity != nil && FileIdentity(file.path) != file.identity {
            return "the \(file.name) was removed or replaced"
        }
        return nil
    }

    /// Removes items, with the insertions of theirs that wait. Returns the ids that existed.
    package func remove(_ ids: [String]) throws(SearchError) -> [String] {
        guard let insertions else { return try engine.removeBlocking(ids) }
        return try insertions.remove(ids)
    }

    /// Runs work on a picture, when a core is free. Passes it the number of threads that it may use.
    ///
    /// - Parameters:
    ///   - stage: The name of the work in the metrics.
    ///   - isLowPriority: Others go first: searches with an uploaded picture before those with a fetched one.
    ///   - most: The threads that the work can use, one of which it has in any case.
    package func onCore<Value>(
        _ stage: StaticString, isLowPriority: Bool = false, upTo most: Int = 1,
        _ work: @escaping (Int) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        let (budget, searchNote) = (Budget.current, SearchNote.current)
        return try cores.perform(isLowPriority: isLowPriority) { [self] in
            Budget.$current.withValue(budget) {
                SearchNote.$current.withValue(searchNote) {
                    let start = ContinuousClock.now
                    defer { observe(stage, since: start) }
                    return cores.withFreeThreads(upTo: most) { workers in
                        Result { () throws(SearchError) -> Value in
                            try Budget.checkClient()
                            return try work(workers)
                        }
                    }
                }
            }
        }.get()
    }

    /// Describes a picture of an insertion, when one of the threads for these is free.
    func describing(_ image: ImageInput) throws(SearchError) -> DescribedImage {
        let budget = Budget.current
        return try describers.perform { [self] in
            Budget.$current.withValue(budget) {
                let start = ContinuousClock.now
                defer { observe("describe", since: start) }
                return Result { () throws(SearchError) in
                    try Budget.checkClient()
                    return try engine.describe(image, limits: limits)
                }
            }
        }.get()
    }

    package func observe(_ stage: StaticString, since start: ContinuousClock.Instant) {
        metrics.withLock { $0 }?.observe(stage: "\(stage)", since: start)
    }
}
