/// A reason for which a fetch failed. For the log and the metrics only: a client gets one text for all of them, so that
/// it learns nothing about the network behind the server.
package enum FetchError: Error, Hashable, Sendable {
    /// No URL that is fetched here: another scheme, a user name, an odd spelling of a host.
    case invalidURL
    /// The host, or the target of its redirect, is not allowed.
    case refused
    /// The name of the host has no address, or the resolver did not answer in time.
    case unknownHost
    /// No connection.
    case unreachable
    /// No TLS, or a certificate that is not trusted or belongs to another name.
    case insecure
    case timedOut
    /// The answer was not 200.
    case status(Int)
    /// The host asks to come back later: 429 or 503, with the seconds of `Retry-After` where it has them.
    case busy(status: Int, seconds: Int?)
    /// The answer is compressed, though the request did not allow that.
    case encoded
    /// The answer ended too early, or is no HTTP.
    case cutOff
    case tooLarge
    case tooManyRedirects
    /// A file that is not below one of the folders, or cannot be read.
    case file
    /// The server is stopping.
    case stopped
    /// A fault of this machine: no memory, no libcurl, too many lookups of names that hang.
    case fault
}

extension FetchError {
    /// One of a few words, for the metrics.
    package var label: String {
        switch self {
        case .invalidURL: "invalid_url"
        case .refused: "refused"
        case .unknownHost: "unknown_host"
        case .unreachable: "unreachable"
        case .insecure: "tls"
        case .timedOut: "timeout"
        case .status, .busy: "status"
        case .encoded: "encoded"
        case .cutOff: "cut_off"
        case .tooLarge: "too_large"
        case .tooManyRedirects: "redirects"
        case .file: "file"
        case .stopped: "stopped"
        case .fault: "fault"
        }
    }

    /// All labels, in no order.
    package static let labels = [
        FetchError.invalidURL, .refused, .unknownHost, .unreachable, .insecure, .timedOut, .status(0), .encoded,
        .cutOff, .tooLarge, .tooManyRedirects, .file, .stopped, .fault,
    ].map(\.label)
}

extension FetchError: CustomStringConvertible {
    /// The reason, as it follows the URL in the log.
    package var description: String {
        switch self {
        case .invalidURL: "not a URL that this server fetches"
        case .refused: "the host, or one that it redirects to, is not allowed (private address or port)"
        case .unknownHost: "the host name has no address"
        case .unreachable: "no connection"
        case .insecure: "no trusted TLS connection"
        case .timedOut: "timed out"
        case .status(let status), .busy(let status, _): "HTTP status \(status)"
        case .encoded: "the response is compressed"
        case .cutOff: "the response is incomplete or not HTTP"
        case .tooLarge: "the response is too large"
        case .tooManyRedirects: "too many redirects"
        case .file: "the file cannot be read, or lies outside the allowed folders"
        case .stopped: "the server is stopping"
        case .fault: "out of memory or threads, no libcurl, or too many name lookups that hang"
        }
    }
}
