package import Foundation
internal import TestSupport

/// A small HTTP server on loopback that records what it is asked and answers what the test says. Not a good server.
///
/// Safe: the records are behind a lock; each descriptor is used by one thread, and closed once.
package final class ScriptedServer: @unchecked Sendable {
    package struct Request: Sendable {
        package var method: String
        package var target: String
        /// Names in lower case.
        package var headers: [String: String]
        package var body: [UInt8]

        package var path: String { String(target.prefix { $0 != "?" }) }
        package var text: String { String(decoding: body, as: UTF8.self) }
        package var query: [String: String] { Self.pairs(String(target.drop { $0 != "?" }.dropFirst())) }
        package var form: [String: String] { Self.pairs(text) }

        /// The text parts and files of a multipart body.
        package var parts: [String: [UInt8]] {
            guard let boundary = headers["content-type"]?.components(separatedBy: "boundary=").last else { return [:] }
            var parts: [String: [UInt8]] = [:]
            let data = Data(body)
            var places: [Range<Data.Index>] = []
            var from = data.startIndex
            while let place = data.range(of: Data("--\(boundary)".utf8), in: from..<data.endIndex) {
                places.append(place)
                from = place.upperBound
            }
            for (start, end) in zip(places, places.dropFirst()) {
                let part = data[start.upperBound..<end.lowerBound]
                guard let blank = part.range(of: Data("\r\n\r\n".utf8)) else { continue }
                let head = String(decoding: part[..<blank.lowerBound], as: UTF8.self)
                let name = head.components(separatedBy: "name=\"")[1].prefix { $0 != "\"" }
                parts[String(name)] = [UInt8](part[blank.upperBound...].dropLast(2))
            }
            return parts
        }

        private static func pairs(_ text: String) -> [String: String] {
            var pairs: [String: String] = [:]
            for pair in text.split(separator: "&") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                pairs[parts[0].removingPercentEncoding ?? ""] = parts.count > 1 ? parts[1].removingPercentEncoding : ""
            }
            return pairs
        }
    }

    package enum Reply: Sendable {
        case json(String)
        case status(Int, headers: [String: String] = [:], String = "")
        /// Closes the connection without a word.
        case hangUp
        /// Sends nothing and keeps the connection.
        case silence
    }

    package var port: UInt16 { listener.port }
    private let listener: LoopbackListener
    private let received = Locked<[Request]>([])
    private let silenced = Locked<[Int32]>([])
    private let answer: @Sendable (Request, _ index: Int) -> Reply

    /// - Parameter answer: what to say to a request, and how many came before it.
    package init(_ answer: @escaping @Sendable (Request, _ index: Int) -> Reply) throws {
        self.answer = answer
        listener = try LoopbackListener()
        listener.start { [weak self] connection in
            guard let self else {
                close(connection)
                return
            }
            Thread.detachNewThread { self.serve(connection) }
        }
    }

    deinit {
        listener.stop()
        for connection in silenced.withLock({ $0 }) { close(connection) }
    }

    package var url: URL { URL(string: "http://127.0.0.1:\(port)")! }
    package var requests: [Request] { received.withLock { $0 } }

    private func serve(_ connection: Int32) {
        var buffer: [UInt8] = []
        while let request = read(connection, &buffer) {
            let index = received.withLock { requests in
                requests.append(request)
                return requests.count - 1
            }
            switch answer(request, index) {
            case .json(let text): send(connection, 200, ["Content-Type": "application/json"], text)
            case .status(let status, let headers, let text):
                send(connection, status, headers, text)
                if headers["Connection"] == "close" {
                    close(connection)
                    return
                }
            case .hangUp:
                close(connection)
                return
            case .silence:
                silenced.withLock { $0.append(connection) }
                return
            }
        }
        close(connection)
    }

    private func read(_ connection: Int32, _ buffer: inout [UInt8]) -> Request? {
        let blank = Data("\r\n\r\n".utf8)
        while true {
            if let end = Data(buffer).range(of: blank) {
                let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                let start = lines[0].split(separator: " ")
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                }
                let length = headers["content-length"].flatMap { Int($0) } ?? 0
                if buffer.count >= end.upperBound + length {
                    let body = Array(buffer[end.upperBound..<(end.upperBound + length)])
                    buffer.removeFirst(end.upperBound + length)
                    return Request(
                        method: String(start[0]), target: String(start[1]), headers: headers, body: body)
                }
            }
            var chunk = [UInt8](repeating: 0, count: 65536)
            // Safe: no more is received than the chunk holds.
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }

    private func send(_ connection: Int32, _ status: Int, _ headers: [String: String], _ text: String) {
        var head = "HTTP/1.1 \(status) x\r\nContent-Length: \(text.utf8.count)\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let bytes = Array((head + "\r\n" + text).utf8)
        var start = 0
        while start < bytes.count {
            // Safe: what is sent lies within the bytes.
            let count = unsafe bytes.withUnsafeBytes { all in
                unsafe Glibc.send(connection, all.baseAddress! + start, all.count - start, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            start += count
        }
    }
}
