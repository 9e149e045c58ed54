public import Imaging
public import SearchAPI
public import VisualSearch

/// A store, served so that clients of ViSearch find in it.
///
/// Beside the store lie two files more: `STORE.jobs`, the insertions that were accepted, and `STORE.events`, what
/// trackers have reported.
public final class ViSearchServer: Sendable {
    /// How a server is set up.
    public struct Setup: Sendable {
        public var http = ServerConfiguration()
        public var fetch = FetchPolicy()
        /// What one picture may cost.
        public var limits = Limits()
        /// Pictures that are worked on at a time for searches and by the engine's own routes, and as many for insertions
        /// that were accepted. Default: the cores that this process may use.
        public var jobs = Batch.usableCores
        /// How many uploaded pictures are kept for further searches, in number and bytes, and for how many seconds.
        public var uploadCount = 1000
        public var uploadBytes = 256 << 20
        public var uploadSeconds = 3600.0
        /// Counts only relevant items as hits. Default false: all items, as the service does.
        public var relevantOnly = false
        /// Events that are kept; the oldest make room.
        public var eventCount = 5_000_000
        /// Their bytes. Default 1 GB.
        public var eventBytes = 1_000_000_000
        /// Events from one address in a second, and ten seconds' worth at once; further ones are told to come back. 0 is
        /// no limit. Default 100.
        public var eventRate = 100
        /// Whether events of trackers are taken. Where they are not, nothing is at their paths.
        public var takesEvents = true
        /// Whether items may be added and removed. A server that only searches makes no files beside its store, and takes
        /// no events.
        public var isReadOnly = false
        /// Hears what no client does, a line at a time.
        public var note: @Sendable (String) -> Void = { _ in }

        public init() {}
    }

    private let engine: SearchEngine
    private let server: HTTPServer
    private let runner: JobRunner
    private let fetcher: Fetcher
    private let isReadOnly: Bool

    /// Opens the files beside the store of `engine`.
    ///
    /// - Throws: `store` when one of them cannot be used.
    public init(_ engine: SearchEngine, setup: Setup = Setup()) throws(SearchError) {
        self.engine = engine
        let isReadOnly = setup.isReadOnly
        let jobs = try JobStore(path: isReadOnly ? ":memory:" : ViSearchServer.jobs(of: engine.store.path))
        let events = try EventStore(
            path: isReadOnly ? ":memory:" : ViSearchServer.events(of: engine.store.path), limit: setup.eventCount,
            bytes: setup.eventBytes)
        fetcher = Fetcher(setup.fetch)
        runner = JobRunner(
            jobs, engine: engine, fetcher: fetcher, limits: setup.limits, workers: setup.jobs, note: setup.note)
        let room = Uploads.Room(count: setup.uploadCount, bytes: setup.uploadBytes, seconds: setup.uploadSeconds)
        let routes = SearchRoutes(
            engine: engine, jobs: jobs, runner: runner, uploads: Uploads(room), fetcher: fetcher, events: events,
            eventsPerSecond: setup.eventRate, limits: setup.limits, workers: setup.jobs, isReadOnly: isReadOnly,
            takesEvents: setup.takesEvents && !isReadOnly, scope: setup.relevantOnly ? .relevant : .all)
        self.isReadOnly = isReadOnly
        var http = setup.http
        http.note = setup.note
        // How many pictures are worked on is counted in the routes; as many more requests wait ready for that.
        http.imageThreads = 2 * setup.jobs
        http.fetchThreads = setup.fetch.concurrency
        server = HTTPServer(configuration: http, handler: routes)
        routes.report(to: server.metrics)
    }

    /// Where the accepted insertions of a store are.
    public static func jobs(of store: String) -> String { store + ".jobs" }
    /// Where the events of a store are.
    public static func events(of store: String) -> String { store + ".events" }

    /// Loads what searches need, then begins to answer, and to do what was accepted before. To be called once.
    ///
    /// - Parameter reserved: where to listen; nil, the default, where the setup says.
    /// - Returns: the port.
    public func start(on reserved: ReservedPort? = nil) throws(StartError) -> UInt16 {
        // What cannot be loaded is said by the searches that need it.
        try? engine.warmUpNow()
        let port: UInt16
        do throws(HTTPServer.Failure) { port = try server.start(on: reserved) } catch { throw StartError(error) }
        if !isReadOnly { runner.start() }
        return port
    }

    /// Takes other keys from now on. False where there are none: a server with keys does not lose them.
    public func renew(_ credentials: Credentials) -> Bool { server.renew(credentials) }

    /// New connections get another certificate from now on. False where the certificate and the key are no pair, and
    /// where the server does not speak TLS; then nothing changes.
    public func renew(_ tls: ServerConfiguration.TLS) -> Bool { server.renew(tls) }

    /// Ends what runs, and returns when all is ended. What waits to be inserted is done after the next start.
    public func stop() {
        server.stop()
        fetcher.stop()
        if !isReadOnly { runner.stop() }
    }
}

/// Why a server does not listen.
public enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownHost(String)
    /// Without credentials only this machine is listened to.
    case credentialsNeeded(host: String)
    /// Without credentials, pages of all sites could read and change what is there.
    case credentialsNeededForAllOrigins
    /// The port, and what the system says.
    case notBound(String)
    /// With TLS, most likely the certificate and the key are not a pair.
    case notStarted

    init(_ failure: HTTPServer.Failure) {
        self =
            switch failure {
            case .unknownHost(let host): .unknownHost(host)
            case .credentialsNeeded(let host): .credentialsNeeded(host: host)
            case .credentialsNeededForAllOrigins: .credentialsNeededForAllOrigins
            case .notBound(let reason): .notBound(reason)
            case .notStarted: .notStarted
            }
    }

    public var description: String {
        switch self {
        case .unknownHost(let host): "there is no host '\(host)'"
        case .credentialsNeeded(let host): "without keys only this machine is listened to, and '\(host)' is not it"
        case .credentialsNeededForAllOrigins: "without keys, not every origin can be allowed"
        case .notBound(let reason): "cannot listen at \(reason)"
        case .notStarted: "the server does not start; with TLS, check that the certificate and the key are a pair"
        }
    }
}
