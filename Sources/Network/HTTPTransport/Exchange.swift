internal import ImageTypes

/// One request and its answer.
///
/// Safe: only the thread of its connection changes it, except that ``HTTPServer/resume(_:with:_:)`` sets `response` and
/// `authentication` under the lock of `HTTPServer.suspended` before the connection is resumed. The work on a request
/// has a copy of the request: at a stop the exchange continues, and ends, without it.
final class Exchange: @unchecked Sendable {
    enum Phase { case began, reading, admitted, suspended, answered }

    let id: String
    let target: String
    /// In bytes, as it came.
    let targetLength: Int
    let connection: Connection
    /// ``IPAddress/sender`` of the client.
    var sender: [UInt8] = []
    /// Of the work on the request, while its connection is suspended.
    var budget: Budget?
    /// Bytes of the answer that count among the unsent ones.
    var unsent = 0
    /// Nanoseconds of the monotonic clock.
    let began: UInt64
    /// The time at which the head was complete.
    var bodyBegan: UInt64 = 0

    var phase = Phase.began
    var request: HTTPRequest
    var route = HTTPRoute("other")
    var body: RequestBody?
    /// Bytes of the body that are held in memory, and that came.
    var held = 0
    var received = 0
    /// Bytes that had been read from the connection when the body began.
    var readBefore: Int64 = 0
    /// Bytes of `held` that came before there was a valid key.
    var bytesWithoutKey = 0
    /// The rights of the keys so far; nil until a valid one comes.
    var rights: Rights?
    /// The value of `Access-Control-Allow-Origin`, for a page that may read the answer.
    var allowedOrigin: String?
    /// The end of the body may not be the same for a proxy: the connection must end with it.
    var isLast = false
    /// The refusal that is the answer; the rest of the body is read and dropped.
    var refusal: HTTPRefusal?
    /// The answer of a request whose connection was suspended.
    var response: HTTPResponse?
    var sent = 0
    var status = 0
    var reason: String?

    init(id: String, target: String, targetLength: Int, connection: Connection) {
        self.id = id
        self.target = target
        self.targetLength = targetLength
        self.connection = connection
        began = Clock.now
        request = HTTPRequest(method: "", path: "", remoteAddress: connection.address, id: id)
    }

    /// The parts of a request target.
    struct Target {
        /// Decoded.
        var path: String
        var query: Substring.UTF8View
        /// The authority of a target that is a URL.
        var authority: Substring?
    }

    /// Nil for control characters, and for a text that is neither a path nor, in the form for proxies, a URL; `*` is
    /// the whole server. Blanks are accepted as they are: an official client sends them.
    func splitTarget() -> Target? {
        var rest = target[...]
        var authority: Substring?
        for scheme in ["http://", "https://"] where rest.prefix(scheme.count).lowercased() == scheme {
            rest = rest.dropFirst(scheme.count)
            authority = rest.prefix { $0 != "/" && $0 != "?" }
            rest = rest.dropFirst(authority?.count ?? 0)
            break
        }
        let bytes = rest.utf8
        guard authority != nil || rest.hasPrefix("/") || (rest == "*" && request.method == "OPTIONS"),
            !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = String(percentDecoding: bytes[..<mark], plusIsBlank: false)
        return Target(path: path.isEmpty ? "/" : path, query: bytes[mark...].dropFirst(), authority: authority)
    }
}
