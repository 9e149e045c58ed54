public import ContentAPI
internal import Essentials
internal import Recommendations
public import StepwiseAPI

/// A store, served over HTTP: the engine's own routes, those of trackers, the page for browsers, and the protocols of
/// vendors.
///
/// Beside the store lies `STORE.events`: what trackers have reported, and how often a text was searched for. A protocol
/// may add files of its own.
public final class SearchServer: Sendable {
    /// The settings of a server.
    public struct Setup: Sendable {
        /// The configuration of the HTTP server. The threads for pictures and the notes come from the setup.
        public var http = ServerConfiguration()
        /// The policy for pictures that the server fetches by URL.
        public var fetch = FetchPolicy()
        /// The limits on one picture.
        public var limits = Limits()
        /// Pictures that are worked on at a time for searches and by the engine's own routes, and as many for
        /// insertions that were accepted, 1…1024. Default: the cores that this process may use.
        public var jobs = Batch.usableCores
        /// The uploaded pictures that are kept for further searches. Default 1,000.
        package var uploadCount = 1000
        /// The bytes of all uploaded pictures that are kept. Default 256 MiB.
        package var uploadBytes = 256 << 20
        /// The seconds for which an uploaded picture is kept. Default 3,600.
        public var uploadSeconds = 3600.0
        /// The folder in which several servers share the uploaded pictures, so that each knows the `im_id` of the others.
        /// Nil, the default, keeps them in memory.
        public var uploadFolder: String?
        /// Counts only relevant items as hits. Default false: all items, as the service does.
        public var relevantOnly = false
        /// The events that are kept. Default 5,000,000; beyond it, the oldest are removed.
        public var eventCount = 5_000_000
        /// The bytes of the events that are kept. Default 1 GB.
        package var eventBytes = 1_000_000_000
        /// The events from one address in a second, with bursts of ten seconds' worth; beyond it, status 429 with
        /// `Retry-After`. 0 is no limit. Default 100.
        public var eventRate = 100
        /// Takes events of trackers. Default true. With false, no route exists at their paths.
        public var takesEvents = true
        /// Records each answered search beside the events, for the reports of `magpie events`: its words, the items that it
        /// showed and the rules that acted, and nothing of who searched. Default true; a server that takes no events
        /// records no searches either.
        public var recordsSearches = true
        /// The recorded searches that are kept. Default 500,000; beyond it, the oldest are removed.
        public var searchLogCount = 500_000
        /// The days for which a recorded search is kept, 1…3650. Default 90.
        public var searchLogDays = 90
        /// Lets trackers report without a key to a server that has keys. Default false: `code`, `access_key` or HTTP
        /// Basic must hold a key that may search. Without keys anybody may report.
        public var takesOpenEvents = false
        /// Refuses additions and removals of items. Default false. A server that only searches makes no files beside
        /// its store, and takes no events.
        public var isReadOnly = false
        /// Shows a page to browsers, at `/` and `/docs`. Default true.
        public var showsPage = true
        /// Rehearses a search with a picture after the start, in the background, so that the first one of a person is as
        /// fast as those that follow. Default false.
        package var rehearses = false
        /// The protocols of vendors that the server speaks, such as `[.viSearch, .bloomreach]` with the modules
        /// `ViSearchRoutes` and `BloomreachRoutes`. Default none: the engine's own routes alone.
        public var protocols: [VendorProtocol] = []
        /// The settings of suggestions.
        public var suggestions = SuggestionSettings()
        /// The fields for protocols with columns.
        public var columns = ColumnSettings()
        /// The hierarchy of stepwise search. Nil, the default, answers that there is no such data.
        public var steps: (any LocalStepDirectory)?
        /// The typed content for protocols that search it. Nil, the default, for a server without.
        public var content: (any LocalContentService)?
        /// Receives the problems that no client causes, a line at a time.
        public var note: @Sendable (String) -> Void = { _ in }

        /// Creates the default settings.
        public init() {}
    }

    let router: Router
    private let context: RouteContext
    private let server: HTTPServer
    private let events: EventStore
    private let isStopped = Locked(false)
    private let rehearses: Bool

    /// Opens the files beside the store of `engine`.
    ///
    /// - Throws: `invalidArgument` for a number of the setup that is out of its range, `store` when one of the files
    ///   cannot be used.
    public convenience init(_ engine: SearchEngine, setup: Setup = Setup()) throws(SearchError) {
        try self.init(engine, setup: setup, recommendations: nil)
    }

    /// - Parameter recommendations: The models and consents in place of those of the store.
    package init(
        _ engine: SearchEngine, setup: Setup, recommendations: (any RecommendationSource)?
    ) throws(SearchError) {
        try setup.check()
        let path = SearchServer.events(of: engine.store.path)
        events = try EventStore(
            path: setup.isReadOnly ? ":memory:" : path, limit: setup.eventCount, bytes: setup.eventBytes)
        context = try RouteContext(engine, setup, events: events, recommendations: recommendations)
        var groups: [any RouteGroup] = []
        for vendor in setup.protocols { groups.append(try vendor.group(context)) }
        groups += [EngineRoutes(context), StepRoutes(directory: setup.steps), SmallPictureRoute(context)]
        if context.takesEvents { groups.append(EventRoutes(context: context)) }
        if setup.showsPage { groups.append(PageRoutes()) }
        rehearses = setup.rehearses
        var http = setup.http
        http.note = setup.note
        // The routes count the pictures that are processed at a time; as many more requests are ready for that.
        http.imageThreads = 2 * setup.jobs
        http.fetchThreads = setup.fetch.concurrency
        router = Router(context, groups)
        server = HTTPServer(configuration: http, handler: router)
        context.report(to: server.metrics)
        engine.whenLearningFails { [note = setup.note] error in
            note("learning from the types failed, and is tried again after the next change: \(error.description)")
        }
    }

    /// The path of the events of a store: its own path with `.events` behind it.
    package static func events(of store: String) -> String { store + ".events" }

    /// Loads the data that searches need, then begins to answer, and to process the accepted insertions. To be called
    /// once.
    ///
    /// - Returns: the port.
    public func start() throws(StartError) -> UInt16 { try start(on: nil) }

    /// ``start()`` on a port that is open already; nil listens on that of the setup.
    package func start(on reserved: ReservedPort?) throws(StartError) -> UInt16 {
        // The searches that need the data report a failure to load it.
        try? context.engine.warmUpForFirstSearchBlocking()
        let port = try server.start(on: reserved)
        // Without a thread, the first searches with a color and with a picture take longer. One after the other: what is
        // loaded would wait for the rehearsal, and new searches for both.
        _ = startThread { [engine = context.engine, rehearses] in
            try? engine.warmUpBlocking()
            if rehearses { engine.rehearseBlocking() }
        }
        if !context.isReadOnly {
            guard context.insertions?.start() ?? true else {
                stop()
                throw .shortage(reason: StartError.noThread)
            }
            if !startThread({ self.countBacklog() }) {
                context.note("cannot count the events: the system gives this process no other thread")
            }
        }
        return port
    }

    /// Counts the events that an older version has left.
    private func countBacklog() {
        do throws(SearchError) {
            try events.countBacklog { !isStopped.withLock { $0 } }
        } catch {
            context.note("cannot count the events: \(error)")
        }
    }

    /// Replaces the credentials from now on.
    ///
    /// - Returns: False, with no change, for empty credentials where the server has keys.
    public func renew(_ credentials: Credentials) -> Bool { server.renew(credentials) }

    /// New connections get another certificate from now on. False where the certificate and the key are no pair, and
    /// where the server does not speak TLS; then nothing changes.
    public func renew(_ tls: ServerConfiguration.TLS) -> Bool { server.renew(tls) }

    /// Stops all work, and returns when it has ended: at once where the server was not started. Waiting insertions are
    /// processed after the next start. The files of events and of insertions are closed; the engine stays open.
    public func stop() {
        isStopped.withLock { $0 = true }
        server.stop()
        context.fetcher.stop()
        context.searchRecorder?.stop()
        if !context.isReadOnly { context.insertions?.stop() }
        context.close()
        events.close()
    }
}

extension SearchServer.Setup {
    /// Throws `invalidArgument` for the first number that is out of its range, and for a protocol that is named twice.
    fileprivate func check() throws(SearchError) {
        for (index, one) in protocols.enumerated() where protocols[..<index].contains(where: { $0.name == one.name }) {
            throw .invalidArgument("protocols names \(one.name) twice; each is served once")
        }
        if ServerConfiguration.basePath(http.basePath) == nil {
            throw .invalidArgument("http.basePath is \(http.basePath); it must be a path such as /magpie")
        }
        let counts = Batch.workerCounts
        for (name, value, range) in [
            ("jobs", jobs, counts), ("fetch.concurrency", fetch.concurrency, counts),
            ("http.limits.waitingJobs", http.limits.waitingJobs, 0...Int.max),
            ("suggestions.days", suggestions.days, 1...3650),
            ("searchLogDays", searchLogDays, 1...3650), ("searchLogCount", searchLogCount, 1...Int.max),
            ("the number of columns.facets", columns.facets?.count ?? 0, 0...50),
        ] where !range.contains(value) {
            let allowed =
                range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
            throw .invalidArgument("\(name) is \(value); it must be \(allowed)")
        }
    }
}
