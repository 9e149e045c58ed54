import Foundation
import ImageTypes
import Synchronization
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite("Limits of a server", .timeLimit(.minutes(5)))
struct LimitTests {
    private static func limited(_ limits: inout ServerConfiguration.Limits) {
        limits.bodyBytes = 100_000
        limits.parameters = 50
    }

    private func post(_ type: String, _ body: String, to path: String = "/a") -> String {
        "POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A request that is too large in one respect.
    struct Excess: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: String
        var status: Int

        init(_ name: String, _ bytes: String, _ status: Int) {
            testDescription = name
            self.bytes = bytes
            self.status = status
        }

        private static func get(_ target: String, _ header: String = "X: y\r\n") -> String {
            "GET \(target) HTTP/1.1\r\nHost: h\r\n\(header)\r\n"
        }
        private static func post(_ headers: String, _ body: String = "") -> String {
            "POST /a HTTP/1.1\r\nHost: h\r\n\(headers)\r\n\r\n\(body)"
        }
        private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

        static let all = [
            Excess("a long path", get("/" + many("a", 9_000)), 414),
            Excess("a long query", get("/a?" + many("a=1&", 3_000)), 414),
            Excess("a path beyond the memory of a connection", get("/" + many("a", 40_000)), 414),
            Excess("a query beyond the memory of a connection", get("/?" + many("a", 40_000)), 414),
            Excess("a long header", get("/a", "X: " + many("a", 40_000) + "\r\n"), 431),
            Excess("many headers", get("/a", many("X: a\r\n", 4_000)), 431),
            Excess("many parameters", get("/a?" + many("a&", 51)), 400),
            Excess("a large body", post("Content-Length: 100001", many("a", 100_001)), 413),
            Excess("a large body, announced", post("Expect: 100-continue\r\nContent-Length: 100001"), 413),
            Excess("an enormous body", post("Content-Length: 100000000000"), 413),
            Excess("a long boundary", post("Content-Type: multipart/form-data; boundary=" + many("a", 71)), 400),
        ]
    }

    @Test("what is too much is refused with its status, and the server goes on", arguments: Excess.all)
    func tooMuch(_ excess: Excess) throws {
        let server = try TestServer { Self.limited(&$0.limits) }
        let client = RawClient(port: server.port)
        client.send(excess.bytes)
        #expect(client.readAnswer().status == excess.status)
        let other = RawClient(port: server.port)
        other.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(other.readAnswer().status == 200)
    }

    @Test("a chunked body that grows too large is dropped, answered with 413, and in the end cut off")
    func chunkedTooLarge() throws {
        let server = try TestServer { Self.limited(&$0.limits) }
        let client = RawClient(port: server.port)
        let head = "POST /heavy HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = "2710\r\n\(String(repeating: "a", count: 10_000))\r\n"
        client.send(head + String(repeating: chunk, count: 11) + "0\r\n\r\n")
        #expect(client.readAnswer().status == 413)
        let other = RawClient(port: server.port)
        other.send(head)
        var sent = 0
        while sent < 10_000, other.send(chunk) { sent += 1 }
        #expect(sent < 10_000)
    }

    @Test("bodies of all connections together have a limit")
    func bodiesInAll() throws {
        let server = try TestServer {
            $0.limits.bodyBytesInAll = 1_000
            $0.timeouts = .patient
        }
        let first = RawClient(port: server.port)
        first.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "a", count: 900))
        try wait(for: "the body") { server.server.held.load(ordering: .relaxed) >= 900 }
        let second = RawClient(port: server.port)
        second.send(post("text/plain", String(repeating: "a", count: 200)))
        let refused = second.readAnswer()
        #expect(refused.status == 503)
        #expect(refused.headers["Retry-After"] == "1")
        first.send(String(repeating: "a", count: 100))
        #expect(first.readAnswer().status == 200)
        second.send(post("text/plain", String(repeating: "a", count: 200)))
        #expect(second.readAnswer().status == 200)
        // The end of a request comes just after its answer.
        try wait(for: "the end") { server.server.held.load(ordering: .relaxed) == 0 }
    }

    @Test("connections have a limit for each address")
    func connectionsPerAddress() throws {
        let server = try TestServer {
            $0.limits.connectionsPerAddress = 2
            $0.timeouts = .patient
        }
        let clients = (0..<3).map { _ in RawClient(port: server.port) }
        let statuses = clients.map { client in
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            return client.readAnswer().status
        }
        #expect(statuses.filter { $0 == 200 }.count == 2)
        #expect(statuses.filter { $0 == 0 }.count == 1)
    }
}

@Suite("Clients that are slow", .timeLimit(.minutes(5)))
struct SlowClientTests {
    private static func hurried(_ timeouts: inout ServerConfiguration.Timeouts) {
        timeouts = ServerConfiguration.Timeouts()
        timeouts.head = 0.4
        timeouts.body = 0.4
        timeouts.idle = 0.4
        timeouts.answer = 0.4
    }

    @Test(
        "are cut off, even when they send a byte now and then",
        arguments: [
            "GET /a HTTP/1.1\r\nHost: h\r\nX: ", "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 2000\r\n\r\n",
            "POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n",
        ])
    func trickle(_ request: String) throws {
        let server = try TestServer { Self.hurried(&$0.timeouts) }
        let client = RawClient(port: server.port)
        client.send(request)
        // For more than a minute and a half, in which also a busy machine looks after its connections.
        var sent = 0
        while sent < 1000, client.read(seconds: 0.1).end == .waiting, client.send("a") { sent += 1 }
        #expect(sent < 1000)
    }

    @Test("whose body stands still, or comes too slowly, are cut off long before its time is over")
    func slowBody() throws {
        let server = try TestServer {
            ($0.timeouts.body, $0.timeouts.pause, $0.timeouts.bodyBytesPerSecond) = (3600, 0.5, 10_000)
        }
        let still = RawClient(port: server.port)
        still.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 50000\r\n\r\nabc")
        #expect(still.read(seconds: 60).end == .closed)
        let slow = RawClient(port: server.port)
        slow.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 50000\r\n\r\n")
        var sent = 0
        while sent < 500, slow.send([UInt8](repeating: 0x61, count: 100)), slow.read(seconds: 0.1).end == .waiting {
            sent += 1
        }
        #expect(sent < 500)
    }

    @Test("and silent ones are closed: new, between two requests, and half closed")
    func silent() throws {
        let server = try TestServer { Self.hurried(&$0.timeouts) }
        let new = RawClient(port: server.port)
        var used = RawClient(port: server.port)
        // On a busy machine the request may come too late as well; then another one is sent.
        try wait(for: "an answer") {
            used = RawClient(port: server.port)
            used.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
            return used.readAnswer().status == 200
        }
        let half = RawClient(port: server.port)
        half.send("POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc")
        half.endSending()
        for client in [new, used, half] { #expect(client.read().end == .closed) }
    }

    @Test("that do not read their answer are cut off")
    func reader() throws {
        struct Large: RequestHandler {
            let asked = Locked(0)
            func route(method: String, path: String) -> HTTPRoute { HTTPRoute("large") }
            func respond(to request: HTTPRequest) -> HTTPResponse {
                asked.withLock { $0 += 1 }
                return HTTPResponse(body: [UInt8](repeating: 0x61, count: 50_000_000))
            }
        }
        let handler = Large()
        let server = try TestServer(handler: handler) {
            $0.timeouts = .patient
            $0.timeouts.answer = 0.4
        }
        let client = RawClient(port: server.port)
        client.send("GET /a HTTP/1.1\r\nHost: h\r\n\r\n")
        try wait(for: "the request") { handler.asked.withLock { $0 } > 0 }
        try wait(for: "its end") { server.server.connections.count == 0 }
        #expect(client.read(seconds: 1).text.utf8.count < 50_000_000)
    }

    @Test("that half close after a whole request get their answer, and are closed")
    func halfClose() throws {
        let server = try TestServer()
        for path in ["/a", "/heavy"] {
            let client = RawClient(port: server.port)
            client.send("POST \(path) HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc")
            client.endSending()
            let answer = Answer(client.read())
            #expect(answer.status == 200)
            // Long before the idle time is over, for nothing more can come.
            #expect(answer.end == .closed)
        }
    }

    @Test("while work that takes long is waited for")
    func longWork() throws {
        let server = try TestServer(handler: EchoHandler(work: { usleep(1_200_000) })) { Self.hurried(&$0.timeouts) }
        // On a busy machine the request itself may come too late; then another one is sent.
        let isAnswered = (0..<20).contains { _ in
            let client = RawClient(port: server.port)
            client.send("GET /heavy HTTP/1.1\r\nHost: h\r\n\r\n")
            return client.readAnswer().status == 200
        }
        #expect(isAnswered)
    }

    @Test("a body whose chunks have long extensions is cut off early, and one of tiny chunks is taken")
    func paddedChunks() throws {
        let server = try TestServer { $0.timeouts = .patient }
        let head =
            "POST /form HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n"
        let tiny = RawClient(port: server.port)
        tiny.send(head + "2\r\na=\r\n" + String(repeating: "1\r\nb\r\n", count: 900) + "0\r\n\r\n")
        #expect(tiny.readAnswer().status == 200)
        let padded = RawClient(port: server.port)
        let extended = String(repeating: "1;" + String(repeating: "x", count: 1000) + "\r\na\r\n", count: 100)
        padded.send(head)
        var sent = 0
        while sent < 100, padded.send(extended) { sent += 1 }
        #expect(sent < 100)
        #expect(padded.read().end == .closed)
    }
}
