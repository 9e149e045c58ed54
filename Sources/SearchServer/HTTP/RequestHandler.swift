/// What a server does with requests that are whole and within the limits.
package protocol RequestHandler: Sendable {
    /// Called when the headers are there. `path` is decoded.
    func route(method: String, path: String) -> HTTPRoute
    /// Called on the connection's thread for quick routes, and for all requests with refused credentials; on one of
    /// the image threads for heavy ones. Blocks its thread.
    func respond(to request: HTTPRequest) -> HTTPResponse
    /// Whether the answer to a heavy request begins with waiting for another machine. Such requests have a line and
    /// threads of their own, so that nobody else waits for that machine.
    func waitsForOthers(_ request: HTTPRequest) -> Bool
    /// How this part of the server is, for `/healthz`, which asks without a key.
    var health: Health { get }
}

extension RequestHandler {
    package func waitsForOthers(_ request: HTTPRequest) -> Bool { false }
    package var health: Health { Health() }
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

package struct HTTPRoute: Sendable {
    /// How much work an answer is. Quick ones hold up other connections of the same thread, heavy ones wait in line.
    package enum Weight: Sendable { case quick, heavy }

    /// The label in the metrics: one of a few texts, never what the client sent.
    package var name: String
    package var weight: Weight
    /// What may be asked for, as the `Allow` header has it.
    package var methods: String

    package init(_ name: String, _ weight: Weight = .quick, methods: String = "GET, POST, HEAD, OPTIONS") {
        self.name = name
        self.weight = weight
        self.methods = methods
    }
}
