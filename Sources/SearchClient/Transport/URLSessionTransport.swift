internal import Dispatch
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The transport of Foundation. Keeps connections alive; has no cache, no cookies and no stored passwords.
public final class URLSessionTransport: Transport {
    private let session: URLSession

    public init() { session = Self.newSession() }

    private static func newSession() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = 8
        return URLSession(configuration: configuration)
    }

    deinit { session.finishTasksAndInvalidate() }

    public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply {
        var outgoing = URLRequest(url: request.url, timeoutInterval: request.timeout)
        outgoing.httpMethod = request.method
        for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty || request.method == "POST" { outgoing.httpBody = Data(request.body) }
        // A request on a used connection that breaks is sent again by the system, a POST as well; a session of its own
        // begins with a new connection.
        let session = request.isRepeatable ? self.session : Self.newSession()
        defer { if !request.isRepeatable { session.finishTasksAndInvalidate() } }
        let flight = Flight(timeout: request.timeout)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = session.dataTask(with: outgoing) { data, response, error in
                    flight.land(Self.result(data, response, error))
                }
                flight.start(task, continuation)
            }
        } onCancel: {
            flight.stop(.cancelled)
        }
        return try result.get()
    }

    private static func result(
        _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
    ) -> Result<HTTPReply, TransportFailure> {
        if let error { return .failure(TransportFailure(error)) }
        guard let response = response as? HTTPURLResponse else { return .failure(.interrupted(reason: "no reply")) }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
        return .success(HTTPReply(status: response.statusCode, headers: headers, body: [UInt8](data ?? Data())))
    }
}

/// One request on its way. Whatever comes first counts: the reply, the timeout or the cancellation.
///
/// Safe: all state is read and written under the lock only.
private final class Flight: @unchecked Sendable {
    private typealias Landing = CheckedContinuation<Result<HTTPReply, TransportFailure>, Never>

    private let lock = NSLock()
    private let timeout: Double
    private var task: URLSessionDataTask?
    private var continuation: CheckedContinuation<Result<HTTPReply, TransportFailure>, Never>?
    private var early: TransportFailure?
    private var timer: (any DispatchSourceTimer)?

    init(timeout: Double) { self.timeout = timeout }

    func start(
        _ task: URLSessionDataTask, _ continuation: CheckedContinuation<Result<HTTPReply, TransportFailure>, Never>
    ) {
        let early = lock.withLock { () -> TransportFailure? in
            if let early = self.early { return early }
            self.task = task
            self.continuation = continuation
            // Foundation's own timeout starts again with every byte that moves; this one does not.
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.schedule(deadline: .now() + timeout)
            timer.setEventHandler { [weak self, timeout] in self?.stop(.timedOut(seconds: timeout)) }
            timer.activate()
            self.timer = timer
            return nil
        }
        if let early {
            continuation.resume(returning: .failure(early))
        } else {
            task.resume()
        }
    }

    func land(_ result: Result<HTTPReply, TransportFailure>) {
        let continuation = lock.withLock { () -> CheckedContinuation<Result<HTTPReply, TransportFailure>, Never>? in
            defer { (self.continuation, task) = (nil, nil) }
            timer?.cancel()
            timer = nil
            return self.continuation
        }
        continuation?.resume(returning: result)
    }

    func stop(_ failure: TransportFailure) {
        let task = lock.withLock { () -> URLSessionDataTask? in
            if self.task == nil { early = failure }
            return self.task
        }
        guard let task else { return }
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
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .appTransportSecurityRequiresSecureConnection:
            self = .notConnected(reason: reason)
        default: self = .interrupted(reason: reason)
        }
    }
}
