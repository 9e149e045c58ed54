import Dispatch
import Foundation
import ImageTypes
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite("The part of one client", .timeLimit(.minutes(5)))
struct ShareTests {
    private func send(_ path: String, from address: String, _ port: UInt16) -> RawClient {
        let client = RawClient(port: port)
        client.send("GET \(path) HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: \(address)\r\n\r\n")
        return client
    }

    @Test(
        "one address fills its part of a line, and others still get a thread and a place", arguments: ["heavy", "slow"])
    func lines(_ path: String) throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer(handler: EchoHandler(work: { gate.wait() })) {
            ($0.imageThreads, $0.searchThreads) = (2, 2)
            ($0.limits.waitingJobs, $0.limits.waitingSearches) = (3, 3)
            ($0.trustedProxies, $0.timeouts) = (["127.0.0.1"], .patient)
        }
        let line = path == "heavy" ? server.server.jobs : server.server.searches
        let greedy = (0..<5).map { _ in send("/\(path)", from: "192.0.2.1", server.port) }
        try wait(for: "its part to fill") { line.running == 2 && line.waiting == 3 }
        #expect(send("/\(path)", from: "192.0.2.1", server.port).readAnswer().status == 503)
        // One network of version 6 is one client.
        let other = send("/\(path)", from: "2001:db8::1", server.port)
        try wait(for: "the other one to be worked for") { line.running == 3 && line.waiting == 3 }
        let waiting = (2..<5).map { send("/\(path)", from: "2001:db8::\($0)", server.port) }
        try wait(for: "its places") { line.waiting == 6 }
        #expect(send("/\(path)", from: "192.0.2.9", server.port).readAnswer().status == 503)
        for _ in 0..<9 { gate.signal() }
        for client in greedy + [other] + waiting { #expect(client.readAnswer().status == 200) }
    }

    @Test("the bodies of one address leave room for those of others")
    func bodies() throws {
        let server = try TestServer {
            ($0.limits.bodyBytesInAll, $0.limits.bodyBytesPerAddress) = (2000, 1000)
            ($0.trustedProxies, $0.timeouts) = (["127.0.0.1"], .patient)
        }
        func post(_ address: String, _ count: Int, of all: Int) -> RawClient {
            let client = RawClient(port: server.port)
            client.send(
                "POST /a HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: \(address)\r\nContent-Length: \(all)\r\n\r\n"
                    + String(repeating: "a", count: count))
            return client
        }
        let first = post("192.0.2.1", 900, of: 1000)
        try wait(for: "the body") { server.server.bodies.count >= 900 }
        #expect(post("192.0.2.1", 200, of: 200).readAnswer().status == 503)
        #expect(post("192.0.2.2", 900, of: 900).readAnswer().status == 200)
        first.send(String(repeating: "a", count: 100))
        #expect(first.readAnswer().status == 200)
        try wait(for: "the end") { server.server.bodies.count == 0 }
        #expect(post("192.0.2.1", 1000, of: 1000).readAnswer().status == 200)
    }

    @Test("answers that an address does not read are bounded, and are forgotten with their connections")
    func answers() throws {
        struct Large: RequestHandler {
            func route(method: String, path: String) -> HTTPRoute { HTTPRoute("large") }
            func respond(to request: HTTPRequest) -> HTTPResponse {
                HTTPResponse(body: [UInt8](repeating: 0x61, count: request.path == "/a" ? 50_000_000 : 10))
            }
        }
        let server = try TestServer(handler: Large()) {
            ($0.limits.answerBytesInAll, $0.limits.answerBytesPerAddress) = (160_000_000, 60_000_000)
            ($0.trustedProxies, $0.timeouts) = (["127.0.0.1"], .patient)
        }
        do {
            let slow = send("/a", from: "192.0.2.1", server.port)
            try wait(for: "the first answer") { server.server.unsent.count == 50_000_000 }
            let refused = send("/a", from: "192.0.2.1", server.port).readAnswer()
            #expect(refused.status == 503 && refused.body.contains("wait to be read"))
            #expect(send("/small", from: "192.0.2.1", server.port).readAnswer().status == 200)
            let others = (2..<4).map { send("/a", from: "192.0.2.\($0)", server.port) }
            try wait(for: "those of others") { server.server.unsent.count == 150_000_000 }
            #expect(send("/a", from: "192.0.2.9", server.port).readAnswer().status == 503)
            // Until here nobody reads.
            _ = (slow, others)
        }
        try wait(for: "all to be forgotten") { server.server.unsent.count == 0 }
    }

    @Test("a body of JSON is short but for its longest text, which may be a picture")
    func json() throws {
        let server = try TestServer()
        func status(_ body: String) -> Int {
            let client = RawClient(port: server.port)
            let head = "POST /pictured HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
            client.send("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return client.readAnswer().status
        }
        let long = String(repeating: "a", count: 5000)
        #expect(status(#"{"a":"b"}"#) == 200)
        #expect(status(#"{"a":"\#(long)","b":"c"}"#) == 200)
        #expect(status(#"{"a":"\"\#(long)\\","b":"c"}"#) == 200)
        #expect(status(#"{"a":"\#(long)","b":"\#(long)"}"#) == 413)
        #expect(status("[\(Array(repeating: "1", count: 1000).joined(separator: ","))]") == 413)
        #expect(status(#"{"a":"\#(Array(repeating: #"","# + "\"", count: 500).joined())"}"#) == 413)
    }
}

@Suite("Clients that leave", .timeLimit(.minutes(5)))
struct LeavingTests {
    @Test("the work for a client that left hears of it, and what still waits is not begun")
    func left() throws {
        let (begun, heard) = (Locked(0), Locked(0))
        let server = try TestServer(
            handler: EchoHandler(work: {
                begun.withLock { $0 += 1 }
                while let budget = Budget.current, !budget.cancellation.isCancelled { usleep(1000) }
                heard.withLock { $0 += 1 }
            })
        ) {
            ($0.imageThreads, $0.timeouts) = (1, .patient)
        }
        var clients = (0..<3).map { _ in RawClient(port: server.port) }
        for (index, client) in clients.enumerated() {
            client.send("GET /heavy HTTP/1.1\r\nHost: h\r\n\r\n")
            try wait(for: "request \(index)") { server.server.jobs.running + server.server.jobs.waiting > index }
        }
        // The last two leave first, while the first one is worked for.
        clients.removeLast(2)
        try wait(for: "their leave to be seen") {
            server.server.suspended.withLock { suspended in
                unsafe suspended.all.values.filter { unsafe $0.exchange.budget?.cancellation.isCancelled == true }.count
            } == 2
        }
        #expect(begun.withLock { $0 } == 1 && heard.withLock { $0 } == 0)
        clients.removeAll()
        try wait(for: "the end of all work") { server.server.jobs.running == 0 && server.server.connections.count == 0 }
        #expect(begun.withLock { $0 } == 1 && heard.withLock { $0 } == 1)
        let text = server.server.metrics.text()
        #expect(text.contains(#"status="499"} 3"#) || text.contains("499"), "\(text)")
    }

    @Test("one that waits is not taken for one that left")
    func waiting() throws {
        let server = try TestServer(handler: EchoHandler(work: { usleep(1_500_000) })) { $0.timeouts = .patient }
        let client = RawClient(port: server.port)
        client.send("GET /heavy HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.readAnswer(seconds: 60).status == 200)
    }
}
