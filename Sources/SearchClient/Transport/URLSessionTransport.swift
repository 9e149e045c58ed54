internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The transport of Foundation. Keeps connections alive; has no cache, no cookies and no stored passwords, follows no
/// redirections, because they would carry the keys to somebody else, and takes no reply of more than 64 MiB.
public final class URLSessionTransport: Transport {
    private let flights = RequestStates()
    private let session: URLSession

    /// Creates a transport with a session of its own.
    public init() { session = Self.newSession(flights) }

    private static func newSession(_ flights: RequestStates) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = 8
        return URLSession(configuration: configuration, delegate: flights, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request, and gives the reply whatever its status.
    ///
    /// - Throws: `notConnected` or `interrupted` with the text of the system, `timedOut` after the timeout of the
    ///   request, `cancelled` when the task is cancelled, `interrupted` for a reply of more than 64 MiB.
    public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply {
        var outgoing = URLRequest(url: request.url, timeoutInterval: request.timeout)
        outgoing.httpMethod = request.method
        for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty || request.method == "POST" { outgoing.httpBody = Data(request.body) }
        // A request on a used connection that breaks is sent again by the system, a POST as well; a session of its own
        // begins with a new connection.
        let flights = request.isRepeatable ? self.flights : RequestStates()
        let session = request.isRepeatable ? self.session : Self.newSession(flights)
        defer { if !request.isRepeatable { session.finishTasksAndInvalidate() } }
        let task = session.dataTask(with: outgoing)
        let flight = RequestState(task, timeout: request.timeout)
        flights.add(flight, for: task)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in flight.start(continuation) }
        } onCancel: {
            flight.stop(.cancelled)
        }
        flights.remove(task)
        return try result.get()
    }
}

/// Hands what a session says of a task to the flight of that task.
///
/// Safe: the table is read and written under the lock only.
private final class RequestStates: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var flights: [Int: RequestState] = [:]

    func add(_ flight: RequestState, for task: URLSessionTask) {
        lock.withLock { flights[task.taskIdentifier] = flight }
    }

    func remove(_ task: URLSessionTask) { lock.withLock { flights[task.taskIdentifier] = nil } }

    private func flight(_ task: URLSessionTask) -> RequestState? { lock.withLock { flights[task.taskIdentifier] } }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        flight(dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        flight(task)?.land(task.response, error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// One request on its way. Whatever comes first counts: the reply, the timeout or the cancellation.
///
/// Safe: all state is read and written under the lock only.
private final class RequestState: @unchecked Sendable {
    typealias Landing = CheckedContinuation<Result<HTTPReply, TransportFailure>, Never>

    private static let limit = 64 << 20

    private let lock = NSLock()
    private let task: URLSessionDataTask
    private let timeout: Double
    private var landing: Landing?
    /// What happened before anybody waited for it.
    private var early: TransportFailure?
    private var body: [UInt8] = []
    private var timer: (any DispatchSourceTimer)?

    init(_ task: URLSessionDataTask, timeout: Double) {
        self.task = task
        self.timeout = timeout
    }

    func start(_ landing: Landing) {
        let early = lock.withLock { () -> TransportFailure? in
            if let early = self.early { return early }
            self.landing = landing
            // Foundation's own timeout starts again with every byte that moves; this one does not.
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now() + timeout)
            timer.setEventHandler { [weak self, timeout] in self?.stop(.timedOut(seconds: timeout)) }
            timer.activate()
            self.timer = timer
            return nil
        }
        if let early {
            task.cancel()
            landing.resume(returning: .failure(early))
        } else {
            task.resume()
        }
    }

    func receive(_ data: Data) {
        let isTooLarge = lock.withLock {
            body += data
            return body.count > Self.limit
        }
        if isTooLarge { stop(.interrupted(reason: "the reply has more than \(Self.limit) bytes")) }
    }

    func land(_ response: URLResponse?, _ error: (any Error)?) {
        if let error {
            let isLate = (error as? URLError)?.code == .timedOut
            land(.failure(isLate ? .timedOut(seconds: timeout) : TransportFailure(error)))
        } else if let response = response as? HTTPURLResponse {
            var headers: [String: String] = [:]
            for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
            let body = lock.withLock { self.body }
            land(.success(HTTPReply(status: response.statusCode, headers: headers, body: body)))
        } else {
            land(.failure(.interrupted(reason: "no reply")))
        }
    }

    /// The first result counts.
    private func land(_ result: Result<HTTPReply, TransportFailure>) {
        let landing = lock.withLock { () -> Landing? in
            defer { self.landing = nil }
            timer?.cancel()
            timer = nil
            return self.landing
        }
        landing?.resume(returning: result)
    }

    func stop(_ failure: TransportFailure) {
        lock.withLock { if landing == nil { early = failure } }
        land(.failure(failure))
        task.cancel()
    }
}

extension TransportFailure {
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = .interrupted(reason: "\(error)")
            return
        }
        let reason = "\(error.localizedDescription) (\(error.code.rawValue))"
        switch error.code {
        case .cancelled: self = .cancelled
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .unsupportedURL, .badURL,
            .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            self = .notConnected(reason: reason)
        default: self = .interrupted(reason: reason)
        }
    }
}
