internal import Essentials
internal import HTTPClient
internal import SearchAPI
internal import WireFormat

/// Calls of a Milvus server, each with an end: one that fails in a way that may pass is repeated until the patience of
/// the address is over. Every call can be repeated: rows are replaced by their keys, never added twice.
struct MilvusCalls: Sendable {
    /// The HTTP interfaces of Milvus.
    enum Door {
        /// `/v1/vector`: rows as JSON objects. Replies have a `code`, 200 for success.
        case rows
        /// `/api/v1`: the messages of the internal protocol as JSON. Replies have a `status`, empty for success.
        case messages
        /// `/v2/vectordb`, of Milvus 2.4 and later: everything. Replies have a `code`, 0 for success.
        case second
    }

    /// The most rows that a query or a search gives at once, by the server's own limit.
    static let most = 16_384
    /// The most bytes of a key in new collections: an id of 512, and the number of a picture before it.
    static let keyBytes = 520

    let address: MilvusAddress
    private let token: String?
    private let http = HTTPClient()

    init(_ address: MilvusAddress, token: String?) {
        self.address = address
        self.token = token
    }

    /// Sends a call and returns the members of the reply.
    ///
    /// - Throws: `service` with the words of the server, or when it did not answer in time.
    func call(
        _ door: Door, _ method: String, _ path: String, _ body: [UInt8] = []
    ) throws(SearchError) -> [String: JSONValue] {
        switch patiently(door, method, path, body) {
        case .success(let reply): return reply
        case .failure(let error): throw .service("\(address.name): \(error.text)")
        }
    }

    /// As ``call(_:_:_:_:)``; nil where the server has no such collection.
    func callIfThere(
        _ door: Door, _ method: String, _ path: String
    ) throws(SearchError) -> [String: JSONValue]? {
        switch patiently(door, method, path, []) {
        case .success(let reply): return reply
        case .failure(let error) where error.code == Self.collectionNotFound: return nil
        case .failure(let error): throw .service("\(address.name): \(error.text)")
        }
    }

    private func patiently(
        _ door: Door, _ method: String, _ path: String, _ body: [UInt8]
    ) -> Result<[String: JSONValue], Failure> {
        let start = ContinuousClock.now
        var pause = 0.05
        while true {
            let left = address.patience - start.duration(to: .now) / .seconds(1)
            let reply = once(door, method, path, body, timeout: max(left, 1))
            let rest = address.patience - start.duration(to: .now) / .seconds(1)
            guard case .failure(let failure) = reply, failure.mayPass, rest > pause else { return reply }
            usleep(UInt32(pause * 1e6))
            pause = min(2 * pause, 2)
        }
    }

    /// Returns true for a server that has the interface.
    func has(_ door: Door, _ path: String, _ body: [UInt8]) throws(SearchError) -> Bool {
        let start = ContinuousClock.now
        while true {
            switch once(door, "POST", path, body, timeout: address.patience) {
            case .success: return true
            case .failure(let error):
                if error.isMissing { return false }
                guard error.mayPass, start.duration(to: .now) < .seconds(address.patience) else {
                    throw .service("\(address.name): \(error.text)")
                }
            }
            usleep(100_000)
        }
    }

    private struct Failure: Error {
        var text: String
        var mayPass: Bool
        /// True where there is no such path.
        var isMissing = false
        /// The server's; nil where it told none.
        var code: Int?
    }

    /// `ErrCollectionNotFound` of Milvus (`pkg/util/merr`), as 2.3.5 gives it for rows.
    private static let collectionNotFound = 100

    private func once(
        _ door: Door, _ method: String, _ path: String, _ body: [UInt8], timeout: Double
    ) -> Result<[String: JSONValue], Failure> {
        let host = address.host.contains(":") && !address.host.hasPrefix("[") ? "[\(address.host)]" : address.host
        let root =
            switch door {
            case .rows: "\(address.port)/v1/vector"
            case .messages: "\(address.adminPort)/api/v1"
            case .second: "\(address.port)/v2/vectordb"
            }
        guard let url = URL(string: "\(address.isEncrypted ? "https" : "http")://\(host):\(root)/\(path)") else {
            return .failure(Failure(text: "its address makes no URL", mayPass: false))
        }
        // Without it whole numbers come as strings.
        var headers = ["Content-Type": "application/json", "Accept-Type-Allow-Int64": "true"]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        let reply: HTTPClient.Reply
        do throws(HTTPClient.Failure) {
            reply = try http.sendBlocking(
                .init(method, url.absoluteString, headers: headers, body: body, timeout: timeout))
        } catch {
            if case .missingLibrary = error { return .failure(Failure(text: "\(error)", mayPass: false)) }
            return .failure(Failure(text: "it does not answer: \(error)", mayPass: error != .cancelled))
        }
        guard case .object(let members)? = try? JSONValue(parsing: reply.body) else {
            let text = String(decoding: reply.body.prefix(200), as: UTF8.self)
            if reply.status == 404 {
                return .failure(
                    Failure(text: "it has no \(root)/\(path), as Milvus has: \(text)", mayPass: false, isMissing: true))
            }
            return .failure(
                Failure(text: "status \(reply.status) and no JSON: \(text)", mayPass: reply.status >= 500))
        }
        if let refusal = Self.refusal(in: members, door) {
            return .failure(
                Failure(
                    text: refusal, mayPass: reply.status >= 500 || Self.mayPass(refusal),
                    code: members["code"]?.whole))
        }
        return .success(members)
    }

    /// The words with which the server refused; nil for success.
    private static func refusal(in reply: [String: JSONValue], _ door: Door) -> String? {
        if door != .messages {
            if reply["code"]?.whole == (door == .rows ? 200 : 0) { return nil }
            return reply["message"]?.text ?? "an error without words"
        }
        let status: [String: JSONValue]
        if case .object(let members)? = reply["status"] { status = members } else { status = reply }
        guard status["error_code"] != nil || status["code"] != nil else { return nil }
        return status["reason"]?.text ?? "an error without words"
    }

    /// Returns true for the words of a server that starts, ends or recovers: of these states it gives the same codes as of
    /// others, or none.
    private static func mayPass(_ words: String) -> Bool {
        let words = words.lowercased()
        return [
            "not ready", "not available", "no available", "not healthy", "unhealthy", "not loaded", "not fully loaded",
            "offline", "not serving", "channel", "initializing", "abnormal", "rate limit", "quota",
            "connection refused",
            "connection error", "unavailable", "deadline", "timeout", "node not match", "not found in leader",
            "lack of",
        ].contains(where: words.contains)
    }
}
