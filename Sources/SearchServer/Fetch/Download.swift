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
        /// Nobody waits any more, and the task is canceled.
        var isOver = false
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
        // URLSession on Linux ends the process when it hears what to do with an answer after it was canceled. On the
        // queue of the delegate one comes wholly before the other.
        defer {
            session.delegateQueue.addOperation {
                download.state.withLock { $0.isOver = true }
                session.invalidateAndCancel()
            }
        }
        session.dataTask(with: request).resume()
        guard download.done.wait(timeout: deadline) == .success else { throw .timedOut }
        guard let answer = download.state.withLock({ $0.answer }) else { throw .unreachable }
        return try answer.get()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        if state.withLock({ $0.isOver }) { return }
        completionHandler(nil)
        if let location = response.value(forHTTPHeaderField: "Location") {
            finish(.success(.redirect(location)))
        } else {
            finish(.failure(.status(response.statusCode)))
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        if state.withLock({ $0.isOver }) { return }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let isFitting = response.expectedContentLength <= Int64(byteLimit)
        completionHandler(status == 200 && isFitting ? .allow : .cancel)
        if status != 200 {
            finish(.failure(.status(status)))
        } else if !isFitting {
            finish(.failure(.tooLarge))
        }
    }

    /// The pieces are decompressed already; each is small, whatever the compressed stream says.
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = state.withLock { state in
            guard state.bytes.count + data.count <= byteLimit else { return false }
            state.bytes.append(contentsOf: data)
            return true
        }
        if !fits { finish(.failure(.tooLarge)) }
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
