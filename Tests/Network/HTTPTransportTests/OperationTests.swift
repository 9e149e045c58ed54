import Dispatch
import Foundation
import ImageTypes
import Synchronization
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite("A server in operation", .timeLimit(.minutes(5)))
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
    }

    @Test("says how it is while all that answers searches and pictures is stuck")
    func isolation() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer(handler: EchoHandler(work: { gate.wait() })) {
            ($0.imageThreads, $0.searchThreads) = (2, 2)
            ($0.limits.waitingJobs, $0.limits.waitingSearches) = (2, 4)
            $0.timeouts = .patient
        }
        let stuck = (0..<10).map { index in
            let client = RawClient(port: server.port)
            client.send("GET /\(index < 4 ? "heavy" : "slow") HTTP/1.1\r\nHost: h\r\n\r\n")
            return client
        }
        try wait(for: "the lines to fill") { server.server.jobs.isFull && server.server.searches.isFull }
        for path in ["/healthz", "/livez", "/readyz", "/metrics", "/healthz/", "//livez"] {
            // One on each thread of the connections.
            for _ in 0..<2 { #expect(get(path, from: RawClient(port: server.port)).status == 200) }
        }
        #expect(get("/slow", from: RawClient(port: server.port)).status == 503)
        for _ in stuck { gate.signal() }
        for client in stuck { #expect(client.readAnswer().status == 200) }
    }

    @Test("answers 503 at once when the line is full, and goes on when it is not")
    func overload() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer(handler: EchoHandler(work: { gate.wait() })) {
            $0.imageThreads = 1
            $0.limits.waitingJobs = 2
            $0.timeouts = .patient
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
            #expect(answer.body == "System busy, please try again later.\n")
            #expect(get("/quick", from: client).status == 200)
        }
        for _ in 0..<3 { gate.signal() }
        for client in clients.prefix(3) { #expect(client.readAnswer().status == 200) }
        gate.signal()
        #expect(get("/heavy", from: clients[5]).status == 200)
    }

    @Test("finishes what runs when it is stopped, and takes nothing new")
    func stop() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer(handler: EchoHandler(work: { gate.wait() })) { $0.timeouts.stop = 600 }
        let client = RawClient(port: server.port)
        client.send("GET /heavy HTTP/1.1\r\nHost: h\r\n\r\n")
        let http = server.server
        try wait(for: "the work") { http.jobs.running > 0 }
        Thread.detachNewThread {
            // The work ends when the server has been told to stop, and not before.
            while !http.isStopping.load(ordering: .relaxed) { usleep(1000) }
            gate.signal()
        }
        http.stop()
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

    @Test("what comes on an open connection after all that waits was given up is refused at once")
    func lateRequest() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer(handler: EchoHandler(work: { gate.wait() }))
        let clients = (0..<2).map { _ in RawClient(port: server.port) }
        for client in clients { #expect(get("/quick", from: client).status == 200) }
        clients[0].send("GET /heavy HTTP/1.1\r\nHost: h\r\n\r\n")
        try wait(for: "the work") { server.server.jobs.running > 0 }
        server.server.giveUpSuspended()
        #expect(clients[0].readAnswer().status == 503)
        let late = get("/slow", from: clients[1])
        #expect(late.status == 503 && late.body == "The server is stopping.\n")
        server.server.stop()
        gate.signal()
    }

    @Test("searches are answered while all that wait for a file of records are stuck")
    func records() throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try TestServer(handler: EchoHandler(work: { gate.wait() })) {
            $0.searchThreads = 1
            $0.limits.waitingSearches = 2
        }
        let stuck = (0..<6).map { _ in RawClient(port: server.port) }
        for client in stuck { client.send("GET /record HTTP/1.1\r\nHost: h\r\n\r\n") }
        try wait(for: "the line to fill") { server.server.records.isFull }
        #expect(get("/quick", from: RawClient(port: server.port)).status == 200)
        #expect(get("/record", from: RawClient(port: server.port)).status == 503)
        for _ in stuck { gate.signal() }
        for client in stuck { #expect(client.readAnswer().status == 200) }
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
        let start = "POST http://localhost/b?secret=SECRET HTTP/1.1\r\nHost: localhost\r\n"
        client.send("\(start)\(type)\r\n\r\n\(form)")
        #expect(client.readAnswer().status == 200)
        client.send("POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        #expect(client.readAnswer().status == 400)
        // It is counted when its connection ends, which comes just after its answer.
        try wait(for: "its end") { server.server.metrics.text().contains("499") }
        let other = RawClient(port: server.port)
        _ = get("/heavy", from: other)
        server.server.metrics.observe(stage: "decode", seconds: 0.002)
        server.server.metrics.gauge(Metric("magpie_items", "Items in the index.")) { 42 }
        let metrics = get("/metrics", from: other).body
        #expect(metrics.contains("magpie_requests_total{route=\"quick\",status=\"200\"} 2\n"))
        #expect(metrics.contains("magpie_requests_total{route=\"quick\",status=\"499\"} 1\n"))
        #expect(metrics.contains("magpie_requests_total{route=\"heavy\",status=\"200\"} 1\n"))
        #expect(metrics.contains("magpie_request_duration_seconds_count{route=\"heavy\"} 1\n"))
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

    @Test("says why a request failed in the log, with its name, and to whoever listens; and which key was refused")
    func reasons() throws {
        let pipe = Pipe()
        let log = AccessLog(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let notes = Locked<[String]>([])
        let keys = try Credentials(lines: "APPKEY")
        let server = try TestServer {
            $0.accessLog = log
            $0.credentials = keys
            $0.note = { note in notes.withLock { $0.append(note) } }
        }
        let client = RawClient(port: server.port)
        let failed = get("/broken?access_key=APPKEY", from: client)
        #expect(failed.status == 500 && failed.body.isEmpty)
        _ = get("/a?access_key=WRONG", from: client)
        _ = get("/data?access_key=APPKEY", from: client)
        server.server.stop()
        let lines = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasSuffix(#""remote":"127.0.0.1","reason":"the disk is \"full\""}"#) == true)
        #expect(lines.dropFirst().first?.hasSuffix(#","auth":"refused"}"#) == true)
        #expect(lines.last?.hasSuffix(#","auth":"insufficient"}"#) == true)
        let id = failed.headers["X-Log-ID"] ?? "?"
        #expect(notes.withLock { $0 } == ["request \(id) (quick) failed: the disk is \"full\""])
    }

    @Test("a log whose reader is slow loses no line, and one that nobody reads says how many it lost")
    func slowLog() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let log = AccessLog(descriptor: descriptor)
        func append(_ count: Int) {
            for index in 0..<count {
                log.append(
                    AccessLog.Entry(
                        id: "\(index)", method: "GET", path: "/a", status: 200, bytes: 1, seconds: 0,
                        remoteAddress: "127.0.0.1"))
            }
        }
        let text = Locked("")
        let read = DispatchSemaphore(value: 0)
        let reader = Thread {
            while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                text.withLock { $0 += String(decoding: data, as: UTF8.self) }
                if text.withLock({ $0.contains("lost") || $0.count(where: { $0 == "\n" }) == 2000 }) { break }
                usleep(10_000)
            }
            read.signal()
        }
        reader.start()
        append(2000)
        log.flush()
        #expect(read.wait(timeout: .now() + longestWait) == .success)
        #expect(text.withLock { $0.count { $0 == "\n" } } == 2000)
        append(2000)
        log.flush()
        var rest = ""
        try wait(for: "the number of lost lines") {
            // There is always a line to read.
            append(1)
            log.flush()
            rest += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            return rest.contains("{\"lost\":")
        }
    }
}
