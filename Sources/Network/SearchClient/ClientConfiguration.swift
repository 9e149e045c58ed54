public import Foundation

/// The service, the credentials, and the timeouts and retries of a client. A value: change a copy and create another
/// client from it.
public struct ClientConfiguration: Sendable {
    /// The credentials of a client.
    public enum Credentials: Hashable, Sendable {
        /// No credentials, for a server of your own without keys.
        case none
        /// Travels as the parameter `access_key`.
        case appKey(String)
        /// Travels as basic authentication with every request.
        case keys(access: String, secret: String)
    }

    /// The visitor data that searches carry. Nothing is sent unless this is set.
    public struct Analytics: Sendable {
        /// The session that `va_uid` and `va_sid` come from.
        public var session: VisitorSession
        /// Further values by their names, such as `va_platform`.
        public var values: [String: String]

        /// Creates visitor data from a session and further values by their names.
        public init(_ session: VisitorSession, values: [String: String] = [:]) {
            self.session = session
            self.values = values
        }
    }

    /// ViSenze's service, https://visearch.visenze.com.
    public static let viSenze = URL(string: "https://visearch.visenze.com")!
    /// ViSenze's service in China, https://visearch.visenze.com.cn.
    public static let viSenzeChina = URL(string: "https://visearch.visenze.com.cn")!

    /// The credentials that requests carry.
    public var credentials: Credentials
    /// Paths are added to it. Default ViSenze.
    public var baseURL: URL
    /// For one try, in seconds, from connecting to the last byte. Default 30.
    public var timeout: Double
    /// For a call with all its tries and pauses, in seconds. Default 90.
    public var totalTimeout: Double
    /// The policy for sending requests again.
    public var retry: RetryPolicy
    /// The visitor data of searches. Default nil: nothing is sent.
    public var analytics: Analytics?
    /// Headers of your own for every request, such as those of a gateway, by their names. One of the name of a header
    /// that the client sends takes its place. Default none.
    public var headers: [String: String]

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - credentials: The credentials that requests carry.
    ///   - baseURL: The URL that paths are added to. Default ViSenze.
    ///   - timeout: The limit of one try, in seconds. Default 30.
    ///   - totalTimeout: The limit of a call with all its tries and pauses, in seconds. Default 90.
    ///   - retry: The policy for sending requests again.
    ///   - analytics: The visitor data of searches. Default nil.
    ///   - headers: Headers of your own for every request. Default none.
    public init(
        _ credentials: Credentials, at baseURL: URL = viSenze, timeout: Double = 30, totalTimeout: Double = 90,
        retry: RetryPolicy = RetryPolicy(), analytics: Analytics? = nil, headers: [String: String] = [:]
    ) {
        self.headers = headers
        self.credentials = credentials
        self.baseURL = baseURL
        self.timeout = timeout
        self.totalTimeout = totalTimeout
        self.retry = retry
        self.analytics = analytics
    }

    /// The base URL is one of ViSenze's service, on `visenze.com`, `visenze.com.cn` or `rezolve.com`, and not a server of
    /// our own.
    package var isViSenze: Bool {
        let host = baseURL.host()?.lowercased() ?? ""
        return [".visenze.com", ".visenze.com.cn", ".rezolve.com"].contains(where: host.hasSuffix)
    }
}

/// The number of tries of a request, and the pauses between them.
///
/// Requests that change nothing are sent again after transport errors, 429, 500, 502, 503 and 504. Those that change
/// the catalog only when it is certain that nothing was done: no connection came about, or the answer was 429.
public struct RetryPolicy: Hashable, Sendable {
    /// With the first one; 1 never repeats. Default 3.
    public var tries: Int
    /// Before the first repetition, in seconds; doubled for each further one, then cut at random by up to a half.
    /// Default 0.25.
    public var pause: Double
    /// The longest pause in seconds. Default 8. A `Retry-After` of the service counts as it is, within the total
    /// timeout.
    public var longestPause: Double

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - tries: The number of tries, with the first one. Default 3.
    ///   - pause: The pause before the first repetition, in seconds. Default 0.25.
    ///   - longestPause: The longest pause, in seconds. Default 8.
    public init(tries: Int = 3, pause: Double = 0.25, longestPause: Double = 8) {
        self.tries = tries
        self.pause = pause
        self.longestPause = longestPause
    }

    /// The pause before try `next` (the second one is 1), in seconds. `random` is from 0 to 1.
    func pause(before next: Int, random: Double) -> Double {
        min(longestPause, pause * Double(1 << min(next - 1, 20))) * (1 - random / 2)
    }
}
