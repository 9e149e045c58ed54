internal import CMicroHTTPDShim
internal import Essentials
internal import ImageTypes

/// A listening port. Connections wait in its queue until a server starts on it.
///
/// Lets a server whose store takes long to open, or is made first, find out early if it can listen.
package final class ReservedPort: Sendable {
    /// The port; the one that the system chose, if 0 was requested.
    package let number: UInt16
    private let descriptor: Locked<Int32?>

    /// Opens the port of a configuration.
    ///
    /// - Throws: ``StartError``, when it cannot be, or when others could ask a server that has no keys.
    package init(_ configuration: ServerConfiguration) throws(StartError) {
        let isOpen = configuration.credentials.isEmpty
        if isOpen && configuration.allowedOrigins.contains("*") { throw .credentialsNeededForAllOrigins }
        for proxy in configuration.trustedProxies.sorted() where IPAddress(proxy) == nil { throw .invalidProxy(proxy) }
        var socket = cmh_socket()
        switch unsafe cmh_listen(configuration.host, configuration.port, isOpen, &socket) {
        case .listening: break
        case .unknownHost: throw .unknownHost(configuration.host)
        case .notLoopback: throw .credentialsNeeded(host: configuration.host)
        // Safe: strerror returns a text that is copied at once.
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
