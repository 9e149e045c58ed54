internal import CMicroHTTPDShim
internal import Essentials
internal import ImageTypes
internal import Synchronization

/// An HTTP/1.1 server on libmicrohttpd: epoll, a few threads, and limits on everything that a client can make grow.
///
/// The threads of the connections read requests and send answers, and never block for long. Other threads make the
/// answers: those for searches, those for images, and those for the health of the server, which nothing else can
/// occupy. Meanwhile the connection is suspended; it is resumed with the answer.
@safe package final class HTTPServer: Sendable {
    let configuration: ServerConfiguration
    let handler: any RequestHandler
    package let metrics = Metrics()
    let connections = Connections()
    let site: SiteAccess
    let forwarding: Forwarding
    /// The path at which a proxy shows the server, where it does not say another one itself.
    let basePath: String
    /// Replaced by ``renew(_:)``.
    let credentials: Locked<Credentials>
    let jobs: Workers
    /// Heavy requests that wait for another machine first.
    let fetches: Workers
    let searches: Workers
    /// Requests for a file that takes one at a time: more threads would only wait.
    let records: Workers
    let watches = Workers(threads: 2, limit: 64)
    /// Bytes of bodies that came from clients whose key is not known yet.
    let sendersWithoutKey: SenderBytes
    let keyBrake: KeyBrake
    /// Bytes of bodies in memory.
    let held = Atomic(0)
    /// The same, by client.
    let bodies: SenderBytes
    /// Bytes of answers that were not read yet, but for short ones.
    let unsent: SenderBytes
    /// Requests between their request line and the end of their answer.
    let underWay = Atomic(0)
    let isStopping = Atomic(false)
    private let lastID: Atomic<UInt64>
    let suspended = Locked(Suspended())
    private let running = unsafe Locked<OpaquePointer?>(nil)

    /// The requests whose connections wait for their answers.
    @safe struct Suspended {
        // Safe: handles of C, which belong to the library and may be used on any thread.
        var all = unsafe [ObjectIdentifier: (exchange: Exchange, handle: OpaquePointer)]()
        /// No connection may be suspended any more: the library ends the process when it stops with one that is.
        var isClosed = false
    }

    package init(configuration: ServerConfiguration, handler: any RequestHandler) {
        self.configuration = configuration
        self.handler = handler
        site = SiteAccess(configuration)
        forwarding = Forwarding(proxies: configuration.trustedProxies)
        basePath = ServerConfiguration.basePath(configuration.basePath) ?? ""
        credentials = Locked(configuration.credentials)
        let limits = configuration.limits
        func workers(_ threads: Int, _ limit: Int) -> Workers {
            Workers(threads: threads, limit: limit, spareThreads: 1, spareLimit: limit)
        }
        jobs = workers(configuration.imageThreads, limits.waitingJobs)
        fetches = workers(configuration.fetchThreads, limits.waitingJobs)
        searches = workers(configuration.searchThreads, limits.waitingSearches)
        records = workers(4, limits.waitingSearches)
        sendersWithoutKey = SenderBytes(
            limit: limits.bodyBytesInAll / 4, limitPerAddress: max(limits.bodyBytes, limits.bodyBytesInAll / 16))
        bodies = SenderBytes(limit: limits.bodyBytesInAll, limitPerAddress: limits.bodyBytesPerAddress)
        unsent = SenderBytes(limit: limits.answerBytesInAll, limitPerAddress: limits.answerBytesPerAddress)
        keyBrake = KeyBrake(wrongKeys: limits.wrongKeys)
        // Milliseconds with 22 bits behind them: larger after each restart, with up to 4 million requests a second.
        lastID = Atomic(UInt64(Date().timeIntervalSince1970 * 1000) << 22)
        report()
    }

    /// Starts, and returns the port. To be called once.
    ///
    /// - Parameter port: The port to listen on; nil uses that of the configuration.
    package func start(on port: ReservedPort? = nil) throws(StartError) -> UInt16 {
        var reason = [CChar](repeating: 0, count: Int(CMH_REASON_BYTES))
        // Safe: the reason has as much room as is asked for, and ends with NUL.
        guard unsafe cmh_open_library(&reason) else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            throw .missingLibrary(reason: text)
        }
        let limits = configuration.limits
        let port = if let port { port } else { try ReservedPort(configuration) }
        guard let descriptor = port.take() else { throw .notStarted }
        // Some for the store, the listening sockets and the files of jobs.
        let most = 1_000_000
        let wanted = limits.connections == 0 ? most : min(max(1, limits.connections), most)
        let connections = max(1, min(wanted, Int(clamping: cmh_raise_open_files(UInt64(wanted + 256))) - 256))
        guard let server = unsafe launch(on: descriptor, connections: connections) else {
            let error = errno
            cmh_close(descriptor)
            switch error {
            // With TLS a part of the library may have been told to try again.
            case EAGAIN where configuration.tls == nil: throw .shortage(reason: StartError.noThread)
            // Safe: strerror returns a text that is copied at once.
            case ENOMEM, EMFILE, ENFILE: throw .shortage(reason: unsafe String(cString: strerror(error)))
            default: throw .notStarted
            }
        }
        unsafe running.withLock { unsafe $0 = server }
        return port.number
    }

    private func launch(on descriptor: Int32, connections: Int) -> OpaquePointer? {
        let limits = configuration.limits
        let proxies = configuration.trustedProxies.sorted().joined(separator: ",")
        // Safe: the texts live through the call, which copies them; the server is kept until `stop` releases it.
        func start(_ certificate: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
            unsafe proxies.withCString { unsafe start(certificate, key, $0) }
        }
        func start(
            _ certificate: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?, _ exempt: UnsafePointer<CChar>
        ) -> OpaquePointer? {
            var settings = unsafe cmh_settings(
                descriptor: descriptor, threads: UInt32(clamping: configuration.threads),
                connections: UInt32(connections),
                connections_per_address: UInt32(clamping: limits.connectionsPerAddress), exempt: exempt,
                memory_per_connection: limits.headBytes, certificate: certificate, key: key)
            var callbacks = unsafe cmh_callbacks(
                context: Unmanaged.passRetained(self).toOpaque(), opened: connectionOpened, closed: connectionClosed,
                began: requestBegan, proceeded: requestProceeded, ended: requestEnded)
            let server = unsafe cmh_start(&settings, &callbacks)
            if unsafe server == nil { unsafe Unmanaged.passUnretained(self).release() }
            return unsafe server
        }
        guard let tls = configuration.tls else { return unsafe start(nil, nil) }
        return unsafe tls.certificate.withCString { certificate in
            unsafe tls.key.withCString { key in unsafe start(certificate, key) }
        }
    }

    func nextID() -> String { String(lastID.wrappingAdd(1, ordering: .relaxed).newValue) }

    /// Replaces the credentials. Returns false for empty ones: a server with keys does not lose them.
    package func renew(_ credentials: Credentials) -> Bool {
        self.credentials.withLock { held in
            if credentials.isEmpty && !held.isEmpty { return false }
            held = credentials
            return true
        }
    }

    /// New connections get another certificate from now on. False where it does not serve, and without TLS.
    package func renew(_ tls: ServerConfiguration.TLS) -> Bool {
        guard configuration.tls != nil else { return false }
        // Safe: under the lock, so that the server does not stop meanwhile; the texts are copied by the call.
        return unsafe running.withLock { server in
            guard let server = unsafe server else { return false }
            return unsafe tls.certificate.withCString { certificate in
                unsafe tls.key.withCString { key in unsafe cmh_renew_certificate(server, certificate, key) }
            }
        }
    }

    /// The number of connections that were closed at once, because there were too many.
    var refusedConnections: UInt64 {
        // Safe: under the lock, so that the server does not stop meanwhile.
        unsafe running.withLock { unsafe $0.map { unsafe cmh_refused_connections($0) } ?? 0 }
    }

    /// Accepts no more connections, lets running requests end, and returns when all connections are closed. Requests
    /// that have not ended after `Timeouts.stop` are answered with 503. Does nothing the second time.
    package func stop() {
        guard let server = unsafe running.withLock({ unsafe $0.take() }) else { return }
        isStopping.store(true, ordering: .relaxed)
        unsafe cmh_stop_listening(server)
        waitUntilIdle(seconds: configuration.timeouts.stop)
        giveUpSuspended()
        waitUntilIdle(seconds: 0.5)
        unsafe cmh_stop(server)
        configuration.accessLog?.flush()
        // Safe: the callbacks have ended; this is the reference that `launch` took for them.
        unsafe Unmanaged.passUnretained(self).release()
    }

    /// Answers what still waits with 503. What comes from now on, on connections that are open, is answered so at once.
    func giveUpSuspended() {
        let waiting = suspended.withLock { suspended in
            suspended.isClosed = true
            return unsafe suspended.all.values.map { unsafe $0.exchange }
        }
        for exchange in waiting {
            resume(exchange, with: response(refusing: exchange.request, on: exchange.route, .stopping))
        }
    }

    private func waitUntilIdle(seconds: Double) {
        let deadline = Clock.time(seconds, after: Clock.now)
        while underWay.load(ordering: .relaxed) > 0 && Clock.now < deadline { usleep(10_000) }
    }
}
