internal import SearchAPI

/// One request and its answer.
///
/// Safe: one thread at a time has it. The connection's thread has it until the connection is suspended; then whoever
/// takes it out of `HTTPServer.suspended`, until the connection is resumed.
final class Exchange: @unchecked Sendable {
    enum Phase { case began, reading, admitted, suspended, answered }

    let id: String
    let target: String
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

    init(id: String, target: String, connection: Connection) {
        self.id = id
        self.target = target
        self.connection = connection
        began = Clock.now
        request = HTTPRequest(method: "", path: "", remoteAddress: connection.address, id: id)
    }

    /// The path of the target, decoded, and the bytes of its query.
    func splitTarget() -> (path: String, query: Substring.UTF8View) {
        var target = target[...]
        // The absolute form, which clients send to proxies.
        for scheme in ["http://", "https://"] where target.hasPrefix(scheme) {
            target = target.dropFirst(scheme.count).drop { $0 != "/" && $0 != "?" }
        }
        let bytes = target.utf8
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let query = bytes[mark...].dropFirst()
        let path = String(percentDecoding: bytes[..<mark], plusIsBlank: false)
        return (path.isEmpty ? "/" : path, query)
    }
}
