/// Sends requests over HTTP/1.1, and keeps connections open for those that follow. Usable from many threads.
///
/// Redirects are not followed, and nothing is decompressed. The proxies that the environment names (`http_proxy`,
/// `https_proxy`, `no_proxy`) are used, except by a request with a ``Pin``.
package final class HTTPClient: Sendable {
    private let handles = Handles()

    /// Creates a client without connections.
    package init() {}

    /// Sends a request on the calling thread, and returns the reply whatever its status.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - goesOn: False ends the request. Asked when something came, and about once a second.
    ///   - takesBody: Asked when the head is there. False ends the request; the reply then has no body.
    /// - Throws: The reason without a whole reply: `cancelled` where `goesOn` ended the request.
    package func sendBlocking(
        _ request: Request, while goesOn: @escaping () -> Bool = { true },
        takingBody takesBody: @escaping (Head) -> Bool = { _ in true }
    ) throws(Failure) -> Reply {
        let handle = try handles.take()
        defer { handles.give(handle) }
        return try Transfer(request, while: goesOn, takingBody: takesBody).run(with: handle)
    }
}
