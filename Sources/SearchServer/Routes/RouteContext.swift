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
    /// Which file the store was when it was opened.
    let storeFile: UInt64?
    /// The latest searches, for the operator.
    let latest: LatestSearches
    let metrics = Locked<Metrics?>(nil)
    /// The recent errors of the store.
    let troubles = StoreFaults()
    /// Work on pictures, whichever way they came. Threads that wait for a download do not count.
    private let cores: Workers

    /// - Parameter workers: Pictures that are worked on at a time.
    init(
        engine: SearchEngine, jobs: JobStore, runner: JobRunner, uploads: Uploads, fetcher: Fetcher, limits: Limits,
        workers: Int, scope: SearchRequest.Scope, recommendations: any RecommendationSource,
        latest: LatestSearches = LatestSearches()
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
        self.latest = latest
        storeFile = RouteContext.fileNumber(engine.store.path)
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
        try cores.perform(isPatient: isPatient) { [self] in
            let start = ContinuousClock.now
            defer { observe(stage, since: start) }
            return cores.withFreeThreads(upTo: most) { workers in
                Result { () throws(SearchError) -> Value in try work(workers) }
            }
        }.get()
    }

    func observe(_ stage: StaticString, since start: ContinuousClock.Instant) {
        metrics.withLock { $0 }?.observe(stage: "\(stage)", since: start)
    }
}
