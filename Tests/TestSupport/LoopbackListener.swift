internal import Foundation

/// A socket that listens on a free port of the loopback, for servers that say what a test wants byte for byte.
public struct LoopbackListener: Sendable {
    /// The port that clients connect to.
    public let port: UInt16
    private let socket: Int32

    /// Listens on a port that the system chooses.
    public init() throws {
        let listener = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Safe: the structure is an address of the family that it names, and lives during the calls.
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                unsafe bind(listener, raw, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, raw, &length) == 0
            }
        }
        guard listener >= 0, isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        socket = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Hands each connection to `serve`, on a thread of its own, until ``stop()``.
    public func start(_ serve: @escaping @Sendable (_ connection: Int32) -> Void) {
        Thread.detachNewThread { [socket] in
            while case let connection = accept(socket, nil, nil), connection >= 0 { serve(connection) }
            // The thread that accepts is the one that closes: the number of a closed socket is given out again.
            close(socket)
        }
    }

    /// Accepts no more connections.
    public func stop() { shutdown(socket, Int32(SHUT_RDWR)) }
}
