import Dispatch
import Foundation
import TestSupport
import Testing

@testable import SearchServer

@Suite("A server in operation", .timeLimit(.minutes(15)))
struct OperationTests {
    private func get(_ path: String, from client: RawClient, headers: String = "") -> Answer {
        client.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\(headers)\r\n")
        return client.readAnswer()
    }

    @Test("names each request in a header of exactly this case, larger each time, and forbids to store the answer")
    func headers() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        let answers = (0..<3).map { _ in get("/a", from: client) }
        let ids = try answers.map { try #require(Int64($0.headers["X-Log-ID"] ?? "")) }
        #expect(ids == ids.sorted() && Set(ids).count == 3)
        #expect(answers[0].headers["Cache-Control"] == "no-store")
        #expect(answers[0].headers["Access-Control-Allow-Origin"] == "*")
        #expect(answers[0].headers["Access-Control-Expose-Headers"] == "X-Log-ID")
    }

    @Test("tells browsers of other sites what they may send")
    func crossOrigin() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        client.send("OPTIONS /heavy HTTP/1.1\r\nHost: h\r\nOrigin: http://o\r\n\r\n")
        let answer = Answer(client.read(seconds: 0.5) { $0.hasSuffix("\r\n\r\n") })
        #expect(answer.status == 204)
        #expect(answer.headers["Access-Control-Allow-Headers"] == "X-Requested-With, Authorization, Content-Type")
        #expect(answer.headers["Access-Control-Allow-Methods"]?.contains("POST") == true)
        #expect(get("/a", from: client).status == 200)
    }

    @Test("answers 503 at once when the line is full, and goes on when it is not")
    func overload() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer(handler: EchoHandler(work: { gate.wait() })) {
            $0.imageThreads = 1
            $0.limits.waitingJobs = 2
        }
        let clients = (0..<6).map { _ in RawClient(port: server.port) }
        for (index, client) in clients.prefix(3).enumerated() {
            client.send("GET /heavy HTTP/1.1\r\nHost: h\r\n\r\n")
            try wait(for: "request \(index)") { server.server.jobs.running + server.server.jobs.waiting > index }
        }
        for client in clients.dropFirst(3) {
            let answer = get("/heavy", from: client)
            #expect(answer.status == 503)
            #expect(answer.headers["Retry-After"] == "1")
            #expect(answer.body.hasPrefix(#"{"status":"fail","method":"heavy","error":["#))
            #expect(get("/quick", from: client).status == 200)
        }
        for _ in 0..<3 { gate.signal() }
        for client in clients.prefix(3) { #expect(client.readAnswer().status == 200) }
        gate.signal()
        #expect(get("/heavy", from: clients[5]).status == 200)
    }

    @Test("finishes what runs when it is stopped, and takes nothing new")
    func stop() throws {
        let server = try TestServer(handler: EchoHandler(work: { usleep(300_000) }))
        let client = RawClient(port: server.port)
        client.send("GET /heavy HTTP/1.1\r\nHost: h\r\n\r\n")
        try wait(for: "the work") { server.server.jobs.running > 0 }
        server.server.stop()
        let answer = Answer(client.read())
        #expect(answer.status == 200)
        #expect(answer.headers["Connection"] == "close")
        #expect(answer.end == .closed)
    }

    @Test("stops cleanly however often it is started, with connections in the queue")
    func restarts() throws {
        for _ in 0..<100 {
            let server = try TestServer()
            let client = RawClient(port: server.port)
            server.server.stop()
            client.send("GET /quick HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(client.read().text.isEmpty)
        }
    }

    @Test("gives up work that takes too long when it is stopped")
    func stopInTime() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer(handler: EchoHandler(work: { gate.wait() })) { $0.timeouts.stop = 0.2 }
        let client = RawClient(port: server.port)
        client.send("GET /heavy HTTP/1.1\r\nHost: h\r\n\r\n")
        try wait(for: "the work") { server.server.jobs.running > 0 }
        server.server.stop()
        #expect(Answer(client.read()).status == 503)
        gate.signal()
    }

    @Test("counts requests by route and status, and logs them without what they asked")
    func observation() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = FileManager.default.createFile(atPath: folder.path, contents: nil)
        let file = try FileHandle(forWritingTo: folder)
        let log = AccessLog(descriptor: file.fileDescriptor)
        let server = try TestServer { $0.accessLog = log }
        let client = RawClient(port: server.port)
        _ = get("/a%22b?access_key=SECRET", from: client, headers: "Authorization: Basic SECRET\r\n")
        let form = "access_key=SECRET&im_name[0]=x"
        let type = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)"
        client.send("POST http://user:SECRET@h/b?secret=SECRET HTTP/1.1\r\nHost: h\r\n\(type)\r\n\r\n\(form)")
        #expect(client.readAnswer().status == 200)
        client.send("POST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        #expect(client.readAnswer().status == 400)
        // It is counted when its connection ends, which comes just after its answer.
        try wait(for: "its end") { server.server.metrics.text().contains("499") }
        let other = RawClient(port: server.port)
        _ = get("/heavy", from: other)
        server.server.metrics.observe(stage: "decode", seconds: 0.002)
        server.server.metrics.gauge("magpie_items", "Items in the index.") { 42 }
        let metrics = get("/metrics", from: other).body
        #expect(metrics.contains("magpie_requests_total{route=\"quick\",status=\"200\"} 2\n"))
        #expect(metrics.contains("magpie_requests_total{route=\"quick\",status=\"499\"} 1\n"))
        #expect(metrics.contains("magpie_requests_total{route=\"heavy\",status=\"200\"} 1\n"))
        #expect(metrics.contains("magpie_request_seconds_count{route=\"heavy\"} 1\n"))
        #expect(metrics.contains("magpie_image_stage_seconds_bucket{stage=\"decode\",le=\"0.0025\"} 1\n"))
        #expect(metrics.contains("\nmagpie_items 42.0\n"))
        server.server.stop()

        let lines = try String(contentsOf: folder, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 5)
        #expect(!lines.joined().contains("SECRET"))
        struct Line: Decodable {
            var time: String, reqid: String, method: String, path: String, remote: String
            var status: Int, bytes: Int, ms: Double
        }
        let first = try JSONDecoder().decode(Line.self, from: Data(lines[0].utf8))
        #expect(first.path == "/a\"b" && first.method == "GET" && first.status == 200 && first.remote == "127.0.0.1")
        let time = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(first.time)
        #expect(abs(time.timeIntervalSinceNow) < 3600)
        let statuses = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).status }
        #expect(statuses.sorted() == [200, 200, 200, 200, 499])
    }
}
