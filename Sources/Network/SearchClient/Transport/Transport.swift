public import Foundation

/// Sends one request and gets one reply. Give your own to a client to test it, or to go through another HTTP library.
public protocol Transport: Sendable {
    /// Returns the reply whatever its status. When the task is cancelled the request is, and `.cancelled` is thrown.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply
}

/// A request as it goes out.
public struct HTTPRequest: Hashable, Sendable {
    /// `GET` or `POST`.
    public var method: String
    /// The URL, with its query.
    public var url: URL
    /// The header fields by their names.
    public var headers: [String: String]
    /// Empty for a GET.
    public var body: [UInt8]
    /// In seconds, from connecting to the last byte of the reply.
    public var timeout: Double
    /// Permits a transport to send the request again by itself. With false it must not, whatever happens.
    public var isRepeatable: Bool

    /// Creates a request. Default: no headers, no body, a timeout of 30 seconds, repeatable.
    public init(
        _ method: String, _ url: URL, headers: [String: String] = [:], body: [UInt8] = [], timeout: Double = 30,
        isRepeatable: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.isRepeatable = isRepeatable
    }
}

/// A reply as it came in.
public struct HTTPReply: Hashable, Sendable {
    /// The HTTP status code.
    public var status: Int
    /// The names in lower case.
    public private(set) var headers: [String: String]
    /// The bytes of the body.
    public var body: [UInt8]

    /// Creates a reply. The names of the headers are changed to lower case.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { first, _ in first })
        self.body = body
    }

    /// Seconds of a `Retry-After`, which is a number or a date.
    package func retryAfter(now: Date) -> Double? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Double(text), seconds.isFinite { return max(0, seconds) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
    }
}
