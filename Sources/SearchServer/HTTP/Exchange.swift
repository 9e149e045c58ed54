internal import SearchAPI

/// One request and its answer.
///
/// Safe: one thread at a time has it. The connection's thread has it until the connection is suspended; then whoever
/// takes it out of `HTTPServer.suspended`, until the connection is resumed.
final class Exchange: @unchecked Sendable {
    enum Phase { case began, reading, admitted, suspended, answered }

    let id: String
    let target: String
    /// In bytes, as it came.
    let targetLength: Int
    let connection: Connection
    /// Nanoseconds of the monotonic clock.
    let began: UInt64

    var phase = Phase.began
    var request: HTTPRequest
    var route = HTTPRoute("other")
    var body: RequestBody?
    /// Bytes of the body that are held in memory, and that came.
    var held = 0
    var received = 0
    /// Why there will be no other answer; the rest of the body is read and dropped.
    var refusal: RequestBody.Refusal?
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

    /// The path of the target, decoded, and the bytes of its query. Nil for control characters, and for what is neither
    /// a path nor, in the form for proxies, a URL; `*` stands for the whole server. Blanks are taken as they are: an
    /// official client sends them.
    func splitTarget() -> (path: String, query: Substring.UTF8View)? {
        var target = target[...]
        let isURL = ["http://", "https://"].contains { scheme in
            guard target.hasPrefix(scheme) else { return false }
            target = target.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
            return true
        }
        let bytes = target.utf8
        guard isURL || target.hasPrefix("/") || (target == "*" && request.method == "OPTIONS"),
            !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let query = bytes[mark...].dropFirst()
        let path = String(percentDecoding: bytes[..<mark], plusIsBlank: false)
        return (path.isEmpty ? "/" : path, query)
    }
}
