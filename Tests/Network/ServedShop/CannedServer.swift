internal import Foundation
internal import TestSupport

/// A host on the loopback that says what a test wants it to say, byte for byte, one answer for each connection.
package final class CannedServer: Sendable {
    package let port: Int
    private let socket: Int32
    private let seen = Locked<[String]>([])

    /// - Parameters:
    ///   - answer: from the head of the request to the bytes of the answer; nil says nothing and keeps the connection
    ///     open.
    ///   - more: bytes that follow the answer; asked again and again, on a thread of the connection, until it gives
    ///     none or the other side has left.
    package init(
        more: (@Sendable () -> [UInt8]?)? = nil, _ answer: @escaping @Sendable (String) -> [UInt8]?
    ) throws {
        let listener = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Safe: the structure is an address of the family that it names, and lives during the calls.
        let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                unsafe bind(listener, raw, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, raw, &length) == 0
            }
        }
        guard listener >= 0, bound else { throw POSIXError(.EADDRNOTAVAIL) }
        socket = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        let seen = seen
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 {
                    close(listener)
                    return
                }
                let head = CannedServer.head(connection)
                guard head.contains("\r\n\r\n") else {
                    // Whoever asked has given up.
                    close(connection)
                    continue
                }
                seen.withLock { $0.append(head) }
                guard let bytes = answer(head) else { continue }
                CannedServer.send(bytes, to: connection)
                if let more {
                    Thread.detachNewThread {
                        while let next = more(), CannedServer.send(next, to: connection) {}
                        close(connection)
                    }
                    continue
                }
                shutdown(connection, Int32(SHUT_WR))
                close(connection)
            }
        }
    }

    /// The thread closes the socket when it wakes: its number must not be another's before.
    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

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
