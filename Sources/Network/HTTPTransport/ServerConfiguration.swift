internal import Essentials

/// The address, the credentials, the limits and the timeouts of a server.
public struct ServerConfiguration: Sendable {
    /// A name or a numeric address; default 127.0.0.1. Without `credentials` only loopback addresses are accepted.
    public var host = "127.0.0.1"
    /// 0, the default, lets the system choose; the start of the server gives the port.
    public var port: UInt16 = 0
    /// The keys that the server accepts. Empty by default; then every client on this machine may ask.
    public var credentials = Credentials()
    /// The certificate chain and the key of HTTPS, as PEM texts. HTTP by default.
    public var tls: TLS?
    /// Origins of pages of other sites that may ask from within a browser, such as `https://shop.example`; `*` for all,
    /// which credentials must go with. None by default: then answers have no header of CORS, and without credentials
    /// requests of such pages are refused.
    public var allowedOrigins: Set<String> = []
    /// Names that the server answers to without credentials, beside `host` and those of this machine: `localhost`, and
    /// the numeric loopback addresses. What asks for another name may be a page that had its own name mean this
    /// machine.
    public var hostNames: Set<String> = []
    /// Numeric addresses of proxies in front of the server. Their `X-Forwarded-For` gives the address of the client,
    /// their `X-Forwarded-Prefix` the path at which they show the server, and `Limits.connectionsPerAddress` does not
    /// apply to them.
    public var trustedProxies: Set<String> = []
    /// The path at which a proxy shows the server, such as `/magpie`. Empty by default: `/`. The proxy may take it away
    /// from requests or leave it.
    public var basePath = ""
    /// For `magpie_build_info` in the metrics.
    package var version = "unknown"
    /// Threads that read requests and send answers. Default: one for each processor, at most 8.
    package var threads: Int
    /// Threads for searches without pictures. Default: one for each processor, at least 4.
    package var searchThreads: Int
    /// Threads for work on images. Default: one for each processor.
    package var imageThreads: Int
    /// Threads for heavy requests that wait for another machine first, such as for a picture named by its URL.
    /// Default 16.
    package var fetchThreads = 16
    /// The limits on sizes and counts.
    public var limits = Limits()
    /// The timeouts of connections and of `stop`.
    package var timeouts = Timeouts()
    /// The destination of the access log, as JSON lines. Default nil: no log.
    public var accessLog: AccessLog?
    /// Receives the reason for each answer with status 500, a line at a time. Default: ignores it.
    package var note: @Sendable (String) -> Void = { _ in }

    /// A certificate chain and its private key, both as PEM texts.
    public struct TLS: Sendable {
        /// The certificate chain, as a PEM text.
        package var certificate: String
        /// The private key of the certificate, as a PEM text.
        package var key: String

        /// Creates a pair of a certificate chain and its private key, both as PEM texts.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// Sizes in bytes, and numbers of requests, connections and parts.
    public struct Limits: Sendable {
        /// The body of one request: an image of 10 MB and some parameters.
        package var bodyBytes: Int
        /// The bodies of all requests together that are being read or worked on. Beyond it, 503.
        package var bodyBytesInAll = 256_000_000
        /// The bodies of the requests from one address that are being read or worked on. Beyond it, 503.
        package var bodyBytesPerAddress = 128_000_000
        /// The answers together that clients have not read yet. Beyond it, 503.
        package var answerBytesInAll = 256_000_000
        /// The answers that clients of one address have not read yet. Beyond it, 503.
        package var answerBytesPerAddress = 64_000_000
        /// The request line and headers of one request; MHD's own notes on them count too. Beyond it, 431 or 414.
        package var headBytes = 32 * 1024
        /// The path and query of one request. Beyond it, 414.
        package var targetBytes = 8 * 1024
        /// Wrong keys from one address, at once; later one a second. Beyond it, 429 for all keys that the address has not
        /// used before. 0 is no limit.
        package var wrongKeys = 100
        /// Parameters of one request: an insert has at most 100 images with 32 each.
        package var parameters = 10_000
        /// Parts of a multipart body: an insert has at most 100 images, each with 32 parameters and its bytes.
        package var parts = 3_400
        /// The headers of one part.
        package var partHeaderBytes = 8 * 1024
        /// The connections in all; 0 is no limit. Default 4,096.
        package var connections: Int
        /// The connections from one address; 0 is no limit. Default 1,024. Does not apply to trusted proxies.
        package var connectionsPerAddress: Int
        /// Image jobs of one address that may wait for a thread, and as many that wait for another machine. Beyond it, 503
        /// at once. As many more may wait of all other addresses.
        package var waitingJobs: Int
        /// Searches of one address without pictures that may wait for a thread. Beyond it, 503 at once. As many more may
        /// wait of all other addresses.
        package var waitingSearches = 1_024

        /// The bytes of a refused body that are read and dropped, before the connection is closed.
        var droppedBytes: Int {
            let (bytes, overflow) = bodyBytes.multipliedReportingOverflow(by: 4)
            return overflow ? .max : bytes
        }

        /// The most bytes of a body on a route.
        func bodyBytes(of route: HTTPRoute) -> Int {
            let (limit, overflow) = bodyBytes.addingReportingOverflow(route.carriesBase64 ? bodyBytes / 3 : 0)
            return min(route.bodyBytes ?? .max, overflow ? .max : limit)
        }

        /// Creates limits.
        ///
        /// - Parameters:
        ///   - bodyBytes: The body of one request. Default an image of 10 MB and some parameters.
        ///   - connections: The connections in all; 0 is no limit. Default 4,096.
        ///   - connectionsPerAddress: The connections from one address; 0 is no limit. Default 1,024. Does not apply to
        ///     trusted proxies.
        ///   - waitingJobs: Image jobs of one address that may wait for a thread, and as many that wait for another
        ///     machine. Beyond it, 503 at once. Default 64.
        public init(
            bodyBytes: Int = 10_000_000 + 256 * 1024, connections: Int = 4_096, connectionsPerAddress: Int = 1_024,
            waitingJobs: Int = 64
        ) {
            self.bodyBytes = bodyBytes
            self.connections = connections
            self.connectionsPerAddress = connectionsPerAddress
            self.waitingJobs = waitingJobs
        }
    }

    /// Seconds until a connection is cut off.
    package struct Timeouts: Sendable {
        /// From the connection, or from a request line, to the end of the headers.
        package var head = 10.0
        /// From the end of the headers to the end of the body.
        package var body = 30.0
        /// From a piece of the body to the next one; and the tolerance for `bodyBytesPerSecond`.
        package var pause = 10.0
        /// The lowest average rate of a body, in bytes per second. Default 16,000.
        package var bodyBytesPerSecond = 16_000.0
        /// From an answer to the next request line.
        package var idle = 30.0
        /// From the first byte of an answer to its last.
        package var answer = 30.0
        /// From `stop` until work that is still running is given up.
        package var stop = 10.0

        /// Creates the default timeouts.
        package init() {}
    }

    /// Creates the default configuration: the loopback address, a port that the system chooses, no credentials.
    public init() {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        threads = min(processors, 8)
        searchThreads = max(processors, 4)
        imageThreads = processors
    }
}
