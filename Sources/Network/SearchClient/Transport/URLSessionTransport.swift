internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The transport of Foundation. Keeps connections alive, on Linux only those of requests without a body; has no cache, no
/// cookies and no stored passwords, follows no redirections, because they would carry the keys to somebody else, and takes
/// no reply of more than 64 MiB.
public final class URLSessionTransport: Transport {
    private let states = RequestStates()
    private let session: URLSession

    /// Creates a transport with a session of its own.
    public init() { session = Self.newSession(states) }

    private static func newSession(_ states: RequestStates) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = 8
        return URLSession(configuration: configuration, delegate: states, delegateQueue: nil)
    }

    /// On Linux (Swift 6.3) a request that the system sends again goes without its body: nothing answers it, and a core
    /// is busy until the system gives up after a minute.
    private static func canRepeat(_ request: HTTPRequest) -> Bool {
        #if canImport(FoundationNetworking)
            request.body.isEmpty
        #else
            true
        #endif
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request, and returns the reply whatever its status.
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
        let isShared = request.isRepeatable && Self.canRepeat(request)
        let states = isShared ? self.states : RequestStates()
        let session = isShared ? self.session : Self.newSession(states)
        let task = session.dataTask(with: outgoing)
        let state = RequestState(task, timeout: request.timeout)
        states.add(state, for: task)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in state.start { continuation.resume(returning: $0) } }
        } onCancel: {
            state.stop(.cancelled)
        }
        states.remove(task)
        if !isShared { session.finishTasksAndInvalidate() }
        return try result.get()
    }
}

/// Passes a session's events of a task to the state of its request.
private final class RequestStates: NSObject, URLSessionDataDelegate, Sendable {
    private let states = Locked<[Int: RequestState]>([:])

    func add(_ state: RequestState, for task: URLSessionTask) { states.withLock { $0[task.taskIdentifier] = state } }

    func remove(_ task: URLSessionTask) { states.withLock { $0[task.taskIdentifier] = nil } }

    private func state(_ task: URLSessionTask) -> RequestState? { states.withLock { $0[task.taskIdentifier] } }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state(dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        state(task)?.finish(task.response, error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// A running request. The first event counts: the reply, the timeout or the cancellation.
private final class RequestState: Sendable {
    typealias Continuation = @Sendable (Result<HTTPReply, TransportFailure>) -> Void

    private struct State {
        var continuation: Continuation?
        /// The result that came before any task waited for it.
        var early: TransportFailure?
        var body: [UInt8] = []
        var timer: (any DispatchSourceTimer)?
    }

    private static let limit = 64 << 20

    private let state = Locked(State())
    private let task: URLSessionDataTask
    private let timeout: Double

    init(_ task: URLSessionDataTask, timeout: Double) {
        self.task = task
        self.timeout = timeout
    }

    func start(_ continuation: @escaping Continuation) {
        let early = state.withLock { state -> TransportFailure? in
            if let early = state.early { return early }
            state.continuation = continuation
            // Foundation's own timeout starts again with every byte that moves; this one does not.
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now() + timeout)
            timer.setEventHandler { [weak self, timeout] in self?.stop(.timedOut(seconds: timeout)) }
            timer.activate()
            state.timer = timer
            return nil
        }
        if let early {
            task.cancel()
            continuation(.failure(early))
        } else {
            task.resume()
        }
    }

    func receive(_ data: Data) {
        let isTooLarge = state.withLock {
            $0.body += data
            return $0.body.count > Self.limit
        }
        if isTooLarge { stop(.interrupted(reason: "the reply has more than \(Self.limit) bytes")) }
        finishIfWhole()
    }

    /// Ends a request whose reply has all of its bytes.
    ///
    /// On Linux (Swift 6.3) the session now and then never says that a transfer has ended, though all of it was read. The
    /// session then needs the task to be cancelled, or one connection less is in use.
    private func finishIfWhole() {
        guard let response = task.response as? HTTPURLResponse, response.expectedContentLength > 0,
            response.value(forHTTPHeaderField: "Content-Encoding") == nil
        else { return }
        guard state.withLock({ $0.body.count }) == Int(response.expectedContentLength) else { return }
        finish(response, nil)
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [task] in
            if task.state != .completed { task.cancel() }
        }
    }

    func finish(_ response: URLResponse?, _ error: (any Error)?) {
        if let error {
            let isLate = (error as? URLError)?.code == .timedOut
            finish(.failure(isLate ? .timedOut(seconds: timeout) : TransportFailure(error)))
        } else if let response = response as? HTTPURLResponse {
            var headers: [String: String] = [:]
            for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
            let body = state.withLock { $0.body }
            finish(.success(HTTPReply(status: response.statusCode, headers: headers, body: body)))
        } else {
            finish(.failure(.interrupted(reason: "no reply")))
        }
    }

    /// The first result counts.
    private func finish(_ result: Result<HTTPReply, TransportFailure>) {
        let continuation = state.withLock { state -> Continuation? in
            defer { state.continuation = nil }
            state.timer?.cancel()
            state.timer = nil
            return state.continuation
        }
        continuation?(result)
    }

    func stop(_ failure: TransportFailure) {
        state.withLock { if $0.continuation == nil { $0.early = failure } }
        finish(.failure(failure))
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
