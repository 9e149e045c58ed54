/// What a server does with requests that are whole and within the limits.
package protocol RequestHandler: Sendable {
    /// Called when the headers are there. `path` is decoded, without empty parts and without a slash at its end.
    func route(method: String, path: String) -> HTTPRoute
    /// An answer that is at hand, for quick routes; nil where there is work to do. Called on the connection's thread,
    /// which others wait for: it must not block.
    func recall(_ request: HTTPRequest) -> HTTPResponse?
    /// Called on a thread for work of the route's weight; on the connection's thread for immediate routes, and for all
    /// requests without a valid key. Blocks its thread.
    func respond(to request: HTTPRequest) -> HTTPResponse
    /// Whether the answer to a heavy request begins with waiting for another machine. Such requests have a line and
    /// threads of their own, so that nobody else waits for that machine.
    func waitsForOthers(_ request: HTTPRequest) -> Bool
    /// What is said to a client whose request the transport refuses, in the form that the handler's clients read. Its
    /// status is that of the refusal in any case.
    func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest, on route: HTTPRoute) -> HTTPResponse
    /// How this part of the server is, for `/healthz`, which asks without a key. May block.
    var health: Health { get }
}

extension RequestHandler {
    package func waitsForOthers(_ request: HTTPRequest) -> Bool { false }
    package func recall(_ request: HTTPRequest) -> HTTPResponse? { nil }
    package var health: Health { Health() }

    /// The sentence, as plain text.
    package func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest, on route: HTTPRoute) -> HTTPResponse {
        HTTPResponse(
            status: refusal.status, contentType: "text/plain; charset=utf-8", body: Array((refusal.text + "\n").utf8))
    }
}

package struct Health: Hashable, Sendable {
    /// Why nothing can be answered; nil when all is well.
    package var failure: String?
    /// What waits, though requests are answered.
    package var warning: String?

    package init(failure: String? = nil, warning: String? = nil) {
        self.failure = failure
        self.warning = warning
    }
}

/// What a path leads to, and what may be sent there.
package struct HTTPRoute: Sendable {
    /// Where the answer is made. The connection's thread does nothing that takes long: other connections wait for it.
    package enum Weight: Sendable {
        /// On the connection's thread: a constant.
        case immediate
        /// A search in memory: on one of the threads for these.
        case quick
        /// Long work, or waiting for the disk: on one of the threads for these.
        case heavy
        /// A short look into a file, or a line added to it, one request after the other: on threads that no search
        /// needs.
        case record
        /// How the server is: on threads that nothing else may occupy.
        case watch
    }

    /// What the body of a request may be.
    package enum Content: Sendable { case anything, form, json }

    /// What the handler made of the path, so that it takes it apart once: requests bring it along.
    package var destination: (any Sendable)?
    /// The label in the metrics: one of a few texts, never what the client sent.
    package var name: String
    package var weight: Weight
    /// What may be asked for, as the `Allow` header has it.
    package var methods: String
    /// False where there is nothing; then it is not answered to OPTIONS either.
    package var exists = true
    /// What a key must allow, where the server has keys; nil where none is needed.
    package var needs: Rights?
    /// Parameters that may hold an app key, beside `access_key`: all of a value, or what is before its colon.
    package var codeNames: [String] = []
    /// It changes something. A page of any site can make a browser send a GET, so that it needs a key.
    package var changes = false
    package var content = Content.anything
    /// Bytes of the body, below what the server allows.
    package var bodyBytes: Int?
    /// Bytes of the body but for its files.
    package var fieldBytes: Int?
    /// The name of the part that is a file even when it does not say so.
    package var fileName: String?

    package init(_ name: String, _ weight: Weight = .quick, methods: String = "GET, POST, HEAD, OPTIONS") {
        self.name = name
        self.weight = weight
        self.methods = methods
    }
}
