/// The handler of the requests that are complete and within the limits.
package protocol RequestHandler: Sendable {
    /// Called when the headers are there. `path` is decoded, without empty parts and without a slash at its end.
    func route(method: String, path: String) -> HTTPRoute
    /// An answer that is at hand, for quick routes; nil where there is work to do. Called on the connection's thread,
    /// which others wait for: it must not block.
    func recall(_ request: HTTPRequest) -> HTTPResponse?
    /// Called on a thread for work of the route's weight; on the connection's thread for immediate routes, and for all
    /// requests without a valid key. Blocks its thread.
    func respond(to request: HTTPRequest) -> HTTPResponse
    /// The rights of a request with a key that the handler has given out itself, where the transport knows none of its
    /// keys; nil where the handler knows none either. Called twice where a key may be in the body: without the body,
    /// and with it. Must not block.
    func rights(of request: HTTPRequest) -> Rights?
    /// Returns true if the answer to a heavy request begins with waiting for another machine. Such requests have a
    /// queue and threads of their own, so that nobody else waits for that machine.
    func waitsForOthers(_ request: HTTPRequest) -> Bool
    /// Returns the answer to a client whose request the transport refuses, in the form that the handler's clients read.
    /// Its status is that of the refusal in any case.
    func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest, on route: HTTPRoute) -> HTTPResponse
    /// The health of this part of the server, for `/healthz`, which needs no key. May block.
    var health: Health { get }
}

extension RequestHandler {
    package func waitsForOthers(_ request: HTTPRequest) -> Bool { false }
    package func recall(_ request: HTTPRequest) -> HTTPResponse? { nil }
    package func rights(of request: HTTPRequest) -> Rights? { nil }
    package var health: Health { Health() }

    /// The sentence, as plain text.
    package func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest, on route: HTTPRoute) -> HTTPResponse {
        HTTPResponse(
            status: refusal.status, contentType: "text/plain; charset=utf-8", body: Array((refusal.text + "\n").utf8))
    }
}

package struct Health: Hashable, Sendable {
    /// The reason why no request can be answered; nil in normal operation.
    package var failure: String?
    /// The work that waits, though requests are answered.
    package var warning: String?
    /// The requests that cannot be answered, though the others are: the server is healthy, and not ready.
    package var lack: String?
    /// The loaded parts, in short lines.
    package var notes: [String] = []

    package init(failure: String? = nil, warning: String? = nil) {
        self.failure = failure
        self.warning = warning
    }
}

/// The target of a path, and the limits of its requests.
package struct HTTPRoute: Sendable {
    /// The threads that make the answer. The connection's thread never blocks for long: other connections wait for it.
    package enum Weight: Sendable {
        /// On the connection's thread: a constant.
        case immediate
        /// A search in memory: on one of the threads for these.
        case quick
        /// Long work, or waiting for the disk: on one of the threads for these.
        case heavy
        /// A read of a file, or a line added to it, one request after the other: on threads that no search needs.
        case record
        /// The health of the server: on threads that nothing else may occupy.
        case watch
    }

    /// The kinds of body that a request may have.
    package enum Content: Sendable { case anything, form, json }

    /// The handler's own route for the path, so that it parses the path once: requests carry it along.
    package var destination: (any Sendable)?
    /// The label in the metrics: one of a few texts, never what the client sent.
    package var name: String
    package var weight: Weight
    /// The allowed methods, in the form of the `Allow` header.
    package var methods: String
    /// False where there is nothing; then it is not answered to OPTIONS either.
    package var exists = true
    /// The rights that a key needs, where the server has keys; nil where no key is needed.
    package var needs: Rights?
    /// Rights each of which opens it as well.
    package var opensTo: Rights = []
    /// Parameters that may hold an app key, beside `access_key`: the whole value, or the part before its colon.
    package var codeNames: [String] = []
    /// A header that may hold an app key.
    package var keyHeader: String?
    /// The header `Authorization` may hold an app key too: alone, or behind `Token`, `Bearer` or `JWT`.
    package var takesTokens = false
    /// Only the handler knows where the keys of a request are; see ``RequestHandler/rights(of:)``.
    package var findsKeys = false
    /// A constant document, which pages of other sites may link to.
    package var isDocument = false
    /// It changes something. A page of any site can make a browser send a GET, so that it needs a key.
    package var changes = false
    /// It writes to a file of the server.
    package var writes = false
    package var content = Content.anything
    /// The most bytes of the body, below the limit of the server.
    package var bodyBytes: Int?
    /// The picture in the body is base64, so that the limit of the server is a third higher.
    package var carriesBase64 = false
    /// Bytes of a body of JSON but for its longest text, which may be a picture.
    package var jsonBytes: Int?
    /// Bytes of the body but for its files.
    package var fieldBytes: Int?
    /// The name of the part that is a file even without a file name.
    package var fileName: String?

    package init(_ name: String, _ weight: Weight = .quick, methods: String = "GET, POST, HEAD, OPTIONS") {
        self.name = name
        self.weight = weight
        self.methods = methods
    }
}
