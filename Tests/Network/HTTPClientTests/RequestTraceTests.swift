import Foundation
import HTTPTransport
import ImageTypes
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPClient

/// Asks another server for the work on a request, as a download or a describer does.
private struct Asking: RequestHandler {
    let client = HTTPClient()
    let url: String

    func route(method: String, path: String) -> HTTPRoute { HTTPRoute("asking", .heavy) }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let reply = try? client.sendBlocking(HTTPClient.Request("GET", url, timeout: 20))
        return HTTPResponse(status: reply?.status ?? 502)
    }
}

@Suite("The names of a request beyond the server", .timeLimit(.minutes(5)))
struct RequestTraceTests {
    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    /// The answer of a server to a request with these headers, what it asked another server, and its log.
    private func asked(_ headers: String) throws -> (answer: Answer, head: String, log: String) {
        let heads = Locked<[String]>([])
        let other = try RawServer { head in
            heads.withLock { $0.append(head) }
            return .ok("there")
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let log = AccessLog(descriptor: handle.fileDescriptor)
        let server = try TestServer(handler: Asking(url: other.url)) {
            $0.timeouts = .patient
            $0.accessLog = log
        }
        let client = RawClient(port: server.port)
        client.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n")
        let answer = client.readAnswer()
        server.server.stop()
        log.flush()
        return (answer, heads.withLock { $0.joined() }, try String(contentsOf: file, encoding: .utf8))
    }

    @Test("come in, go into the log and the answer, and on to the servers that it asks")
    func passed() throws {
        let seen = try asked("traceparent: \(Self.parent)\r\nx-request-id: order-17/a\r\n")
        #expect(seen.answer.status == 200)
        #expect(seen.answer.headers["traceparent"] == Self.parent)
        #expect(seen.answer.headers["X-Request-ID"] == "order-17/a")
        #expect(
            seen.head.contains("traceparent: \(Self.parent)\r\n") && seen.head.contains("X-Request-ID: order-17/a\r\n"))
        #expect(seen.log.contains(#""request_id":"order-17/a","trace_id":"4bf92f3577b34da6a3ce929d0e0e4736""#))
    }

    @Test(
        "of another form are as good as none",
        arguments: [
            "", "traceparent: 00-4bf9-00f0-01\r\n", "traceparent: \(parent.uppercased())\r\n",
            "traceparent: ff\(parent.dropFirst(2))\r\n", "traceparent: \(parent)-more\r\n",
            "traceparent: 00-00000000000000000000000000000000-00f067aa0ba902b7-01\r\n",
            "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01\r\n",
            "x-request-id: \"},{\"\r\n", "x-request-id: a b\r\n", "x-request-id: ä\r\n",
            "x-request-id: \(String(repeating: "x", count: 129))\r\n",
        ])
    func refused(_ headers: String) throws {
        let seen = try asked(headers)
        #expect(seen.answer.status == 200)
        #expect(seen.answer.headers["traceparent"] == nil && seen.answer.headers["X-Request-ID"] == nil)
        let head = seen.head.lowercased()
        #expect(!head.isEmpty && !head.contains("traceparent") && !head.contains("x-request-id"))
        #expect(!seen.log.contains("request_id") && !seen.log.contains("trace_id"))
    }

    @Test("may be of a later version with more parts")
    func later() {
        let parent = "01\(Self.parent.dropFirst(2))-more"
        #expect(RequestTrace(parent: parent, requestID: nil)?.trace == "4bf92f3577b34da6a3ce929d0e0e4736")
    }
}
