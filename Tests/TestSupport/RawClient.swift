internal import Foundation

/// A socket that sends bytes as they are.
public final class RawClient {
    private let descriptor: Int32
    /// Without it nothing is sent, and reading ends at once.
    public let isConnected: Bool
    /// The end of a conversation.
    public enum End { case closed, waiting }

    public init(port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        // Safe: the size is that of the address.
        let connected = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe connect(
                descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        isConnected = connected == 0
    }

    deinit { close(descriptor) }

    /// False where the server has closed.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Safe: the count is that of the buffer.
            let sent = unsafe rest.withUnsafeBytes {
                unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent <= 0 { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads until the server closes, `isEnough` says so, or nothing came for `seconds`, which are many by default: on a
    /// busy machine a server closes late.
    public func read(
        seconds: Double = 60, until isEnough: (String) -> Bool = { _ in false }
    ) -> (text: String, end: End) {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Safe: one entry, as said; and the count is that of the buffer.
            guard unsafe poll(&waiting, 1, Int32(seconds * 1000)) > 0 else {
                return (String(decoding: all, as: UTF8.self), .waiting)
            }
            let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return (String(decoding: all, as: UTF8.self), .closed) }
            all += chunk[..<count]
            let text = String(decoding: all, as: UTF8.self)
            if isEnough(text) { return (text, .waiting) }
        }
    }

    /// Reads one answer with a Content-Length.
    ///
    /// - Parameter headAlone: The answer is to `HEAD`: no body follows, whatever its length says.
    public func readAnswer(seconds: Double = 60, headAlone: Bool = false) -> Answer {
        Answer(read(seconds: seconds) { headAlone ? $0.contains("\r\n\r\n") : Answer(($0, .waiting)).isWhole })
    }
}

/// An answer of a server, taken apart just so far that tests can ask.
public struct Answer {
    public var status = 0
    public var headers: [String: String] = [:]
    public var body = ""
    public var end: RawClient.End
    public var isWhole = false

    public init(_ read: (text: String, end: RawClient.End)) {
        end = read.end
        var lines = read.text.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 ") else { return }
        status = Int(first.dropFirst(9).prefix(3)) ?? 0
        lines.removeFirst()
        while let line = lines.first, !line.isEmpty {
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            headers[String(line[..<colon])] = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
            lines.removeFirst()
        }
        guard !lines.isEmpty else { return }
        body = lines.dropFirst().joined(separator: "\r\n")
        isWhole = body.utf8.count >= Int(headers["Content-Length"] ?? "") ?? 0
    }
}
