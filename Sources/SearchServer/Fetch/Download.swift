internal import Foundation
internal import VisualSearch

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// One request and its answer, without following redirects.
///
/// Safe: what changes is behind a lock.
final class Download: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    enum Answer: Hashable, Sendable {
        case bytes([UInt8])
        case redirect(String)
    }

    private struct State {
        var bytes: [UInt8] = []
        var answer: Result<Answer, FetchError>?
    }

    private let state = Locked(State())
    private let done = DispatchSemaphore(value: 0)
    private let byteLimit: Int

    private init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// Blocks until the answer is there, or its time is over.
    static func run(_ request: URLRequest, byteLimit: Int, until deadline: DispatchTime) throws(FetchError) -> Answer {
        let download = Download(byteLimit: byteLimit)
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        session.dataTask(with: request).resume()
        guard download.done.wait(timeout: deadline) == .success else { throw .timedOut }
        guard let answer = download.state.withLock({ $0.answer }) else { throw .unreachable }
        return try answer.get()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        if let location = response.value(forHTTPHeaderField: "Location") {
            finish(.success(.redirect(location)))
        } else {
            finish(.failure(.status(response.statusCode)))
        }
        completionHandler(nil)
        task.cancel()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status != 200 {
            finish(.failure(.status(status)))
        } else if response.expectedContentLength > Int64(byteLimit) {
            finish(.failure(.tooLarge))
        } else {
            return completionHandler(.allow)
        }
        completionHandler(.cancel)
        dataTask.cancel()
    }

    /// The pieces are decompressed already; each is small, whatever the compressed stream says.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = state.withLock { state in
            guard state.bytes.count + data.count <= byteLimit else { return false }
            state.bytes.append(contentsOf: data)
            return true
        }
        guard !fits else { return }
        finish(.failure(.tooLarge))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if error == nil {
            finish(.success(.bytes(state.withLock { $0.bytes })))
        } else {
            finish(.failure((error as? URLError)?.code == .timedOut ? .timedOut : .unreachable))
        }
    }

    /// The first word counts; a task that was canceled ends with an error as well.
    private func finish(_ answer: Result<Answer, FetchError>) {
        let isFirst = state.withLock { state in
            guard state.answer == nil else { return false }
            state.answer = answer
            return true
        }
        if isFirst { done.signal() }
    }
}
