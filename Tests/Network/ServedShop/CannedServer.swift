internal import Foundation
internal import TestSupport

/// A host on the loopback that says what a test wants it to say, byte for byte, one answer for each connection.
package final class CannedServer: Sendable {
    private let listener: LoopbackListener
    private let seen = Locked<[String]>([])

    /// - Parameters:
    ///   - answer: from the head of the request to the bytes of the answer; nil says nothing and keeps the connection
    ///     open.
    ///   - more: bytes that follow the answer; asked again and again, on a thread of the connection, until it gives
    ///     none or the other side has left.
    package init(
        more: (@Sendable () -> [UInt8]?)? = nil, _ answer: @escaping @Sendable (String) -> [UInt8]?
    ) throws {
        listener = try LoopbackListener()
        listener.start { [seen] connection in
            let head = CannedServer.head(connection)
            // Without a head, whoever asked has given up.
            guard head.contains("\r\n\r\n") else {
                close(connection)
                return
            }
            seen.withLock { $0.append(head) }
            guard let bytes = answer(head) else { return }
            CannedServer.send(bytes, to: connection)
            if let more {
                Thread.detachNewThread {
                    while let next = more(), CannedServer.send(next, to: connection) {}
                    close(connection)
                }
                return
            }
            shutdown(connection, Int32(SHUT_WR))
            close(connection)
        }
    }

    deinit { listener.stop() }

    package var port: Int { Int(listener.port) }
    /// The heads of the requests so far.
    package var requests: [String] { seen.withLock { $0 } }

    package static func ok(_ body: [UInt8], headers: String = "") -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(headers)Connection: close\r\n\r\n".utf8) + body
    }

    package static func redirect(_ location: String) -> [UInt8] {
        Array("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
    }

    @discardableResult
    private static func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            // Safe: the buffer lives during the call, and its count is given.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Foundation.send(connection, $0.baseAddress! + sent, $0.count - sent, 0x4000)
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    private static func head(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
            // Safe: reads at most as many bytes as the buffer has.
            let count = unsafe recv(connection, &buffer, buffer.count, 0)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
