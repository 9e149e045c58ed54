/// A reason for which a server cannot listen.
public enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the host has no address.
    case unknownHost(String)
    /// A server without credentials listens on loopback addresses only.
    case credentialsNeeded(host: String)
    /// Without credentials, pages of all sites could read and change what is there.
    case credentialsNeededForAllOrigins
    /// A trusted proxy that is no numeric address, so that no connection would ever be accepted as its own.
    case invalidProxy(String)
    /// The port, and the error text of the system.
    case notBound(String)
    /// With TLS, most likely the certificate and the key are not a pair.
    case notStarted
    /// The system gives this process no other thread, no memory or no descriptor; with the reason.
    case shortage(reason: String)
    /// This machine has no libmicrohttpd that can be used; with the reason of the system.
    case missingLibrary(reason: String)

    /// The reason in one English sentence.
    public var description: String {
        switch self {
        case .unknownHost(let host): "unknown host '\(host)'"
        case .credentialsNeeded(let host):
            "a server without access keys listens on loopback addresses only, and '\(host)' is not one"
        case .credentialsNeededForAllOrigins: "a server without access keys cannot allow every origin"
        case .invalidProxy(let text): "the trusted proxy '\(text)' is not a numeric address, such as 192.0.2.1"
        case .notBound(let reason): "cannot listen at \(reason)"
        case .shortage(let reason): "the server does not start: \(reason)"
        case .notStarted: "the server does not start; with TLS, check that the certificate and the key are a pair"
        case .missingLibrary(let reason):
            "\(reason); install libmicrohttpd: the package libmicrohttpd12 (Debian, Ubuntu)"
        }
    }

    /// The reason of a shortage of threads.
    package static let noThread =
        "the system gives this process no other thread; raise the limit ('ulimit -u', or that of the container)"
}
