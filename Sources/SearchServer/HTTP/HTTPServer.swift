internal import CMicroHTTPDShim
internal import Foundation
internal import Synchronization
internal import VisualSearch

/// An HTTP/1.1 server on libmicrohttpd: epoll, a few threads, and limits on everything that a client can make grow.
///
/// Quick requests are answered on the thread of their connection. Heavy ones leave it: the connection is suspended, the
/// work waits in a line that has an end, and the connection is resumed with the answer.
@safe package final class HTTPServer: Sendable {
    /// Why a server did not start.
    package enum Failure: Error, Hashable, Sendable {
        case unknownHost(String)
        /// Without credentials a server listens to this machine only.
        case credentialsNeeded(host: String)
        case notBound(String)
        /// MHD did not start: with TLS, most likely the certificate and the key are not a pair.
        case notStarted
    }

    let configuration: ServerConfiguration
    let handler: any RequestHandler
    package let metrics = Metrics()
    let connections = Connections()
    let jobs: WorkQueue
    /// Heavy requests that wait for another machine first.
    let fetches: WorkQueue
    /// Bytes of bodies in memory.
    let held = Atomic(0)
    /// Requests between their request line and the end of their answer.
    let underWay = Atomic(0)
    let isStopping = Atomic(false)
    private let lastID: Atomic<UInt64>
    // Safe: handles of C, which belong to the library and may be used on any thread.
    let suspended = unsafe Locked<[ObjectIdentifier: (exchange: Exchange, handle: OpaquePointer)]>([:])
    private let running = unsafe Locked<OpaquePointer?>(nil)

    package init(configuration: ServerConfiguration, handler: any RequestHandler) {
        self.configuration = configuration
        self.handler = handler
        jobs = WorkQueue(threads: configuration.imageThreads, limit: configuration.limits.waitingJobs)
        fetches = WorkQueue(threads: configuration.fetchThreads, limit: configuration.limits.waitingJobs)
        // Milliseconds with 22 bits behind them: larger after each restart, with up to 4 million requests a second.
        lastID = Atomic(UInt64(Date().timeIntervalSince1970 * 1000) << 22)
        metrics.gauge("magpie_connections", "Open connections.") { [connections] in Double(connections.count) }
        metrics.gauge("magpie_image_jobs_waiting", "Image jobs in line.") { [jobs] in Double(jobs.waiting) }
        metrics.gauge("magpie_image_jobs_running", "Image jobs under way.") { [jobs] in Double(jobs.running) }
        metrics.gauge("magpie_fetch_jobs_waiting", "Requests in line whose picture is to be fetched.") { [fetches] in
            Double(fetches.waiting)
        }
        metrics.gauge("magpie_fetch_jobs_running", "Requests under way whose picture is fetched.") { [fetches] in
            Double(fetches.running)
        }
        metrics.gauge("magpie_requests_under_way", "Requests under way.") { [weak self] in
            Double(self?.underWay.load(ordering: .relaxed) ?? 0)
        }
        metrics.gauge("magpie_body_bytes", "Request bodies in memory.") { [weak self] in
            Double(self?.held.load(ordering: .relaxed) ?? 0)
        }
    }

    /// Starts, and returns the port. To be called once.
    package func start() throws(Failure) -> UInt16 {
        let limits = configuration.limits
        var socket = cmh_socket()
        switch unsafe cmh_listen(configuration.host, configuration.port, configuration.credentials.isEmpty, &socket) {
        case .listening: break
        case .unknownHost: throw .unknownHost(configuration.host)
        case .notLoopback: throw .credentialsNeeded(host: configuration.host)
        // Safe: strerror gives a text at once copied.
        case .notBound:
            throw .notBound("port \(configuration.port): \(unsafe String(cString: strerror(socket.error)))")
        }
        // Some for the store, the listening sockets and the files of jobs.
        let files = cmh_raise_open_files(UInt64(limits.connections + 256))
        let connections = max(1, min(limits.connections, Int(files) - 256))
        guard let server = unsafe launch(on: socket.descriptor, connections: connections) else {
            cmh_close(socket.descriptor)
            throw .notStarted
        }
        unsafe running.withLock { unsafe $0 = server }
        return socket.port
    }

    private func launch(on descriptor: Int32, connections: Int) -> OpaquePointer? {
        let limits = configuration.limits
        // Safe: the texts live through the call, which copies them; the server is kept until `stop` lets it go.
        func start(_ certificate: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
            var settings = unsafe cmh_settings(
                descriptor: descriptor, threads: UInt32(configuration.threads), connections: UInt32(connections),
                connections_per_address: UInt32(limits.connectionsPerAddress),
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

    /// Accepts no more connections, lets the requests that are under way end, and returns when all is closed. What has
    /// not ended after `Timeouts.stop` is answered with 503. Does nothing the second time.
    package func stop() {
        guard let server = unsafe running.withLock({ unsafe $0.take() }) else { return }
        isStopping.store(true, ordering: .relaxed)
        unsafe cmh_stop_listening(server)
        waitUntilIdle(seconds: configuration.timeouts.stop)
        let refusal = RequestBody.Refusal(status: 503, text: "The server is stopping.")
        for exchange in unsafe suspended.withLock({ unsafe $0.values.map { unsafe $0.exchange } }) {
            finish(exchange, with: self.response(to: exchange, refusing: refusal))
        }
        waitUntilIdle(seconds: 0.5)
        unsafe cmh_stop(server)
        configuration.accessLog?.flush()
        // Safe: the callbacks have ended; this is the reference that `launch` took for them.
        unsafe Unmanaged.passUnretained(self).release()
    }

    private func waitUntilIdle(seconds: Double) {
        let deadline = Clock.now + UInt64(seconds * 1e9)
        while underWay.load(ordering: .relaxed) > 0 && Clock.now < deadline { Thread.sleep(forTimeInterval: 0.01) }
    }
}
