import Foundation
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite("Who may ask", .timeLimit(.minutes(5)))
struct AccessTests {
    private func rights(_ credentials: String, _ authorization: String?, _ key: String?) throws -> Rights? {
        try Credentials(lines: credentials).rights(
            authorization: authorization.map { "Basic " + Data($0.utf8).base64EncodedString() }, accessKey: key)
    }

    @Test("a valid pair may do all, an app key that is not empty may search, and the rest nothing")
    func check() throws {
        let keys = "# ours\nAPPKEY\n\n  ak:sk  \nak2:sk2\n"
        #expect(try rights(keys, "ak:sk", nil) == .all)
        #expect(try rights(keys, "ak2:sk2", "") == .all)
        #expect(try rights(keys, "ak:sk", "wrong") == .all)
        #expect(try rights(keys, "ak:sk", "APPKEY") == .all)
        #expect(try rights(keys, nil, "APPKEY") == .search)
        #expect(try rights(keys, "wrong:sk", "APPKEY") == .search)
        for pair in [
            "ak:sk2", "ak:", "ak", ":", "", "ak:sk\0", "ak:s", "ak:skk", "APPKEY", String(repeating: "a", count: 500),
        ] {
            #expect(try rights(keys, pair, "") == nil)
        }
        for key in ["", "APPKE", "APPKEYY", "appkey", "ak:sk", "APPKEY\0", String(repeating: "A", count: 129)] {
            #expect(try rights(keys, nil, key) == nil)
        }
        #expect(try rights(keys, nil, nil) == nil)
        #expect(try rights("ak:sk", nil, "") == nil)
        let credentials = try Credentials(lines: keys)
        for header in ["Basic", "Basic !!!", "Bearer APPKEY", "basic YWs6c2s="] {
            #expect(credentials.rights(authorization: header, accessKey: nil) == (header.hasSuffix("=") ? .all : nil))
        }
    }

    @Test("words behind a key give it other rights, and lines may end as on any system")
    func marks() throws {
        let keys = "one\r\ntwo search data\r\nthree:x metrics\rfour all\r\n\r\nfive\tdata"
        #expect(try rights(keys, nil, "one") == .search)
        #expect(try rights(keys, nil, "two") == [.search, .data])
        #expect(try rights(keys, "three:x", nil) == .metrics)
        #expect(try rights(keys, nil, "four") == .all)
        #expect(try rights(keys, nil, "five") == .data)
    }

    @Test(
        "a key file that cannot be read says where, and not what",
        arguments: ["a:b:c", ":b", "a:", "a b", "a all b", String(repeating: "k", count: 129)])
    func badFile(_ line: String) {
        let failure = #expect(throws: Credentials.Failure.self) { try Credentials(lines: "good\n\(line)\n") }
        #expect(failure?.description.contains("line 2") == true)
        #expect(failure?.description.contains(line) == false)
        let later = #expect(throws: Credentials.Failure.self) { try Credentials(lines: "\ngood\n\n# \n\(line)") }
        #expect(later?.description.contains("line 5") == true)
    }

    @Test("a key is added by itself where it has 1 to 128 bytes, and no missing key is its equal")
    func added() {
        var keys = Credentials()
        #expect(!keys.add(key: "") && !keys.add(key: String(repeating: "k", count: 129)) && keys.isEmpty)
        #expect(keys.add(key: "\u{1}") && keys.add(key: String(repeating: "k", count: 128), rights: .data))
        #expect(keys.rights(authorization: nil, accessKey: nil) == nil)
        #expect(keys.rights(authorization: nil, accessKey: "\u{1}") == .search)
        #expect(keys.rights(authorization: nil, accessKey: String(repeating: "k", count: 128)) == .data)
    }

    @Test("a token stands alone or behind the name of a scheme of tokens")
    func token() {
        for header in ["abc", "Token abc", "bearer  abc", "JWT abc"] {
            #expect(Credentials.token(in: header) == ["abc"], "\(header)")
        }
        for header in ["", "Basic abc", "abc Token", "Token abc def"] {
            #expect(Credentials.token(in: header) == [], "\(header)")
        }
    }

    @Test("the key may come in the query, a form or a part, and refused requests are not worked on")
    func overHTTP() throws {
        let keys = try Credentials(lines: "APPKEY\nak:sk")
        let server = try TestServer(handler: EchoHandler(work: { Issue.record("worked") })) { $0.credentials = keys }
        let client = RawClient(port: server.port)
        func ask(_ target: String, _ headers: String = "", _ body: String = "") -> String {
            client.send(
                "POST \(target) HTTP/1.1\r\nHost: h\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return client.readAnswer().body
        }
        #expect(ask("/a?access_key=APPKEY").contains("accepted"))
        #expect(
            ask("/a", "Content-Type: application/x-www-form-urlencoded\r\n", "access_key=APPKEY").contains("accepted"))
        let part = "--B\r\nContent-Disposition: form-data; name=\"access_key\"\r\n\r\nAPPKEY\r\n--B--"
        #expect(ask("/a", "Content-Type: multipart/form-data; boundary=\"B\"\r\n", part).contains("accepted"))
        #expect(ask("/a?access_key=", "Authorization: Basic YWs6c2s=\r\n").contains("accepted"))
        #expect(ask("/heavy?access_key=no").contains("refused"))
        client.send("GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.readAnswer().status == 401)
        client.send("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(client.readAnswer().status == 200)
    }

    @Test("an app key searches, and is told so where it may not; a pair, or a key that is marked, may do the rest")
    func roles() throws {
        let keys = try Credentials(lines: "APPKEY\nMARKED all\nak:sk\nwatch:er metrics")
        let server = try TestServer { $0.credentials = keys }
        let client = RawClient(port: server.port)
        func ask(_ target: String, _ header: String = "") -> Answer {
            client.send("GET \(target) HTTP/1.1\r\nHost: h\r\n\(header)\r\n")
            return client.readAnswer()
        }
        let (pair, watcher) = ("Authorization: Basic YWs6c2s=\r\n", "Authorization: Basic d2F0Y2g6ZXI=\r\n")
        #expect(ask("/a?access_key=APPKEY").body.contains("accepted"))
        #expect(ask("/data?access_key=APPKEY").body.contains("insufficient"))
        #expect(ask("/data?access_key=MARKED").body.contains("accepted"))
        #expect(ask("/data", pair).body.contains("accepted"))
        #expect(ask("/data", watcher).body.contains("insufficient"))
        #expect(ask("/free?access_key=none").body.contains("notRequired"))
        #expect(ask("/metrics?access_key=APPKEY").status == 403)
        #expect(ask("/metrics").headers["WWW-Authenticate"] == "Basic realm=\"magpie\"")
        #expect(ask("/metrics/", watcher).status == 200)
        let metrics = ask("//metrics", pair).body
        #expect(metrics.contains("magpie_refused_keys_total{reason=\"insufficient\"} 3\n"))
        #expect(metrics.contains("magpie_refused_keys_total{reason=\"refused\"} 1\n"))
    }

    @Test("keys may be replaced while the server runs, but not be given up")
    func renewal() throws {
        let (before, after) = try (Credentials(lines: "OLD"), Credentials(lines: "NEW"))
        let server = try TestServer { $0.credentials = before }
        let client = RawClient(port: server.port)
        func ask(_ key: String) -> Bool {
            client.send("GET /a?access_key=\(key) HTTP/1.1\r\nHost: h\r\n\r\n")
            return client.readAnswer().body.contains("accepted")
        }
        #expect(ask("OLD") && !ask("NEW"))
        #expect(server.server.renew(after))
        #expect(!ask("OLD") && ask("NEW"))
        #expect(!server.server.renew(Credentials()))
        #expect(!ask("OLD") && ask("NEW"))
    }

    @Test("whoever guesses keys must wait, is not told whether one is right, and locks out nobody who is at work")
    func guesses() throws {
        let keys = try Credentials(lines: "APPKEY\nRARE\nak:sk")
        let server = try TestServer {
            $0.credentials = keys
            $0.limits.wrongKeys = 5
        }
        let client = RawClient(port: server.port)
        func ask(_ key: String, _ headers: String = "") -> Answer {
            client.send("GET /a?access_key=\(key) HTTP/1.1\r\nHost: h\r\n\(headers)\r\n")
            return client.readAnswer()
        }
        #expect(ask("APPKEY").status == 200)
        // A right key that is new costs nothing, and no key is no guess.
        for _ in 0..<20 { #expect(ask("APPKEY").status == 200 && ask("").body.contains("refused")) }
        let guesses = (0..<40).map { ask("guess-\($0)") }
        #expect(guesses.prefix(5).allSatisfy { $0.body.contains("refused") })
        #expect(guesses.count { $0.status == 429 && $0.headers["Retry-After"] == "1" } > 20)
        // Guesses go on in the background of people who use their key.
        var told: [Bool] = []
        for number in 0..<20 {
            _ = ask("more-\(number)")
            #expect(ask("APPKEY").status == 200)
            _ = ask("", "Authorization: Basic \(Data("ak:\(number)".utf8).base64EncodedString())\r\n")
            told.append(ask("RARE-\(number)").status == 429)
        }
        #expect(told.contains(true))
        try wait(for: "the end of the brake") { ask("RARE").status == 200 }
        #expect(ask("RARE").status == 200)
    }

    @Test("a path in the log ends where an escaped query begins")
    func escapedQuery() {
        #expect(AccessLog.shown("/search?access_key=SECRET") == "/search" && AccessLog.shown("/a#b") == "/a")
        #expect(AccessLog.shown("/insert/status/7") == "/insert/status/7")
    }

    @Test("without keys only this machine: other addresses are refused at the start")
    func loopbackOnly() throws {
        for host in ["0.0.0.0", "::"] {
            #expect(throws: StartError.credentialsNeeded(host: host)) { _ = try TestServer { $0.host = host } }
            let keys = try Credentials(lines: "k")
            _ = try TestServer {
                $0.host = host
                $0.credentials = keys
            }
        }
        #expect(throws: StartError.self) { _ = try TestServer { $0.host = "no such host" } }
        _ = try TestServer { $0.host = "localhost" }
        let first = try TestServer()
        let taken = first.port
        #expect(throws: StartError.self) { _ = try TestServer { $0.port = taken } }
    }
}
