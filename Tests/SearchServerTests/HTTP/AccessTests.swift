import Foundation
import Testing

@testable import SearchServer

@Suite("Who may ask", .timeLimit(.minutes(15)))
struct AccessTests {
    private func authentication(_ credentials: String, _ authorization: String?, _ key: String?) throws
        -> Authentication
    {
        try Credentials(lines: credentials).check(
            authorization: authorization.map { "Basic " + Data($0.utf8).base64EncodedString() }, accessKey: key)
    }

    @Test("a valid pair, or a key that is not empty")
    func check() throws {
        let keys = "# ours\nAPPKEY\n\n  ak:sk  \nak2:sk2\n"
        #expect(try authentication("", "ak:sk", "x") == .notRequired)
        #expect(try authentication(keys, "ak:sk", nil) == .accepted)
        #expect(try authentication(keys, "ak2:sk2", "") == .accepted)
        #expect(try authentication(keys, "ak:sk", "wrong") == .accepted)
        #expect(try authentication(keys, nil, "APPKEY") == .accepted)
        #expect(try authentication(keys, "wrong:sk", "APPKEY") == .accepted)
        for pair in [
            "ak:sk2", "ak:", "ak", ":", "", "ak:sk\0", "ak:s", "ak:skk", "APPKEY", String(repeating: "a", count: 500),
        ] {
            #expect(try authentication(keys, pair, "") == .refused)
        }
        for key in ["", "APPKE", "APPKEYY", "appkey", "ak:sk", "APPKEY\0", String(repeating: "A", count: 129)] {
            #expect(try authentication(keys, nil, key) == .refused)
        }
        #expect(try authentication(keys, nil, nil) == .refused)
        #expect(try authentication("ak:sk", nil, "") == .refused)
        let credentials = try Credentials(lines: keys)
        for header in ["Basic", "Basic !!!", "Bearer APPKEY", "basic YWs6c2s="] {
            let expected: Authentication = header.hasSuffix("=") ? .accepted : .refused
            #expect(credentials.check(authorization: header, accessKey: nil) == expected)
        }
    }

    @Test(
        "a key file that cannot be read says where, and not what",
        arguments: ["a:b:c", ":b", "a:", "a b", String(repeating: "k", count: 129)])
    func badFile(_ line: String) {
        let failure = #expect(throws: Credentials.Failure.self) { try Credentials(lines: "good\n\(line)\n") }
        #expect(failure?.description.contains("line 2") == true)
        #expect(failure?.description.contains(line) == false)
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

    @Test("without keys only this machine: other addresses are refused at the start")
    func loopbackOnly() throws {
        for host in ["0.0.0.0", "::"] {
            #expect(throws: HTTPServer.Failure.credentialsNeeded(host: host)) { _ = try TestServer { $0.host = host } }
            let keys = try Credentials(lines: "k")
            _ = try TestServer {
                $0.host = host
                $0.credentials = keys
            }
        }
        #expect(throws: HTTPServer.Failure.self) { _ = try TestServer { $0.host = "no such host" } }
        _ = try TestServer { $0.host = "localhost" }
        let first = try TestServer()
        let taken = first.port
        #expect(throws: HTTPServer.Failure.self) { _ = try TestServer { $0.port = taken } }
    }
}
