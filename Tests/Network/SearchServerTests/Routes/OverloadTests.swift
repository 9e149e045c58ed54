import Dispatch
import Foundation
import SQLite
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import VisualSearch

@Suite("A server with more work than it takes", .timeLimit(.minutes(5)))
struct OverloadTests {
    private func metric(_ name: String, _ shop: Shop) throws -> Double {
        let text = try shop.ask("GET", "/metrics").answer.body
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Double($0.dropFirst(name.count + 1)) } ?? .nan
    }

    private func expectBusy(_ answered: (answer: Answer, json: JSONValue)) {
        #expect(answered.answer.status == 503 && answered.answer.headers["Retry-After"] == "1")
        let error = answered.json["error"]?[0]
        #expect(answered.json["status"] == .string("fail"))
        #expect((error?.text ?? error?["error_message"]?.text) == "System busy, please try again later.")
    }

    @Test("words alone are searched for while every core describes a picture")
    func wordsBesidePictures() throws {
        let gate = DispatchSemaphore(value: 0)
        let describer = RemoteDescriber(gate: gate)
        let shop = try Shop(describer: describer) { $0.jobs = 1 }
        let client = shop.client
        let body = Shop.multipart([("image", try Shop.picture("bag-001"), true)])
        let head =
            "POST /uploadsearch HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b0undary\r\n"
        client.send(Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
        try wait(for: "the picture") { describer.asked.withLock { $0 } == 1 }
        #expect(try shop.get("/multisearch?q=shoe")["status"] == .string("OK"))
        gate.signal()
        #expect(client.readAnswer(seconds: 60).status == 200)
    }

    @Test("a search with a picture goes past insertions, which are described on threads that give way")
    func searchBesideInsertions() throws {
        let gate = DispatchSemaphore(value: 0)
        let describer = RemoteDescriber(gate: gate)
        let shop = try Shop(describer: describer) { $0.jobs = 1 }
        let picture = try Shop.picture("bag-001")
        let parts = (0..<3).flatMap { number in
            [("im_name[\(number)]", Array("a\(number)".utf8), false), ("image[\(number)]", picture, true)]
        }
        let accepted = try shop.post("/insert", parts: parts)
        try wait(for: "the first insertion") { describer.asked.withLock { $0 } == 1 }
        let client = shop.client
        let body = Shop.multipart([("image", picture, true)])
        let head =
            "POST /uploadsearch HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b0undary\r\n"
        client.send(Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body)
        // The insertion holds the only thread that describes insertions.
        try wait(for: "the search") { describer.asked.withLock { $0 } == 2 }
        let entry =
            #"[{"item":{"id":"b","attributes":{}},"image":{"bytes":"\#(Data(picture).base64EncodedString())"}}]"#
        for _ in 0..<5 { gate.signal() }
        #expect(client.readAnswer(seconds: 60).status == 200)
        #expect(try shop.finish(accepted["trans_id"])["success_count"] == .int(3))
        let inserted = try shop.ask("POST", "/engine/insert", headers: [Shop.json], body: Array(entry.utf8))
        #expect(inserted.answer.status == 200, "\(inserted.answer.body)")
        #if os(Linux)
            #expect(describer.priorities.withLock { $0 } == [10, 0, 10, 10, 10])
        #endif
    }

    @Test("pictures that have to be fetched wait in a line of their own; uploads go past them")
    func fetches() throws {
        let gate = DispatchSemaphore(value: 0)
        let picture = try Shop.picture("bag-001")
        let web = try (0..<2).map { _ in
            try CannedServer { _ in
                _ = gate.wait(timeout: .now() + longestWait)
                return CannedServer.ok(picture)
            }
        }
        let shop = try Shop(names: ["bag-001", "bag-002"]) { setup in
            setup.jobs = 1
            setup.fetch.concurrency = 2
            setup.fetch.allowsPrivate = true
            // A host that sends nothing for half of this time is given up, and a busy machine takes minutes.
            setup.fetch.seconds = 4 * longestWait
            setup.http.limits.waitingJobs = 3
        }
        func url(_ number: Int) -> String { "http://127.0.0.1:\(web[number % 2].port)/x.jpg" }
        // Two fetch, three wait in line.
        let clients = (0..<5).map { number in
            let client = shop.client
            client.send("GET /uploadsearch?im_url=\(url(number)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client
        }
        try wait(for: "three in line") { try metric("magpie_fetch_jobs_waiting", shop) == 3 }
        #expect(try metric("magpie_fetch_jobs_running", shop) == 2)
        for path in ["/uploadsearch", "/discoversearch"] {
            expectBusy(try shop.ask("GET", "\(path)?im_url=\(url(0))"))
            let uploaded = try shop.upload(path, picture)
            #expect(uploaded["status"] == .string("OK"))
        }
        for _ in clients { gate.signal() }
        for client in clients {
            let answer = client.readAnswer(seconds: 300)
            #expect(answer.status == 200 && answer.body.contains("\"im_name\":\"bag-001\""), "\(answer.body)")
        }
        #expect(try metric("magpie_fetch_jobs_waiting", shop) == 0 && metric("magpie_uploads", shop) == 7)
    }

    @Test("as many requests as there are places are worked on or wait; the next is told at once to come back")
    func uploads() throws {
        let picture = try Shop.picture("bag-001")
        let shop = try Shop(names: ["bag-001", "bag-002", "bag-003"]) { setup in
            setup.jobs = 1
            setup.http.limits.waitingJobs = 3
        }
        // Removals wait for whoever else writes, here for as long as the test takes.
        try shop.engine.store.outsideTransaction { database throws(SearchError) in
            try database.script("PRAGMA busy_timeout = 600000")
        }
        let other = try Database(path: shop.engine.store.path, access: .write)
        try other.run("BEGIN IMMEDIATE")
        let clients = (0..<5).map { _ in
            let client = shop.client
            let form = "im_name[0]=bag-003"
            let head = "POST /remove HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            client.send(head + "Content-Length: \(form.utf8.count)\r\n\r\n" + form)
            return client
        }
        try wait(for: "three in line") { try metric("magpie_image_jobs_waiting", shop) == 3 }
        for path in ["/uploadsearch", "/discoversearch", "/insert"] {
            let body = Shop.multipart([("image", picture, true)])
            let headers = ["Content-Type: multipart/form-data; boundary=b0undary"]
            expectBusy(try shop.ask("POST", path, headers: headers, body: body))
        }
        // Requests without a picture go on.
        #expect(try shop.get("/search?im_name=bag-001")["result"]?.names.contains("bag-002") == true)
        try other.run("ROLLBACK")
        for client in clients { #expect(client.readAnswer(seconds: 300).status == 200) }
        #expect(try shop.upload("/uploadsearch", picture)["result"]?[0]?["im_name"] == .string("bag-001"))
        #expect(try metric("magpie_image_jobs_waiting", shop) == 0)
    }
}
