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
    /// - Parameter inherited: A socket that listens already, as a service manager passes it; it takes the place of host and
    ///   port, and belongs to the port from here on.
    /// - Throws: ``StartError``, when it cannot be, or when others could ask a server that has no keys.
    package init(_ configuration: ServerConfiguration, inherited: Int32? = nil) throws(StartError) {
        let isOpen = configuration.credentials.isEmpty
        if isOpen && configuration.allowedOrigins.contains("*") { throw .credentialsNeededForAllOrigins }
        for proxy in configuration.trustedProxies.sorted() where IPAddress(proxy) == nil { throw .invalidProxy(proxy) }
        var socket = cmh_socket()
        let found =
            if let inherited {
                unsafe cmh_adopt(inherited, isOpen, &socket)
            } else {
                unsafe cmh_listen(configuration.host, configuration.port, isOpen, &socket)
            }
        switch found {
        case .listening: break
        case .unknownHost: throw .unknownHost(configuration.host)
        case .notLoopback:
            throw .credentialsNeeded(host: inherited == nil ? configuration.host : "the socket of the service manager")
        case .notBound:
            // Safe: strerror returns a text that is copied at once.
            let place = inherited == nil ? "port \(configuration.port)" : "the socket of the service manager"
            throw .notBound("\(place): \(unsafe String(cString: strerror(socket.error)))")
        }
        number = socket.port
        descriptor = Locked(socket.descriptor)
    }

    deinit { if let descriptor = take() { cmh_close(descriptor) } }

    /// The descriptor, which is then the caller's to close. Nil the second time.
    func take() -> Int32? { descriptor.withLock { $0.take() } }
}
