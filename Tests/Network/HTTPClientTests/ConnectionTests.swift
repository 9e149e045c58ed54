import Dispatch
import ImageTypes
import TestSupport
import Testing

@testable import HTTPClient

@Suite("The connections of a client of HTTP")
struct ConnectionTests {
    private let client = HTTPClient()

    private func body(_ url: String) throws -> String {
        try String(decoding: client.sendBlocking(.init("GET", url)).body, as: UTF8.self)
    }

    @Test("one stays open for the requests that follow")
    func reused() throws {
        let server = try RawServer { _ in .ok("yes") }
        for _ in 0..<5 { #expect(try body(server.url) == "yes") }
        #expect(server.connections == 1)
    }

    @Test("requests at the same time have one each, and those after them take these")
    func parallel() throws {
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try RawServer { head in
            if head.hasPrefix("GET /wait") {
                begun.signal()
                go.wait()
            }
            return .ok("yes")
        }
        let (client, url, group) = (client, server.url, DispatchGroup())
        let replies = Locked(0)
        for _ in 0..<3 {
            DispatchQueue.global().async(group: group) {
                let reply = try? client.sendBlocking(.init("GET", url + "wait", timeout: 600))
                replies.withLock { $0 += reply?.status == 200 ? 1 : 0 }
            }
        }
        for _ in 0..<3 { begun.wait() }
        for _ in 0..<3 { go.signal() }
        group.wait()
        for _ in 0..<5 { #expect(try body(url) == "yes") }
        #expect(replies.withLock { $0 } == 3 && server.connections == 3)
    }

    @Test("a method beside GET has a body, and waits for nobody to allow it")
    func methods() throws {
        let server = try RawServer { .ok($0) }
        let request = HTTPClient.Request("DELETE", server.url + "a?b", body: [UInt8](repeating: 65, count: 2 << 20))
        let head = try String(decoding: client.sendBlocking(request).body, as: UTF8.self)
        #expect(head.hasPrefix("DELETE /a?b HTTP/1.1\r\n") && head.contains("Content-Length: 2097152\r\n"))
        #expect(!head.contains("Expect:"))
    }

    @Test("one that the server has closed is replaced, also for a POST")
    func closed() throws {
        let server = try RawServer { _ in .ok("yes", closes: true) }
        for method in ["GET", "POST", "POST"] {
            let reply = try client.sendBlocking(.init(method, server.url))
            #expect(reply.status == 200)
        }
        #expect(server.connections == 3)
    }

    @Test("a reply without an announced length has a limit, too")
    func unannounced() throws {
        let chunk = "5\r\nabcde\r\n"
        let server = try RawServer { _ in
            .init("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + chunk + "0\r\n\r\n")
        }
        #expect(try body(server.url) == "abcdeabcde")
        var request = HTTPClient.Request("GET", server.url)
        request.byteLimit = 9
        #expect(throws: HTTPClient.Failure.tooLarge(limit: 9)) { try client.sendBlocking(request) }
    }

    @Test(
        "a reply that ends early, or is no HTTP, is cut off",
        arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", "HTTP/1.1 200 OK\r\nContent-", "SSH-2.0-x\r\n"])
    func broken(_ text: String) throws {
        let server = try RawServer { _ in .init(text, closes: true) }
        let error = #expect(throws: HTTPClient.Failure.self) { try body(server.url) }
        guard case .cutOff? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a head of more than 64 KiB is refused")
    func longHead() throws {
        let fields = (0..<1000).map { "X-\($0): \(String(repeating: "x", count: 90))\r\n" }.joined()
        let server = try RawServer { _ in .init("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n") }
        #expect(throws: HTTPClient.Failure.tooLarge(limit: 64 << 10)) { try body(server.url) }
    }

    @Test("a pinned request goes to its addresses only, each on a connection of its own")
    func pinned() throws {
        let server = try RawServer { _ in .ok("yes") }
        // No resolver knows the name.
        var request = HTTPClient.Request("GET", "http://shop.example:\(server.port)/")
        request.pin = .init(name: "shop.example", port: server.port, addresses: ["127.0.0.1"])
        for _ in 0..<2 { #expect(try client.sendBlocking(request).status == 200) }
        #expect(server.connections == 2)
        request = HTTPClient.Request("GET", server.url)
        request.pin = .init(name: nil, port: server.port, addresses: ["127.0.0.2", "::1"])
        let error = #expect(throws: HTTPClient.Failure.self) { try client.sendBlocking(request) }
        guard case .unreachable? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a body that somebody would have to undo is seen in the head")
    func encoded() {
        func isEncoded(_ field: String) -> Bool {
            var head = Head()
            for line in ["HTTP/1.1 200 OK\r\n", field + "\r\n", "\r\n"] { head.take(line) }
            return head.isWhole && head.isEncoded
        }
        for field in ["Content-Encoding: gzip", "content-encoding:GZIP", "Transfer-Encoding: gzip, chunked"] {
            #expect(isEncoded(field), "\(field)")
        }
        for field in ["Content-Encoding: identity", "Transfer-Encoding: Chunked ", "Content-Encoding:", "X: gzip"] {
            #expect(!isEncoded(field), "\(field)")
        }
    }
}
