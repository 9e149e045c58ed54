import Foundation
import ImageTypes

/// A server on the loopback that answers each request with the bytes that a test gives, and counts its connections.
final class RawServer: Sendable {
    struct Answer {
        var bytes: [UInt8]
        /// Ends the connection after the bytes, without having announced it.
        var closes = false

        init(_ text: String, closes: Bool = false) { (bytes, self.closes) = (Array(text.utf8), closes) }

        static func ok(_ body: String, closes: Bool = false) -> Answer {
            Answer("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)", closes: closes)
        }
    }

    let port: Int
    private let socket: Int32
    private let opened = Locked(0)

    var connections: Int { opened.withLock { $0 } }
    var url: String { "http://127.0.0.1:\(port)/" }

    init(_ answer: @escaping @Sendable (_ head: String) -> Answer) throws {
        let listener = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Safe: the structure is an address of the family that it names, and lives during the calls.
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                unsafe bind(listener, raw, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, raw, &length) == 0
            }
        }
        guard listener >= 0, isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        socket = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        let opened = opened
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                opened.withLock { $0 += 1 }
                Thread.detachNewThread {
                    while let head = RawServer.head(connection) {
                        let answer = answer(head)
                        // Safe: the count is that of the buffer.
                        _ = unsafe answer.bytes.withUnsafeBytes {
                            unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                        }
                        if answer.closes { break }
                    }
                    close(connection)
                }
            }
            close(listener)
        }
    }

    /// The thread closes the socket when it wakes: its number must not be another's before.
    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    /// The next request of a connection; nil at its end.
    private static func head(_ connection: Int32) -> String? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
            // Safe: reads at most as many bytes as the buffer has.
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            if count <= 0 { return nil }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
