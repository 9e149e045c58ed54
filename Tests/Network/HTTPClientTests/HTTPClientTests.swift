import Dispatch
import HTTPTransport
import ImageTypes
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPClient

/// Answers as its path says.
private struct Handler: RequestHandler {
    /// Held by a test while `/slow` must not answer.
    let gate = Locked(())
    let arrived = DispatchSemaphore(value: 0)

    func route(method: String, path: String) -> HTTPRoute { HTTPRoute(path, .heavy, methods: "GET, POST, DELETE") }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let number = request.parameters["n"].flatMap { Int($0) } ?? 200
        switch request.path {
        case "/status": return HTTPResponse(status: number, headers: [("X-Two", "b  c")], body: Array("why".utf8))
        case "/bytes": return HTTPResponse(body: [UInt8](repeating: 7, count: number))
        case "/slow":
            arrived.signal()
            gate.withLock { _ in }
            return HTTPResponse()
        default:
            let text = "\(request.method) \(request.headers["X-One"] ?? "-") \(request.body.count) "
            return HTTPResponse(body: Array(text.utf8) + request.body.suffix(3))
        }
    }
}

@Suite("A client of HTTP")
struct HTTPClientTests {
    private let client = HTTPClient()
    private let handler = Handler()

    private func serve() throws -> TestServer {
        try TestServer(handler: handler) {
            $0.timeouts = .patient
            $0.limits.bodyBytes = 32 << 20
        }
    }

    private func failure(_ work: () throws -> Void) -> HTTPClient.Failure? {
        #expect(throws: HTTPClient.Failure.self, performing: work)
    }

    @Test("a reply has its status, fields and body, whatever the status", arguments: [200, 404, 503])
    func statuses(_ status: Int) throws {
        let server = try serve()
        let reply = try client.sendBlocking(.init("GET", "http://127.0.0.1:\(server.port)/status?n=\(status)"))
        #expect(reply.status == status && reply.body == Array("why".utf8))
        #expect(reply.head["x-two"] == "b  c" && reply.head.length == 3 && !reply.head.isEncoded)
    }

    @Test("the method, the fields and the body arrive")
    func requests() throws {
        let server = try serve()
        func text(_ request: HTTPClient.Request) throws -> String {
            try String(decoding: client.sendBlocking(request).body, as: UTF8.self)
        }
        let url = "http://127.0.0.1:\(server.port)/echo"
        let headers = ["X-One": "a b", "Content-Type": "application/json"]
        #expect(try text(.init("GET", url, headers: headers)) == "GET a b 0 ")
        #expect(try text(.init("POST", url, headers: headers)) == "POST a b 0 ")
        #expect(try text(.init("POST", url, headers: headers, body: Array("{\0}".utf8))) == "POST a b 3 {\0}")
    }

    @Test("bodies of megabytes go both ways, and one byte more than is allowed is an error")
    func large() throws {
        let server = try serve()
        let url = "http://127.0.0.1:\(server.port)"
        var body = [UInt8](repeating: 1, count: 5 << 20)
        body += "end".utf8
        let headers = ["Content-Type": "application/json"]
        let echo = try client.sendBlocking(.init("POST", url + "/echo", headers: headers, body: body))
        #expect(String(decoding: echo.body, as: UTF8.self) == "POST - \(body.count) end")
        var request = HTTPClient.Request("GET", url + "/bytes?n=9000000")
        request.byteLimit = 9_000_000
        #expect(try client.sendBlocking(request).body == [UInt8](repeating: 7, count: 9_000_000))
        request.byteLimit -= 1
        #expect(failure { _ = try client.sendBlocking(request) } == .tooLarge(limit: 8_999_999))
    }

    @Test("a reply that does not come in time is an error")
    func late() throws {
        let server = try serve()
        handler.gate.withLock { _ in
            let request = HTTPClient.Request("GET", "http://127.0.0.1:\(server.port)/slow", timeout: 0.3)
            #expect(failure { _ = try client.sendBlocking(request) } == .timedOut(seconds: 0.3))
        }
        let request = HTTPClient.Request("GET", "http://127.0.0.1:\(server.port)/slow", timeout: 0)
        #expect(failure { _ = try client.sendBlocking(request) } == .timedOut(seconds: 0))
    }

    @Test("a request ends while it waits for its reply, once it is not wanted any more, and the client goes on")
    func unwanted() async throws {
        let server = try serve()
        let url = "http://127.0.0.1:\(server.port)/slow"
        let (client, handler) = (client, handler)
        let isHeld = DispatchSemaphore(value: 0)
        let isOver = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            handler.gate.withLock { _ in
                isHeld.signal()
                isOver.wait()
            }
        }
        let isWanted = Locked(true)
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isHeld.wait()
                DispatchQueue.global().async {
                    handler.arrived.wait()
                    isWanted.withLock { $0 = false }
                }
                continuation.resume(
                    returning: Result { () throws(HTTPClient.Failure) in
                        try client.sendBlocking(.init("GET", url, timeout: 600), while: { isWanted.withLock { $0 } })
                    })
            }
        }
        #expect(throws: HTTPClient.Failure.cancelled) { try result.get() }
        isOver.signal()
        #expect(try client.sendBlocking(.init("GET", url)).status == 200)
    }

    @Test("who asks for the head alone gets no body")
    func heads() throws {
        let server = try serve()
        let request = HTTPClient.Request("GET", "http://127.0.0.1:\(server.port)/bytes?n=9000000")
        let reply = try client.sendBlocking(request, takingBody: { $0.length == 0 })
        #expect(reply.status == 200 && reply.head.length == 9_000_000 && reply.body.isEmpty)
    }

    @Test("nobody who listens, a server without TLS, and a header of two lines are told apart")
    func unreachable() throws {
        let server = try serve()
        guard
            case .unreachable(let reason)? = failure({ _ = try client.sendBlocking(.init("GET", "http://127.0.0.1:1")) }
            )
        else {
            Issue.record("port 1 answers")
            return
        }
        #expect(reason.contains("127.0.0.1 port 1"))
        let insecure = failure { _ = try client.sendBlocking(.init("GET", "https://127.0.0.1:\(server.port)/echo")) }
        guard case .insecure? = insecure else {
            Issue.record("\(String(describing: insecure))")
            return
        }
        let split = HTTPClient.Request(
            "GET", "http://127.0.0.1:\(server.port)/echo", headers: ["X-One": "a\r\nX-Two: b"])
        guard case .unreachable? = failure({ _ = try client.sendBlocking(split) }) else {
            Issue.record("it was sent")
            return
        }
    }
}
