import Dispatch
import Foundation
import SearchAPI
import TestSupport
import Testing

@testable import SearchServer

@Suite("A server with more work than it takes", .timeLimit(.minutes(15)))
struct OverloadTests {
    @Test("as many pictures as there are places are worked on or wait; the next is told at once to come back")
    func uploads() throws {
        let gate = DispatchSemaphore(value: 0)
        let picture = try Shop.picture("bag-001")
        let web = try (0..<2).map { _ in
            try CannedServer { _ in
                gate.wait()
                return CannedServer.ok(picture)
            }
        }
        let shop = try Shop(names: ["bag-001", "bag-002"]) { setup in
            setup.jobs = 1
            setup.fetch.concurrency = 2
            setup.fetch.allowsPrivate = true
            setup.fetch.seconds = 60
            setup.http.limits.waitingJobs = 3
        }
        // Two fetch, a third waits for its fetch, three more wait in line.
        let clients = (0..<6).map { number in
            let client = shop.client
            let url = "http://127.0.0.1:\(web[number % 2].port)/x.jpg"
            client.send("GET /uploadsearch?im_url=\(url) HTTP/1.1\r\nHost: x\r\n\r\n")
            return client
        }
        func metric(_ name: String) throws -> Double {
            let text = try shop.ask("GET", "/metrics").answer.body
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
            return line.flatMap { Double($0.dropFirst(name.count + 1)) } ?? .nan
        }
        try wait(for: "three in line") { try metric("magpie_image_jobs_waiting") == 3 }
        #expect(try metric("magpie_image_jobs_running") == 3)
        for path in ["/uploadsearch", "/discoversearch", "/insert"] {
            let body = Shop.multipart([("image", picture, true)])
            let headers = ["Content-Type: multipart/form-data; boundary=b0undary"]
            let (answer, json) = try shop.ask("POST", path, headers: headers, body: body)
            #expect(answer.status == 503 && answer.headers["Retry-After"] == "1")
            let error = json["error"]?[0]
            #expect(json["status"] == .string("fail"))
            #expect((error?.text ?? error?["error_message"]?.text) == "System busy, please try again later.")
        }
        // What needs no picture goes on.
        #expect(try shop.get("/search?im_name=bag-001")["result"]?.names == ["bag-002"])
        for _ in clients { gate.signal() }
        for client in clients {
            let answer = client.readAnswer(seconds: 60)
            #expect(answer.status == 200 && answer.body.contains("\"im_name\":\"bag-001\""))
        }
        #expect(try shop.upload("/uploadsearch", picture)["result"]?[0]?["im_name"] == .string("bag-001"))
        #expect(try metric("magpie_image_jobs_waiting") == 0 && metric("magpie_uploads") == 7)
    }
}
