internal import Foundation

/// The state that all routes share: the engine and the components around it.
final class RouteContext: Sendable {
    let engine: SearchEngine
    let jobs: JobStore
    let runner: JobRunner
    let uploads: Uploads
    let fetcher: Fetcher
    /// The limits for one picture.
    let limits: Limits
    let workers: Int
    /// Which items count as hits where a client names no lowest score.
    let scope: SearchRequest.Scope
    /// The models and the consents of the store.
    let recommendations: any RecommendationSource
    /// Keeps which recommended items were shown; nil for a server that takes no events.
    let impressions: Impressions?
    /// The files that the server writes: what each is, and which file it was when it was opened.
    let files: [(name: String, path: String, identity: FileIdentity?)]
    /// The latest searches, for the operator.
    let latest: LatestSearches
    let metrics = Locked<Metrics?>(nil)
    /// The recent errors of the store.
    let troubles: StoreFaults
    /// Work on pictures, whichever way they came. Threads that wait for a download do not count.
    private let cores: Workers

    /// - Parameters:
    ///   - workers: Pictures that are worked on at a time.
    ///   - isReadOnly: The server writes no file beside the store.
    init(
        engine: SearchEngine, jobs: JobStore, runner: JobRunner, uploads: Uploads, fetcher: Fetcher, limits: Limits,
        workers: Int, scope: SearchRequest.Scope, recommendations: any RecommendationSource,
        impressions: Impressions? = nil, latest: LatestSearches = LatestSearches(),
        troubles: StoreFaults = StoreFaults(), isReadOnly: Bool = false
    ) {
        self.engine = engine
        self.jobs = jobs
        self.runner = runner
        self.uploads = uploads
        self.fetcher = fetcher
        self.limits = limits
        self.workers = workers
        self.scope = scope
        self.recommendations = recommendations
        self.impressions = impressions
        self.latest = latest
        self.troubles = troubles
        let path = engine.store.path
        let others = [
            ("file of accepted insertions", ViSearchServer.jobs(of: path)),
            ("file of events", ViSearchServer.events(of: path)),
        ]
        files = ([("store file", path)] + (isReadOnly ? [] : others)).map { ($0.0, $0.1, FileIdentity($0.1)) }
        cores = Workers(threads: workers)
    }

    /// Runs work on a picture, when a core is free. Passes it the number of threads that it may use.
    ///
    /// - Parameters:
    ///   - stage: The name of the work in the metrics.
    ///   - isPatient: Others go first: searches with an uploaded picture before those with a fetched one, and before
    ///     insertions.
    ///   - most: The threads that the work can use, one of which it has in any case.
    func onCore<Value>(
        _ stage: StaticString, isPatient: Bool = false, upTo most: Int = 1,
        _ work: @escaping (Int) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        let budget = Budget.current
        return try cores.perform(isLowPriority: isPatient) { [self] in
            Budget.$current.withValue(budget) {
                let start = ContinuousClock.now
                defer { observe(stage, since: start) }
                return cores.withFreeThreads(upTo: most) { workers in
                    Result { () throws(SearchError) -> Value in
                        try Budget.checkClient()
                        return try work(workers)
                    }
                }
            }
        }.get()
    }

    func observe(_ stage: StaticString, since start: ContinuousClock.Instant) {
        metrics.withLock { $0 }?.observe(stage: "\(stage)", since: start)
    }
}
