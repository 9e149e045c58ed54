import Foundation
import HTTPTransport
import ServedShop
import TestSupport
import Testing

@testable import SearchServer

@Suite("The server at a path of a proxy", .timeLimit(.minutes(5)))
struct BasePathTests {
    /// Routes of each group, the transport's own among them.
    private static let targets = [
        "/", "/docs", "/operator", "/page/app.js", "/openapi.json", "/search?im_name=shoe-001", "/picture?id=none",
        "/healthz", "/livez", "/v3/__va.gif?action=a&uid=u",
    ]

    private static let forwarded = "X-Forwarded-Prefix: /magpie"

    private static func shop(_ basePath: String, trusts: Bool) throws -> Shop {
        try Shop(names: ["shoe-001", "shoe-002"]) {
            $0.http.basePath = basePath
            if trusts { $0.http.trustedProxies = ["127.0.0.1"] }
        }
    }

    @Test(
        "a request is answered with the path and without it, whether the option or a trusted proxy names it",
        arguments: [("/magpie", []), ("/magpie/", []), ("", [forwarded]), ("/other", [forwarded]), ("/a/magpie", [])])
    func both(_ basePath: String, _ headers: [String]) throws {
        let shop = try Self.shop(basePath, trusts: !headers.isEmpty)
        let prefix = headers.isEmpty ? basePath.replacing(/\/$/, with: "") : "/magpie"
        for target in Self.targets {
            let plain = try shop.ask("GET", target, headers: headers)
            let prefixed = try shop.ask("GET", prefix + target, headers: headers)
            #expect(plain.answer.status == prefixed.answer.status && plain.answer.status != 308, "\(target)")
            #expect(plain.answer.headers["Content-Type"] == prefixed.answer.headers["Content-Type"], "\(target)")
            if target.hasPrefix("/search") { #expect(prefixed.json["total"] == .int(1)) }
        }
        for target in ["\(prefix)x/search?im_name=shoe-001", "\(prefix)\(prefix)/search"] {
            #expect(try shop.ask("GET", target, headers: headers).answer.status == 404, "\(target)")
        }
    }

    @Test("openapi.json names the path as its server: that of a trusted proxy, that of the option, or the root")
    func servers() throws {
        func server(_ shop: Shop, _ headers: [String] = []) throws -> JSONValue? {
            try shop.ask("GET", "/openapi.json", headers: headers).json["servers"]?[0]?["url"]
        }
        let trusting = try Self.shop("/shop", trusts: true)
        #expect(try server(trusting) == "/shop" && server(trusting, [Self.forwarded]) == "/magpie")
        #expect(try server(trusting, ["X-Forwarded-Prefix: /a/, /b", Self.forwarded]) == "/a/b/magpie")
        #expect(try server(Self.shop("", trusts: true)) == "/")
        #expect(try Self.shop("", trusts: false).get("/openapi.json")["paths"]?["/engine/search"] != nil)
    }

    @Test("nobody but a trusted proxy names the path, and nothing but a path is one")
    func untrusted() throws {
        let doubting = try Self.shop("", trusts: false)
        #expect(try doubting.ask("GET", "/magpie/docs", headers: [Self.forwarded]).answer.status == 404)
        let trusting = try Self.shop("", trusts: true)
        for path in [
            "//evil.example", "/a//b", "/..", "/a/../b", "magpie", "/a b", "/%2e%2e", "/a?b", "/\"", "/ü", "http://x/",
        ] {
            let answer = try trusting.ask("GET", "/openapi.json", headers: ["X-Forwarded-Prefix: \(path)"])
            #expect(answer.json["servers"]?[0]?["url"] == "/", "\(path)")
            #expect(throws: SearchError.self, "\(path)") { try Self.shop(path, trusts: false) }
        }
    }

    @Test(
        "an address of the page with a slash too many or too few leads to the right one, with its query",
        arguments: [
            ("/magpie", "/magpie/"), ("/magpie?item=a%20b&q=x", "/magpie/?item=a%20b&q=x"),
            ("/magpie/docs/", "../docs"),
            ("/docs//?x", "../../docs?x"), ("/magpie/operator/", "../operator"),
        ])
    func slashes(_ target: String, _ place: String) throws {
        let shop = try Self.shop("/magpie", trusts: false)
        for method in ["GET", "HEAD"] {
            let answer = try shop.ask(method, target).answer
            #expect(answer.status == 308 && answer.headers["Location"] == place, "\(answer.headers)")
        }
        let base = try #require(URL(string: "http://h" + target))
        let path = try #require(URL(string: place, relativeTo: base)?.path(percentEncoded: false))
        let target = path.isEmpty ? "/" : path.hasSuffix("magpie") ? path + "/" : path
        #expect(try shop.ask("GET", target).answer.status == 200, "\(target)")
    }

    @Test("a path that is also one of the server's own leaves that in its place")
    func ambiguous() throws {
        let shop = try Self.shop("/search", trusts: false)
        #expect(try shop.get("/search?im_name=shoe-001")["total"] == .int(1))
        #expect(try shop.get("/search/search?im_name=shoe-001")["total"] == .int(1))
        #expect(try shop.ask("GET", "/search/docs").answer.status == 200)
    }

    @Test("keys, limits and rights are those of the route behind the path")
    func rights() throws {
        let shop = try Shop(names: ["shoe-001"]) {
            $0.http.basePath = "/magpie"
            $0.http.credentials = try! Credentials(lines: "APPKEY\nak:sk")
        }
        #expect(
            try shop.ask("POST", "/magpie/engine/overview?access_key=APPKEY", headers: [Shop.json]).answer.status == 403
        )
        #expect(try shop.ask("POST", "/magpie/engine/count", headers: [Shop.json]).answer.status == 401)
        #expect(try shop.ask("GET", "/magpie/metrics?access_key=APPKEY").answer.status == 403)
        let long = [UInt8](repeating: 0x20, count: 70_000)
        let answer = try shop.ask(
            "POST", "/magpie/engine/item?access_key=APPKEY", headers: [Shop.json], body: long
        ).answer
        #expect(answer.status == 413)
    }
}
