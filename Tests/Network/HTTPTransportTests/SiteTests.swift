import Foundation
import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite("Pages of other sites")
struct SiteTests {
    private func ask(
        _ server: borrowing TestServer, _ request: String, host: String = "localhost", _ headers: String...
    ) -> Answer {
        let client = RawClient(port: server.port)
        let host = host.replacing("PORT", with: "\(server.port)")
        let lines = headers.map { $0.replacing("PORT", with: "\(server.port)") + "\r\n" }.joined()
        client.send("\(request) HTTP/1.1\r\nHost: \(host)\r\n\(lines)Content-Length: 0\r\n\r\n")
        let answer = client.readAnswer()
        // One without a body has no length.
        return answer.status == 0 ? Answer(client.read(seconds: 1)) : answer
    }

    @Test(
        "without keys only names of this machine are answered",
        arguments: [
            ("localhost", 200), ("localhost.", 200), ("LOCALHOST.:PORT", 200), ("127.0.0.1.", 200),
            ("localhost..", 403),
            ("evil.example.", 403), (".", 403), ("LocalHost:PORT", 200), ("127.0.0.1:PORT", 200), ("127.8.9.1", 200),
            ("[::1]:PORT", 200), ("mine.example", 200), ("evil.example", 403), ("evil.example:PORT", 403),
            ("127.0.0.1.evil.example", 403),
            ("localhost.evil.example", 403), ("127.1", 403), ("127.0.0.256", 403), ("128.0.0.1", 403),
            ("0127.0.0.1", 403), ("[::2]", 403), ("0.0.0.0", 403), ("192.168.1.1", 403),
        ])
    func hosts(_ host: String, _ status: Int) throws {
        let server = try TestServer { $0.hostNames = ["Mine.example"] }
        #expect(ask(server, "GET /a", host: host).status == status)
        #expect(ask(server, "POST /data", host: host).status == status)
        #expect(ask(server, "GET http://\(host.replacing("PORT", with: "1"))/a").status == status)
        let keys = try Credentials(lines: "KEY")
        let withKeys = try TestServer { $0.credentials = keys }
        #expect(ask(withKeys, "GET /a?access_key=KEY", host: host).status == 200)
    }

    @Test(
        "without keys no page of another site is answered, in whatever way it asks",
        arguments: [
            (["Origin: https://evil.example"], 403), (["Origin: null"], 403), (["Origin: http://localhost:1"], 403),
            (["Origin: http://127.0.0.1:PORT"], 403), (["Origin: http://localhost:PORT"], 200),
            (["Origin: HTTP://LOCALHOST:PORT"], 200), (["Origin: http://localhost:PORT", "Origin: http://x"], 403),
            (["Sec-Fetch-Site: cross-site"], 403), (["Sec-Fetch-Site: same-site"], 403),
            (["Sec-Fetch-Site: same-origin"], 200), (["Sec-Fetch-Site: none"], 200),
            (["Sec-Fetch-Site: cross-site", "Referer: https://evil.example/x"], 403),
            (["Sec-Fetch-Site: cross-site", "Referer: http://localhost:PORT/"], 403),
            (["Referer: https://evil.example/x"], 403), (["Referer: http://localhost:PORT/a?b"], 200),
            (["Origin: https://shop.example"], 200),
            (["Sec-Fetch-Site: cross-site", "Referer: https://shop.example/"], 200),
            (["Origin: https://shop.example:444"], 403), (["Origin: https://shop.example.evil"], 403),
        ])
    func pages(_ headers: [String], _ status: Int) throws {
        let server = try TestServer { $0.allowedOrigins = ["https://shop.example"] }
        for request in ["GET /a", "POST /data", "GET /healthz", "GET /metrics"] {
            let client = RawClient(port: server.port)
            let lines = headers.map { $0.replacing("PORT", with: "\(server.port)") + "\r\n" }.joined()
            client.send(
                "\(request) HTTP/1.1\r\nHost: localhost:\(server.port)\r\n\(lines)Content-Length: 0\r\n\r\n")
            let answer = client.readAnswer()
            #expect(answer.status == status, "\(request) \(headers)")
            let allowed = headers == ["Origin: https://shop.example"] ? "https://shop.example" : nil
            #expect(answer.headers["Access-Control-Allow-Origin"] == allowed)
        }
    }

    @Test("the browser SDK of an origin that is allowed may send what it sends, and read the answer and its name")
    func preflight() throws {
        let keys = try Credentials(lines: "KEY")
        let server = try TestServer {
            $0.credentials = keys
            $0.allowedOrigins = ["https://shop.example"]
        }
        let wanted = [
            "Origin: https://shop.example", "Access-Control-Request-Method: POST",
            "Access-Control-Request-Headers: authorization,x-requested-with",
        ]
        let preflight = ask(server, "OPTIONS /heavy?access_key=KEY", wanted[0], wanted[1], wanted[2])
        #expect(preflight.status == 204)
        #expect(preflight.headers["Access-Control-Allow-Origin"] == "https://shop.example")
        #expect(preflight.headers["Access-Control-Allow-Headers"] == "X-Requested-With, Authorization, Content-Type")
        #expect(preflight.headers["Access-Control-Allow-Methods"]?.contains("POST") == true)
        #expect(preflight.headers["Access-Control-Allow-Private-Network"] == nil)
        let inPrivate = ask(server, "OPTIONS /a", wanted[0], "Access-Control-Request-Private-Network: true")
        #expect(inPrivate.headers["Access-Control-Allow-Private-Network"] == "true")
        let answer = ask(server, "POST /heavy?access_key=KEY", wanted[0])
        #expect(answer.status == 200)
        #expect(answer.headers["Access-Control-Allow-Origin"] == "https://shop.example")
        #expect(answer.headers["Access-Control-Expose-Headers"] == "X-Log-ID")
        #expect(answer.headers["Vary"] == "Origin")
        // Others may ask with a key, as programs do, but their pages cannot read the answer.
        let other = ask(server, "OPTIONS /heavy", "Origin: https://other.example", wanted[1])
        #expect(other.status == 204 && other.headers["Access-Control-Allow-Origin"] == nil)
        #expect(ask(server, "GET /a?access_key=KEY").headers["Access-Control-Allow-Origin"] == nil)
    }

    @Test("credentials that a browser remembers change nothing for a page of another site")
    func rememberedCredentials() throws {
        let keys = try Credentials(lines: "ak:sk\nMARKED all")
        let server = try TestServer { $0.credentials = keys }
        let basic = "Authorization: Basic YWs6c2s="
        for page in ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site", "Referer: https://evil.example/"] {
            #expect(ask(server, "GET /data", basic, page).status == 403)
            #expect(ask(server, "POST /data", basic, page).status == 403)
            #expect(ask(server, "GET /metrics", basic, page).status == 403)
            #expect(ask(server, "GET /a", basic, page).status == 200)
            // A key that is in the request itself is no accident.
            #expect(ask(server, "GET /data?access_key=MARKED", page).status == 200)
        }
        #expect(ask(server, "GET /data", basic).status == 200)
        #expect(ask(server, "GET /data", basic, "Sec-Fetch-Site: none").status == 200)
    }

    @Test("every origin may be allowed with keys, and not without")
    func allOrigins() throws {
        #expect(throws: StartError.credentialsNeededForAllOrigins) {
            _ = try TestServer { $0.allowedOrigins = ["*"] }
        }
        let keys = try Credentials(lines: "KEY")
        let server = try TestServer {
            $0.credentials = keys
            $0.allowedOrigins = ["*"]
        }
        let answer = ask(server, "GET /a?access_key=KEY", "Origin: https://any.example")
        #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
        #expect(answer.headers["Vary"] == nil)
    }

    @Test("without keys a GET changes nothing, as any page can make a browser send one")
    func changesByGet() throws {
        let server = try TestServer()
        for method in ["GET", "HEAD"] {
            let answer = ask(server, "\(method) /data")
            #expect(answer.status == 405)
            #expect(answer.headers["Allow"] == "POST, OPTIONS")
        }
        #expect(ask(server, "POST /data").status == 200)
    }

    @Test("what is an origin, and what is none")
    func origins() {
        for origin in ["*", "https://shop.example", "http://localhost:3000", "capacitor://localhost"] {
            #expect(ServerConfiguration.isOrigin(origin))
        }
        let others = [
            "", "null", "shop.example", "https://", "https://shop.example/", "https://a,https://b", "://x",
            "https://*.x",
        ]
        for text in others {
            #expect(!ServerConfiguration.isOrigin(text))
        }
    }
}
