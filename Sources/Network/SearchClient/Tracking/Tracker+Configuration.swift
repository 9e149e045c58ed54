public import Foundation

extension Tracker {
    /// The destination of events, and the queue in which they wait.
    public struct Configuration: Hashable, Sendable {
        /// The default destination of events, https://multimodal.analytics.data.rezolve.com.
        public static let viSenze = URL(string: "https://multimodal.analytics.data.rezolve.com")!
        /// The destination of events in China, https://analytics.visenze.com.cn.
        public static let viSenzeChina = URL(string: "https://analytics.visenze.com.cn")!

        /// The tracking code of the dashboard.
        public var code: String
        /// The URL of the analytics service. Default ``viSenze``.
        public var baseURL: URL
        /// The file of the queue. Nil, the default, keeps events in memory only.
        public var file: URL?
        /// Events that may wait; further ones are dropped. Default 10,000.
        public var limit: Int
        /// Events of one request.
        public var batch = 50
        /// From an event to its sending, in seconds. Default 5. Nil sends only on ``Tracker/flush()``.
        public var delay: Double?
        /// For one try, in seconds. Default 10.
        public var timeout: Double
        /// For one delivery. What fails all the same waits for the next one. Default three tries.
        public var retry: RetryPolicy
        /// Sent with each event: device, system, application, by the names of the service.
        public var device: [String: String]

        /// Creates a configuration. The defaults are those of the properties.
        public init(
            _ code: String, at baseURL: URL = viSenze, file: URL? = nil, limit: Int = 10_000, delay: Double? = 5,
            timeout: Double = 10, retry: RetryPolicy = RetryPolicy(), device: [String: String] = [:]
        ) {
            self.code = code
            self.baseURL = baseURL
            self.file = file
            self.limit = limit
            self.delay = delay
            self.timeout = timeout
            self.retry = retry
            self.device = device
        }
    }

    /// Events that will not arrive, or may not survive a restart.
    public enum Loss: Hashable, Sendable {
        /// The queue was full.
        case full
        /// The service refused an event.
        case refused(reason: String)
        /// Lines of the file that a crash left unreadable.
        case unreadable(lines: Int)
        /// Events could not be written to the file; they are still in memory, and are sent.
        case notStored(reason: String)
    }

    /// The numbers of waiting, sent and lost events.
    public struct Counts: Hashable, Sendable {
        /// In the queue.
        public var waiting = 0
        /// Events accepted by the service since this object was created.
        public var sent = 0
        /// Lost since this object began; each was reported.
        public var dropped = 0
    }
}
