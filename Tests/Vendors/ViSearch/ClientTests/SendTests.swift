import ClientTestSupport
import Foundation
import PictureTestSupport
import SearchClientImaging
import TestSupport
import Testing

@testable import ViSearchClient

@Suite(.timeLimit(.minutes(5))) struct SendTests {
    @Test("an app key travels as a parameter, a pair of keys as basic authentication, analytics not at all")
    func credentials() async throws {
        let server = try ScriptedServer { _, _ in .json(found(["a"])) }
        _ = try await server.client(.appKey("APP")).search("x y&z")
        _ = try await server.client(.keys(access: "ak", secret: "sk")).search("x")
        let (first, second) = (server.requests[0], server.requests[1])
        #expect(first.method == "GET")
        #expect(first.path == "/search")
        #expect(first.query == ["im_name": "x y&z", "page": "1", "limit": "10", "access_key": "APP"])
        #expect(first.headers["authorization"] == nil)
        #expect(second.headers["authorization"] == "Basic YWs6c2s=")
        #expect(second.query["access_key"] == nil)
        #expect(server.requests.allSatisfy { !$0.target.contains("va_") })
    }

    @Test("headers of one's own go with every request, in place of those of their names")
    func ownHeaders() async throws {
        let server = try ScriptedServer { _, _ in .json(found(["a"])) }
        let client = server.client(.keys(access: "ak", secret: "sk")) {
            $0.headers = ["X-Gateway": "blue", "authorization": "Bearer t"]
        }
        _ = try await client.search("x")
        _ = try await client.uploadSearch(.pixels(Pictures.scene(40, 30)))
        for request in server.requests {
            #expect(request.headers["x-gateway"] == "blue" && request.headers["authorization"] == "Bearer t")
            #expect(request.headers["x-requested-with"] == "magpie-swift")
        }
    }

    @Test("analytics that are switched on tell the visitor and the visit")
    func analytics() async throws {
        let server = try ScriptedServer { _, _ in .json(found([])) }
        // On a clock that stands still: a visit ends with the day.
        let session = VisitorSession(uid: "u1", now: { Date(timeIntervalSince1970: 1_700_000_000) })
        let client = server.client { $0.analytics = .init(session, values: ["va_platform": "Desktop"]) }
        _ = try await client.search("x")
        #expect(server.requests[0].query["va_uid"] == "u1")
        #expect(server.requests[0].query["va_sid"] == session.sid())
        #expect(server.requests[0].query["va_platform"] == "Desktop")
        _ = await error { () async throws(ClientError) in try await client.remove(["a"]) }
        #expect(!server.requests[1].text.contains("va_"))
    }

    @Test("searches are sent again after 429, 5xx and broken connections, with growing pauses")
    func retries() async throws {
        // Not over the network: there the system may send a request once more by itself, and the tries are not ours.
        struct Failing: Transport {
            let tries = Locked(0)

            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply {
                let number = tries.withLock { tries in
                    tries += 1
                    return tries
                }
                switch number {
                case 1: return HTTPReply(status: 503)
                case 2: throw .interrupted(reason: "the connection broke")
                case 3: return HTTPReply(status: 429)
                default: return HTTPReply(status: 200, body: Array(found(["a"]).utf8))
                }
            }
        }
        let (transport, pauses) = (Failing(), NotedPauses())
        let retry = RetryPolicy(tries: 4, pause: 1, longestPause: 3)
        var client = SearchClient(ClientConfiguration(.none, retry: retry), transport: transport)
        client.pacing = pauses.pacing
        #expect(try await client.search("x").hits.map(\.name) == ["a"])
        #expect(transport.tries.withLock { $0 } == 4)
        #expect(pauses.seconds == [1, 2, 3])
    }

    @Test("a search gets through to a server that breaks its connection, used or new, and is busy for a while")
    func brokenConnections() async throws {
        let server = try ScriptedServer { _, index in
            switch index {
            case 0: .json(found(["first"]))
            case 1: .hangUp
            case 2: .status(503, headers: ["Connection": "close"])
            case 3: .hangUp
            case 4: .status(429)
            default: .json(found(["a"]))
            }
        }
        let client = server.client { $0.retry.tries = 6 }
        #expect(try await client.search("x").hits.map(\.name) == ["first"])
        #expect(try await client.search("x").hits.map(\.name) == ["a"])
        #expect(server.requests.count == 6)
    }

    @Test("Retry-After is waited for, as seconds or as a date, and not beyond the total timeout")
    func retryAfter() async throws {
        let server = try ScriptedServer { _, index in
            index % 2 == 0 ? .status(503, headers: ["Retry-After": index == 0 ? "7" : "600"]) : .json(found([]))
        }
        let pauses = NotedPauses()
        _ = try await server.client(pauses: pauses).search("x")
        #expect(pauses.seconds == [7])
        let failure = await error { () async throws(ClientError) in
            try await server.client(pauses: pauses).search("x")
        }
        #expect(failure == .httpStatus(503, body: ""))
        #expect(server.requests.count == 3)
        let reply = HTTPReply(status: 429, headers: ["RETRY-AFTER": "Thu, 01 Jan 1970 00:01:30 GMT"])
        #expect(reply.retryAfter(now: Date(timeIntervalSince1970: 60)) == 30)
    }

    @Test("the last failure is thrown when all tries are used up")
    func givesUp() async throws {
        let server = try ScriptedServer { _, _ in .status(502, "bad gateway") }
        let failure = await error { () async throws(ClientError) in try await server.client().search("x") }
        #expect(failure == .httpStatus(502, body: "bad gateway"))
        #expect(server.requests.count == 3)
    }

    @Test("an insert is never sent twice once it may have arrived", arguments: [500, 502, 503, 504, 0])
    func insertsOnce(_ status: Int) async throws {
        let server = try ScriptedServer { _, _ in status == 0 ? .hangUp : .status(status) }
        let failure = await error { () async throws(ClientError) in
            try await server.client().insert([.init("a", url: "http://x/a.jpg")])
        }
        #expect(failure != nil)
        #expect(server.requests.count == 1)
        _ = await error { () async throws(ClientError) in try await server.client().remove(["a"]) }
        #expect(server.requests.count == 2)
    }

    @Test("not even the system sends an insert again when a used connection breaks")
    func insertsOnceOnUsedConnection() async throws {
        let server = try ScriptedServer { request, _ in request.path == "/insert" ? .hangUp : .json(found([])) }
        let client = server.client()
        for _ in 0..<3 { _ = try await client.search("x") }
        _ = await error { () async throws(ClientError) in try await client.insert([.init("a")]) }
        #expect(server.requests.filter { $0.path == "/insert" }.count == 1)
    }

    @Test("an insert that was refused for its rate is sent again")
    func insertAgain() async throws {
        let server = try ScriptedServer { _, index in
            index == 0
                ? .status(429) : .json(#"{"status":"OK","method":"insert","trans_id":9007199254740995,"total":1}"#)
        }
        let answer = try await server.client().insert([.init("a", url: "http://x/a.jpg", values: ["price": "1.5"])])
        #expect(answer.transaction == "9007199254740995")
        #expect(server.requests.count == 2)
        #expect(server.requests[1].method == "POST")
        let form = server.requests[1].form
        #expect(
            form == ["im_name[0]": "a", "im_url[0]": "http://x/a.jpg", "price[0]": "1.5", "access_key": "APP"])
    }

    @Test("an insert is sent again when no connection came about")
    func noConnection() async throws {
        let server = try ScriptedServer { _, _ in .hangUp }
        let pauses = NotedPauses()
        // Nobody listens on port 9 of loopback.
        let client = server.client(pauses: pauses) { $0.baseURL = URL(string: "http://127.0.0.1:9")! }
        let failure = await error { () async throws(ClientError) in try await client.insert([.init("a")]) }
        guard case .transport(.notConnected) = failure else {
            Issue.record("\(failure.map { "\($0)" } ?? "no error")")
            return
        }
        #expect(pauses.seconds.count == 2)
    }

    @Test("a redirection is not followed: it would carry the keys along")
    func redirection() async throws {
        let elsewhere = try ScriptedServer { _, _ in .json(found([])) }
        let target = elsewhere.url.absoluteString + "/search"
        let server = try ScriptedServer { _, _ in .status(302, headers: ["Location": target], "moved") }
        let failure = await error { () async throws(ClientError) in
            try await server.client(.keys(access: "a", secret: "s")).search("x")
        }
        guard case .httpStatus(302, _) = failure else {
            Issue.record("\(failure.map { "\($0)" } ?? "no error")")
            return
        }
        #expect(elsewhere.requests.isEmpty)
    }

    @Test("a transport of your own is asked in place of the network")
    func ownTransport() async throws {
        struct Echo: Transport {
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply {
                HTTPReply(status: 200, body: Array(found([request.url.path()]).utf8))
            }
        }
        let client = SearchClient(ClientConfiguration(.none), transport: Echo())
        #expect(try await client.search("x").hits.map(\.name) == ["/search"])
    }

    @Test(
        "paths are added to the base URL, whatever it is",
        arguments: [
            (ClientConfiguration.viSenze, "https://visearch.visenze.com/search?"),
            (ClientConfiguration.viSenzeChina, "https://visearch.visenze.com.cn/search?"),
            (URL(string: "http://[::1]:8080")!, "http://[::1]:8080/search?"),
            (URL(string: "https://shop.example/find/")!, "https://shop.example/find/search?"),
        ])
    func baseURL(_ base: URL, _ beginning: String) async throws {
        struct Echo: Transport {
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPReply {
                HTTPReply(status: 200, body: Array(found([request.url.absoluteString]).utf8))
            }
        }
        let client = SearchClient(ClientConfiguration(.none, at: base), transport: Echo())
        #expect(try await client.search("x").hits[0].name.hasPrefix(beginning))
        #expect(client.configuration.isViSenze == beginning.contains("visenze"))
    }

    @Test("a silent server is a timeout")
    func timeout() async throws {
        let server = try ScriptedServer { _, _ in .silence }
        let client = server.client {
            $0.timeout = 0.2
            $0.retry.tries = 2
        }
        let failure = await error { () async throws(ClientError) in try await client.search("x") }
        #expect(failure == .transport(.timedOut(seconds: 0.2)))
        // On a busy machine the time may be up before the request has arrived.
        #expect(server.requests.count <= 2)
    }

    @Test("cancelling the task ends a pause between two tries")
    func cancelledPause() async throws {
        let server = try ScriptedServer { _, _ in .status(503) }
        let retry = RetryPolicy(tries: 3, pause: 400, longestPause: 400)
        let client = SearchClient(
            ClientConfiguration(.none, at: server.url, timeout: 300, totalTimeout: 1000, retry: retry))
        let task = Task { await error { () async throws(ClientError) in try await client.search("x") } }
        try await waitAsync(for: "the request") { !server.requests.isEmpty }
        // A moment for the answer to arrive; the result is the same without.
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(server.requests.count == 1)
    }

    @Test("cancelling the task ends the request, and no other one begins")
    func cancellation() async throws {
        let server = try ScriptedServer { _, _ in .silence }
        let client = server.client()
        let task = Task { await error { () async throws(ClientError) in try await client.search("x") } }
        try await waitAsync(for: "the request") { !server.requests.isEmpty }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(server.requests.count == 1)
        let early = Task { () -> ClientError? in
            while !Task.isCancelled { await Task.yield() }
            return await error { () async throws(ClientError) in try await client.search("x") }
        }
        early.cancel()
        #expect(await early.value == .cancelled)
        #expect(server.requests.count == 1)
    }
}
