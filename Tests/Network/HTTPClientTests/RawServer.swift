import Foundation
import ImageTypes
import TestSupport

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

    private let listener: LoopbackListener
    private let opened = Locked(0)

    var port: Int { Int(listener.port) }
    var connections: Int { opened.withLock { $0 } }
    var url: String { "http://127.0.0.1:\(port)/" }

    init(_ answer: @escaping @Sendable (_ head: String) -> Answer) throws {
        listener = try LoopbackListener()
        listener.start { [opened] connection in
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
    }

    deinit { listener.stop() }

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
