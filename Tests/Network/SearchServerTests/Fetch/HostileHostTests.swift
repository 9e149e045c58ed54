import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Hosts that mean harm", .timeLimit(.minutes(5)))
struct HostileHostTests {
    private func outcome(
        _ url: String, seconds: Double = 300, byteLimit: Int = 1 << 20
    ) -> Result<[UInt8], FetchError> {
        let policy = FetchPolicy(allowsPrivate: true, byteLimit: byteLimit, seconds: seconds)
        return Result { () throws(FetchError) in try Fetcher(policy).fetch(url) }
    }

    private static let open = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)

    @Test("a compressed answer is refused, not unpacked", arguments: ["gzip", "br", "zstd", "deflate, gzip", "x"])
    func encoded(_ coding: String) throws {
        let server = try CannedServer { _ in
            CannedServer.ok([0x1F, 0x8B, 8, 0], headers: "Content-Encoding: \(coding)\r\n")
        }
        #expect(outcome("http://127.0.0.1:\(server.port)/bomb") == .failure(.encoded))
        #expect(server.requests.last?.contains("Accept-Encoding: identity\r\n") == true)
        let other = try CannedServer { _ in
            Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n".utf8)
        }
        #expect(outcome("http://127.0.0.1:\(other.port)/bomb") == .failure(.encoded))
        let plain = try CannedServer { _ in CannedServer.ok([7], headers: "Content-Encoding: identity\r\n") }
        #expect(outcome("http://127.0.0.1:\(plain.port)/") == .success([7]))
    }

    @Test("a body without an end is read up to the limit, and then the connection is closed")
    func endless() throws {
        let sent = Locked(0)
        let server = try CannedServer(
            more: {
                sent.withLock { $0 += 65536 }
                // 2 GB are sent, if somebody reads them.
                if sent.withLock({ $0 }) > 2 << 30 { return nil }
                return [UInt8](repeating: 0, count: 65536)
            }, { _ in HostileHostTests.open })
        #expect(outcome("http://127.0.0.1:\(server.port)/") == .failure(.tooLarge))
        usleep(300_000)
        let after = sent.withLock { $0 }
        // The bytes held by the sockets between them come on top of the limit.
        #expect(after < 64 << 20, "\(after) bytes were sent")
    }

    @Test("what stands around the data of chunks counts as well")
    func padding() throws {
        let sent = Locked(0)
        let chunk = Array("1;\(String(repeating: "a", count: 15_000))\r\nx\r\n".utf8)
        let server = try CannedServer(
            more: {
                let all = sent.withLock { bytes in
                    bytes += chunk.count
                    return bytes
                }
                return all > 2 << 30 ? nil : chunk
            }, { _ in Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8) })
        #expect(outcome("http://127.0.0.1:\(server.port)/") == .failure(.tooLarge))
        usleep(300_000)
        let after = sent.withLock { $0 }
        #expect(after < 64 << 20, "\(after) bytes were sent")
    }

    @Test("a host that sends a byte now and then is given up in time")
    func drip() throws {
        let server = try CannedServer(
            more: {
                usleep(50_000)
                return [1]
            }, { _ in HostileHostTests.open })
        #expect(outcome("http://127.0.0.1:\(server.port)/", seconds: 1) == .failure(.timedOut))
        // Long before the end of a long time, for it is too slow.
        #expect(outcome("http://127.0.0.1:\(server.port)/", seconds: 4) == .failure(.timedOut))
    }

    @Test("a head without an end is given up, and one that is cut off or no HTTP is told")
    func heads() throws {
        let endless = try CannedServer(
            more: { Array("X: \(String(repeating: "y", count: 1000))\r\n".utf8) },
            { _ in Array("HTTP/1.1 200 OK\r\n".utf8) })
        #expect(outcome("http://127.0.0.1:\(endless.port)/") == .failure(.tooLarge))
        let cut = try CannedServer { _ in Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8) }
        #expect(outcome("http://127.0.0.1:\(cut.port)/") == .failure(.cutOff))
        let other = try CannedServer { _ in Array("220 mail.example ESMTP\r\n".utf8) }
        #expect(outcome("http://127.0.0.1:\(other.port)/") == .failure(.cutOff))
        let interim = try CannedServer { _ in
            Array("HTTP/1.1 103 Early Hints\r\nContent-Length: 4\r\n\r\n".utf8) + CannedServer.ok([5, 6])
        }
        #expect(outcome("http://127.0.0.1:\(interim.port)/") == .success([5, 6]))
    }

    @Test("chunks are joined, and what follows them is not taken for the picture")
    func chunks() throws {
        let server = try CannedServer { _ in
            Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\nX: y\r\n\r\n".utf8)
        }
        for limit in [3, 1 << 20, Int.max] {
            let found = outcome("http://127.0.0.1:\(server.port)/", byteLimit: limit)
            #expect(found == .success(Array("abc".utf8)))
        }
    }

    @Test("a redirect to another port or host is looked at anew, and at most three are followed")
    func redirects() throws {
        let inside = try CannedServer { _ in CannedServer.ok([7]) }
        let port = inside.port
        let outside = try CannedServer { head in
            switch head.split(separator: " ")[1] {
            case "/port": CannedServer.redirect("http://localhost:\(port)/")
            case "/host": CannedServer.redirect("http://127.0.0.2:80/")
            case "/scheme": CannedServer.redirect("https://127.0.0.1:\(port)/")
            case "/3": CannedServer.redirect("/2")
            case "/4": CannedServer.redirect("/3")
            case "/2": CannedServer.redirect("/1")
            case "/1": CannedServer.redirect("/0")
            default: CannedServer.ok([1])
            }
        }
        let policy = FetchPolicy(hosts: ["localhost:\(outside.port)"], seconds: 300)
        func ask(_ path: String) -> Result<[UInt8], FetchError> {
            Result { () throws(FetchError) in
                try Fetcher(policy).fetch("http://localhost:\(outside.port)\(path)")
            }
        }
        for path in ["/port", "/host", "/scheme"] { #expect(ask(path) == .failure(.refused), "\(path)") }
        #expect(ask("/3") == .success([1]))
        #expect(ask("/4") == .failure(.tooManyRedirects))
        #expect(inside.requests.isEmpty)
    }

    @Test("when the server stops, what is being fetched ends soon")
    func stop() throws {
        let server = try CannedServer { _ in nil }
        let fetcher = Fetcher(FetchPolicy(allowsPrivate: true, seconds: 3600))
        let port = server.port
        let result = Locked<Result<[UInt8], FetchError>?>(nil)
        Thread.detachNewThread {
            let found = Result { () throws(FetchError) in try fetcher.fetch("http://127.0.0.1:\(port)/") }
            result.withLock { $0 = found }
        }
        try wait(for: "the request") { !server.requests.isEmpty }
        fetcher.stop()
        try wait(for: "its end") { result.withLock { $0 != nil } }
        #expect(result.withLock { $0 } == .failure(.stopped))
    }
}
