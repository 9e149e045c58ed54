internal import CMicroHTTPDShim
internal import Foundation
internal import ImageTypes

/// A listening port. Connections wait in its queue until a server starts on it.
///
/// A server whose store takes long to open, or is made first, learns here whether it will be able to listen.
public final class ReservedPort: Sendable {
    /// The one that the system chose, where 0 was asked for.
    public let number: UInt16
    private let descriptor: Locked<Int32?>

    /// Listens where a configuration says.
    ///
    /// - Throws: ``StartError``, when it cannot be, or when others could ask a server that has no keys.
    public init(_ configuration: ServerConfiguration) throws(StartError) {
        let isOpen = configuration.credentials.isEmpty
        if isOpen && configuration.allowedOrigins.contains("*") { throw .credentialsNeededForAllOrigins }
        for proxy in configuration.trustedProxies.sorted() where IPAddress(proxy) == nil { throw .invalidProxy(proxy) }
        var socket = cmh_socket()
        switch unsafe cmh_listen(configuration.host, configuration.port, isOpen, &socket) {
        case .listening: break
        case .unknownHost: throw .unknownHost(configuration.host)
        case .notLoopback: throw .credentialsNeeded(host: configuration.host)
        // Safe: strerror gives a text at once copied.
        case .notBound:
            throw .notBound("port \(configuration.port): \(unsafe String(cString: strerror(socket.error)))")
        }
        number = socket.port
        descriptor = Locked(socket.descriptor)
    }

    deinit { if let descriptor = take() { cmh_close(descriptor) } }

    /// The descriptor, which is then the caller's to close. Nil the second time.
    func take() -> Int32? { descriptor.withLock { $0.take() } }
}
