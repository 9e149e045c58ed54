import Foundation
import Synchronization
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite("Connections", .timeLimit(.minutes(5)))
struct AdmissionTests {
    @Test(
        "at its limit the server closes what comes, and serves again when others have gone",
        arguments: [(8, 1_024), (7, 0)])
    func connections(_ limit: Int, _ perAddress: Int) throws {
        let server = try TestServer {
            ($0.limits.connections, $0.limits.connectionsPerAddress) = (limit, perAddress)
            $0.timeouts = .patient
        }
        func ask(_ client: RawClient) -> Int {
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            return client.readAnswer().status
        }
        for _ in 0..<3 {
            do {
                // One of the library's two threads may get all of them.
                let clients = (0..<5 * limit).map { _ in RawClient(port: server.port) }
                #expect(clients.map(ask).filter { $0 == 200 }.count == limit)
            }
            try wait(for: "the connections to end") { server.server.connections.count == 0 }
            try wait(for: "a place") { ask(RawClient(port: server.port)) == 200 }
            try wait(for: "the last one to end") { server.server.connections.count == 0 }
        }
        #expect(server.server.refusedConnections >= UInt64(3 * 4 * limit))
        server.server.stop()
    }

    @Test("0 is no limit on connections")
    func unlimited() throws {
        let server = try TestServer { ($0.limits.connections, $0.limits.connectionsPerAddress) = (0, 0) }
        let clients = (0..<20).map { _ in RawClient(port: server.port) }
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(client.readAnswer().status == 200)
        }
        #expect(server.server.refusedConnections == 0)
    }

    @Test("any number of proxies is trusted, and what is no address is refused at the start")
    func manyProxies() throws {
        let others = (0..<200).map { "10.0.\($0).1" }
        let server = try TestServer {
            $0.limits.connectionsPerAddress = 1
            $0.trustedProxies = Set(others + ["127.0.0.1"])
        }
        let clients = (0..<4).map { _ in RawClient(port: server.port) }
        for client in clients {
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(client.readAnswer().status == 200)
        }
        #expect(throws: StartError.invalidProxy("proxy.local")) {
            _ = try TestServer { $0.trustedProxies = ["10.0.0.1", "proxy.local"] }
        }
    }

    @Test("a network of version 6 is one client, as a host has all of its addresses")
    func networks() {
        let bytes = SenderBytes(limit: 1000, limitPerAddress: 100)
        #expect(bytes.add(60, from: "2001:db8::1") && !bytes.add(60, from: "2001:db8::ffff:2"))
        #expect(bytes.add(60, from: "2001:db8:0:1::1") && bytes.add(60, from: "192.0.2.1"))
        #expect(!bytes.add(60, from: "::ffff:192.0.2.1") && bytes.add(60, from: "192.0.2.2"))
        bytes.remove(60, from: "2001:db8::3")
        #expect(bytes.add(60, from: "2001:db8::ffff:2") && bytes.count == 240)
    }

    @Test("a proxy that is trusted has connections without a limit of its own, and says who asks")
    func trustedProxy() throws {
        let pipe = Pipe()
        let log = AccessLog(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        let server = try TestServer {
            $0.limits.connectionsPerAddress = 2
            $0.trustedProxies = ["127.0.0.1", "10.0.0.9"]
            $0.timeouts = .patient
            $0.accessLog = log
        }
        let named = [
            "", "1.2.3.4", "6.6.6.6, 1.2.3.4", "1.2.3.4:8080, 10.0.0.9", "[2001:db8::1]:80", "evil\"}, x",
        ]
        let clients = named.map { _ in RawClient(port: server.port) }
        for (client, name) in zip(clients, named) {
            let header = name.isEmpty ? "" : "X-Forwarded-For: \(name)\r\n"
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\(header)\r\n")
            #expect(client.readAnswer().status == 200)
        }
        server.server.stop()
        let text = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
        let remote = text.matches(of: /"remote":"([^"]*)"/).map { String($0.1) }
        #expect(remote.sorted() == ["127.0.0.1", "127.0.0.1", "1.2.3.4", "1.2.3.4", "1.2.3.4", "2001:db8::1"].sorted())
    }

    @Test("clients without a valid key have little room for bodies, and none where no key can follow")
    func sendersWithoutKey() throws {
        let keys = try Credentials(lines: "APPKEY\nak:sk")
        let server = try TestServer {
            $0.credentials = keys
            ($0.limits.bodyBytes, $0.limits.bodyBytesInAll) = (100_000, 400_000)
            $0.timeouts = .patient
        }
        func begin(_ type: String, _ query: String, _ body: String, rest: Int = 1000) -> RawClient {
            let client = RawClient(port: server.port)
            client.send(
                "POST /heavy\(query) HTTP/1.1\r\nHost: h\r\nContent-Type: \(type)\r\n"
                    + "Content-Length: \(body.utf8.count + rest)\r\n\r\n\(body)")
            return client
        }
        let (multipart, long) = ("multipart/form-data; boundary=B", String(repeating: "a", count: 60_000))
        let file = "--B\r\nContent-Disposition: form-data; name=\"image\"; filename=x\r\n\r\n"
        let key = "--B\r\nContent-Disposition: form-data; name=\"access_key\"\r\n\r\nAPPKEY\r\n"
        // Nothing of it is held: no key can be in it.
        let raw = begin("application/json", "", long, rest: 0)
        #expect(raw.readAnswer().body.contains("refused"))
        let http = server.server
        let first = begin(multipart, "", file + long)
        try wait(for: "the body of a stranger") { http.sendersWithoutKey.count > 60_000 }
        // The share of one address, 100,000 bytes, does not hold another: it is refused, and nothing of it is kept.
        let second = begin(multipart, "", file + long, rest: 7)
        second.send("\r\n--B--")
        #expect(second.readAnswer().body.contains("refused"))
        #expect(http.held.load(ordering: .relaxed) < 70_000)
        // A key in the query, or in a part before the picture, is as good as ever.
        let third = begin(multipart, "?access_key=APPKEY", file + long, rest: 7)
        third.send("\r\n--B--")
        #expect(third.readAnswer().body.contains("accepted"))
        let fourth = begin(multipart, "", key + file + String(long.prefix(30_000)), rest: 30_007)
        try wait(for: "the key to be seen") {
            http.sendersWithoutKey.count < 70_000 && http.held.load(ordering: .relaxed) > 80_000
        }
        fourth.send(String(long.suffix(30_000)) + "\r\n--B--")
        #expect(fourth.readAnswer().body.contains("accepted"))
        // And one behind it, where there is room.
        first.send("\r\n" + key + "--B--" + String(repeating: " ", count: 1000 - key.utf8.count - 7))
        #expect(first.readAnswer().body.contains("accepted"))
        try wait(for: "all to be forgotten") {
            http.sendersWithoutKey.count == 0 && http.held.load(ordering: .relaxed) == 0
        }
    }
}

@Suite("What a route takes", .timeLimit(.minutes(5)))
struct RouteContentTests {
    private func ask(_ client: RawClient, _ path: String, _ headers: String, _ body: String = "x") -> Answer {
        client.send(
            "POST \(path) HTTP/1.1\r\nHost: h\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return client.readAnswer()
    }

    @Test("is no more than it says, in all or beside its files")
    func limits() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        let long = String(repeating: "a", count: 1001)
        let form = "Content-Type: application/x-www-form-urlencoded\r\n"
        #expect(ask(client, "/small", form, String(long.dropFirst())).status == 200)
        #expect(ask(client, "/small", form, long).status == 413)
        #expect(ask(client, "/form", form, "a=" + long).status == 413)
        func part(_ name: String, _ value: String, _ more: String = "") -> String {
            "--B\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n\(value)\r\n"
        }
        let multipart = "Content-Type: multipart/form-data; boundary=B\r\n"
        for more in ["", "; filename=x", "; filename*=UTF-8''x"] {
            let answer = ask(client, "/form", multipart, part("image", long, more) + part("a", "b") + "--B--")
            #expect(answer.body.contains("a=b\nfile image"))
        }
        let refused = ask(client, "/form", multipart, part("image", long) + part("a", long) + "--B--")
        #expect(refused.status == 413 && refused.body.contains("1000 bytes"))
    }

    @Test("is said where something else came")
    func contents() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        for header in ["", "Content-Type: image/jpeg\r\n", "Content-Type: application/json\r\n"] {
            let answer = ask(client, "/form", header)
            #expect(answer.status == 415 && answer.body.contains("with a picture as its part image"))
        }
        #expect(ask(client, "/form", "", "").status == 200)
        for header in ["", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n"] {
            let answer = ask(client, "/json", header)
            #expect(answer.status == 415 && answer.body.contains("Content-Type: application/json"))
        }
        #expect(ask(client, "/json", "Content-Type: application/json; charset=utf-8\r\n").status == 200)
        let packed = ask(client, "/a", "Content-Encoding: gzip\r\n")
        #expect(packed.status == 415 && packed.body.contains("without Content-Encoding"))
        client.send("OPTIONS /nowhere HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.readAnswer().status == 404)
    }
}
