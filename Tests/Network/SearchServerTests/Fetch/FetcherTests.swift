import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Fetching what a client names", .timeLimit(.minutes(5)))
struct FetcherTests {
    /// With the time of a machine that is busy, unless the test is about time.
    private func outcome(
        _ url: String, _ policy: FetchPolicy = FetchPolicy(), seconds: Double = 300
    ) -> Result<[UInt8], FetchError> {
        var policy = policy
        policy.seconds = seconds
        return Result { () throws(FetchError) in try Fetcher(policy).fetch(url) }
    }

    @Test("a picture comes over the address that was looked at, under the name that was asked for")
    func pinned() throws {
        let server = try CannedServer { _ in CannedServer.ok([1, 2, 3]) }
        let trusting = FetchPolicy(hosts: ["localhost:\(server.port)"])
        #expect(outcome("http://localhost:\(server.port)/a b.jpg?x", trusting) == .success([1, 2, 3]))
        let head = try #require(server.requests.last)
        #expect(head.hasPrefix("GET /a%20b.jpg?x HTTP/1.1\r\n"))
        #expect(head.contains("Host: localhost:\(server.port)\r\n"))
        #expect(head.contains("\(Fetcher.mark): 1\r\n"))
        #expect(!head.lowercased().contains("cookie"))
    }

    @Test(
        "nothing private is connected to, however it is spelled",
        arguments: [
            "127.0.0.1", "localhost", "localhost.", "LOCALHOST", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
            "[::127.0.0.1]", "0.0.0.0", "2130706433", "127.1", "0x7f.1", "0177.0.0.1",
        ])
    func refused(_ host: String) throws {
        let server = try CannedServer { _ in CannedServer.ok([1]) }
        let result = outcome("http://\(host):\(server.port)/a.jpg")
        #expect(result == .failure(.refused) || result == .failure(.invalidURL))
        // The port alone is not what stops it.
        let url = try #require(FetchURL("http://127.0.0.1/"))
        #expect(outcome("http://\(host)/") != .success([1]) && url.isDefaultPort)
        if case .failure(let error) = outcome("http://\(host)/") {
            #expect(error == .refused || error == .invalidURL)
        }
        #expect(server.requests.isEmpty)
    }

    @Test("a redirect is looked at like the first URL")
    func redirects() throws {
        let inside = try CannedServer { _ in CannedServer.ok([7]) }
        let port = inside.port
        let outside = try CannedServer { head in
            let place = head.split(separator: " ")[1]
            switch place {
            case "/again": return CannedServer.redirect("/end")
            case "/end": return CannedServer.ok([9])
            case "/loop": return CannedServer.redirect("/loop")
            case "/file": return CannedServer.redirect("file:///etc/passwd")
            case "/gopher": return CannedServer.redirect("gopher://127.0.0.1:\(port)/")
            default: return CannedServer.redirect("http://127.0.0.1:\(port)/secret")
            }
        }
        let policy = FetchPolicy(folders: ["/etc"], hosts: ["127.0.0.1:\(outside.port)"])
        let base = "http://127.0.0.1:\(outside.port)"
        #expect(outcome(base + "/again", policy) == .success([9]))
        #expect(outcome(base + "/inside", policy) == .failure(.refused))
        #expect(outcome(base + "/file", policy) == .failure(.refused))
        #expect(outcome(base + "/gopher", policy) == .failure(.refused))
        #expect(inside.requests.isEmpty)
        #expect(outcome(base + "/loop", policy) == .failure(.tooManyRedirects))
        let open = FetchPolicy(allowsPrivate: true)
        #expect(outcome(base + "/inside", open) == .success([7]))
    }

    @Test("what is too large is cut off, whether its length is said or not")
    func large() throws {
        let body = [UInt8](repeating: 5, count: 3000)
        let server = try CannedServer { head in
            head.contains("/said")
                ? CannedServer.ok(body) : Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + body
        }
        let small = FetchPolicy(allowsPrivate: true, byteLimit: 2999)
        let enough = FetchPolicy(allowsPrivate: true, byteLimit: 3000)
        for path in ["said", "unsaid"] {
            #expect(outcome("http://127.0.0.1:\(server.port)/\(path)", small) == .failure(.tooLarge))
            #expect(outcome("http://127.0.0.1:\(server.port)/\(path)", enough) == .success(body))
        }
    }

    @Test("a host that says nothing costs its time and no more; one that is closed costs nothing")
    func silent() throws {
        let server = try CannedServer { _ in nil }
        let policy = FetchPolicy(allowsPrivate: true)
        #expect(outcome("http://127.0.0.1:\(server.port)/", policy, seconds: 0.3) == .failure(.timedOut))
        let other = try CannedServer { _ in Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8) }
        let usual = FetchPolicy(allowsPrivate: true)
        #expect(outcome("http://127.0.0.1:\(other.port)/", usual) == .failure(.status(404)))
        #expect(outcome("http://127.0.0.1:1/", usual) == .failure(.unreachable))
        #expect(outcome("http://no-such-host.invalid/", usual) == .failure(.unknownHost))
    }

    @Test("an answer in the very moment in which the time is over does no harm", arguments: [302, 200, 404])
    func late(_ status: Int) throws {
        let server = try CannedServer { head in
            // A request that is given up at once has no head.
            let pause = head.split(separator: "/").dropFirst().first?.prefix { $0.isNumber }
            usleep(pause.flatMap { UInt32($0) } ?? 0)
            return Array("HTTP/1.1 \(status) X\r\nLocation: /0\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx".utf8)
        }
        let policy = FetchPolicy(allowsPrivate: true, redirects: 0)
        for round in 0..<60 {
            let url = "http://127.0.0.1:\(server.port)/\(24_000 + round * 150)"
            if case .success(let bytes) = outcome(url, policy, seconds: 0.03) {
                #expect(status == 200 && bytes == [120])
            }
        }
    }

    @Test("files come from the folders that were named, and from nowhere else")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fetch-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let open = folder.appending(path: "open")
        try FileManager.default.createDirectory(at: open, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "open-not"), withIntermediateDirectories: true)
        try Data([1]).write(to: open.appending(path: "a b.jpg"))
        try Data([2]).write(to: folder.appending(path: "secret.jpg"))
        try Data([3]).write(to: folder.appending(path: "open-not/x.jpg"))
        try FileManager.default.createSymbolicLink(
            at: open.appending(path: "link.jpg"), withDestinationURL: folder.appending(path: "secret.jpg"))
        let policy = FetchPolicy(folders: [open.path])
        #expect(outcome("file://\(open.path)/a%20b.jpg", policy) == .success([1]))
        #expect(outcome("file://localhost\(open.path)/a b.jpg", policy) == .success([1]))
        for bad in [
            "\(open.path)/../secret.jpg", "\(open.path)/%2e%2e/secret.jpg", "\(open.path)/link.jpg", open.path,
            "\(open.path)/none.jpg", "\(folder.path)/open-not/x.jpg", "/etc/passwd", "\(open.path)/a%00b.jpg",
            "/dev/zero", "\(open.path)%2f..%2fsecret.jpg",
        ] {
            #expect(outcome("file://\(bad)", policy) == .failure(.file), "\(bad)")
        }
        #expect(outcome("file://\(open.path)/a%20b.jpg") == .failure(.file))
    }
}
