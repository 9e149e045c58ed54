import ContentSearch
import EngineTestSupport
import Foundation
import HaloAPI
import ServedShop
import TestSupport
import Testing

@testable import HaloRoutes
@testable import SearchServer

@Suite("Content in the form of HALO", .timeLimit(.minutes(5)))
struct HaloTests {
    @Test("a page and bare instances are found, in the vendor's form")
    func searches() throws {
        let shop = try Shop.withContent.get()
        let page = try shop.halo(#"{"moduleName":"stores","pagination":{"page":2,"limit":2},"sort":"name asc"}"#)
        #expect(page.answer.status == 200)
        #expect(
            page.json["pagination"] == ["page": 2, "limit": 2, "offset": 2, "totalItems": 5, "totalPages": 3])
        #expect(page.json["items"]?.values.map { $0["id"] } == ["s2", "s4"])
        let first = try shop.halo(
            #"""
            {"instanceIds":["s1"],"pagination":{"skip":"true"},"include":["boss"],"fields":["values.boss","title"],
             "locale":"en-GB"}
            """#)
        #expect(first.json.values.count == 1 && first.json[0]?["revision"] == 3)
        #expect(first.json[0]?["createdAt"] == 1000 && first.json[0]?["removedAt"] == JSONValue.null)
        #expect(first.json[0]?["values"]?["title"] == "Harbour store")
        #expect(first.json[0]?["values"]?["boss"]?["values"]?["age"] == 36)
        #expect(first.json[0]?["tags"]?[0] == ["name": "brand", "value": "acme"])
        let beyond = try shop.halo(#"{"pagination":{"page":9223372036854775807,"limit":1000}}"#)
        #expect(beyond.answer.status == 200 && beyond.json["items"] == [])
    }

    @Test("a query without a picture is short, as bytes, values and words")
    func long() throws {
        let shop = try Shop.withContent.get()
        for body in [
            #"{"searchText":"\#(String(repeating: "a", count: 600_000))"}"#,
            #"{"instanceIds":[\#((0..<9000).map { "\"\($0) \(String(repeating: "x", count: 60))\"" }.joined(separator: ","))]}"#,
        ] {
            let refused = try shop.halo(body)
            #expect(refused.answer.status == 413 && refused.json["error"]?["message"]?.text?.contains("524288") == true)
        }
        #expect(try shop.halo(#"{"searchText":"\#(String(repeating: "a", count: 70_000))"}"#).answer.status == 400)
        let ids = (0..<9000).map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try shop.halo(#"{"instanceIds":[\#(ids)]}"#).answer.status == 200)
    }

    @Test("failures have the vendor's form: 400, 404, 405, 413, 415 and 500, and say nothing of this machine")
    func failures() throws {
        let shop = try Shop.withContent.get()
        func expect(_ found: (answer: Answer, json: JSONValue), _ status: Int, _ text: String) {
            #expect(found.answer.status == status, "\(found.answer.body)")
            #expect(found.json["error"]?["message"]?.text?.contains(text) == true, "\(found.answer.body)")
        }
        expect(try shop.halo("{"), 400, "not JSON")
        expect(try shop.halo(#"{"modulName":"a"}"#), 400, "did you mean `moduleName`?")
        expect(try shop.halo(#"{"moduleName":"store"}"#), 400, "stores")
        expect(try shop.halo("{}", headers: ["to-cache: soon"]), 400, "0…86400 seconds, not `soon`")
        expect(try shop.ask("GET", Shop.haloSearch), 405, "POST")
        expect(try shop.ask("POST", Shop.haloSearch, headers: ["Content-Type: text/plain"], body: [123]), 415, "JSON")
        expect(try shop.ask("POST", Shop.haloToken, headers: [Shop.json], body: Array("{}".utf8)), 415, "urlencoded")
        expect(try shop.token(String(repeating: "a", count: 20_000)), 413, "bytes")
        let empty = try Shop()
        expect(try empty.halo("{}"), 404, "this server has no content")
        struct Broken: LocalContentService {
            func search(_ query: ContentQuery) async throws(SearchError) -> ContentPage<ContentInstance> {
                try searchBlocking(query)
            }
            func searchBlocking(_ query: ContentQuery) throws(SearchError) -> ContentPage<ContentInstance> {
                throw .store(path: "/home/shop/content", reason: "it burns")
            }
        }
        let broken = try Shop { $0.content = Broken() }
        expect(try broken.halo("{}"), 500, "its log has the reason")
        #expect(try !broken.halo("{}").answer.body.contains("/home"))
    }

    @Test("deep, broad and long queries are refused in bounded time, and the server goes on")
    func hostile() throws {
        let shop = try Shop.withContent.get()
        let leaf = #"{"operation":"=","property":"area","value":1}"#
        func deep(_ levels: Int) -> String {
            #"{"searchValues":"# + String(repeating: #"{"condition":"and","operands":["#, count: levels) + leaf
                + String(repeating: "]}", count: levels) + "}"
        }
        for levels in [64, 200, 5000] { #expect(try shop.halo(deep(levels)).answer.status == 400, "\(levels)") }
        let many = Array(repeating: leaf, count: 5_000).joined(separator: ",")
        let broad = try shop.halo(#"{"searchValues":{"condition":"or","operands":[\#(many)]}}"#)
        #expect(broad.answer.status == 400 && broad.answer.body.contains("1000 comparisons"))
        let list = (0..<20_000).map(String.init).joined(separator: ",")
        #expect(
            try shop.halo(#"{"searchValues":{"operation":"in","property":"area","value":[\#(list)]}}"#).answer.body
                .contains("at most 10000 values"))
        #expect(try shop.halo(String(repeating: "[", count: 1 << 18)).answer.status == 400)
        // A query without a picture is short.
        #expect(try shop.halo(String(repeating: "[", count: 1 << 20)).answer.status == 413)
        #expect(try shop.halo(#"{"searchText":"\#(String(repeating: "x", count: 15 << 20))"}"#).answer.status == 413)
        #expect(try shop.halo("{}").json["pagination"]?["totalItems"] == 7)
    }

    @Test("a token is had for the keys of the server, and opens the search")
    func tokens() throws {
        let shop = try Shop {
            $0.content = Shop.content
            $0.http.credentials = try! Credentials(lines: "APPKEY\nak:sk search\nmeter:m metrics")
        }
        #expect(try shop.halo("{}").answer.status == 401)
        #expect(try shop.halo("{}").answer.headers["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
        #expect(try shop.halo("{}").json["error"]?["message"]?.text?.contains(Shop.haloToken) == true)
        func status(_ token: String) throws -> Int {
            try shop.halo("{}", headers: ["Authorization: Bearer \(token)"]).answer.status
        }
        for form in [
            "grant_type=client_credentials&client_id=ak&client_secret=sk",
            "grant_type=password&username=ak&password=sk",
        ] {
            let (answer, json) = try shop.token(form)
            #expect(answer.status == 200 && json["token_type"] == "Bearer" && json["expires_in"] == 3_600_000)
            let access = try #require(json["access_token"]?.text)
            let refresh = try #require(json["refresh_token"]?.text)
            #expect(!answer.body.contains("sk\"") && access != refresh)
            #expect(try status(access) == 200 && status(refresh) == 401)
            #expect(try status(access + "0") == 401 && status(String(access.dropLast()) + "x") == 401)
            // Only for the searches of content.
            let other = try shop.ask("POST", "/steps", headers: ["Authorization: Bearer \(access)"], body: [])
            #expect(other.answer.status == 401 || other.answer.status == 415)
            let renewed = try shop.token("grant_type=refresh_token&refresh_token=\(refresh)").json
            let next = try #require(renewed["access_token"]?.text)
            #expect(try status(next) == 200 && status(access) == 401)
            #expect(try shop.token("grant_type=refresh_token&refresh_token=\(refresh)").answer.status == 401)
        }
        for (form, code, text) in [
            ("grant_type=client_credentials&client_id=ak&client_secret=no", 401, "client_id and client_secret are no"),
            ("grant_type=client_credentials&client_id=ak:sk&client_secret=x", 401, "are no access and secret key"),
            ("grant_type=password&username=ak&password=", 400, "password is missing"),
            ("grant_type=password&username=a&password=b", 401, "username and password are no"),
            ("grant_type=refresh_token&refresh_token=a.b.c", 401, "the refresh token is unknown"),
            ("grant_type=magic", 400, "`magic` is not known"), ("", 400, "grant_type is missing"),
        ] {
            let (answer, json) = try shop.token(form)
            #expect(answer.status == code && json["error"]?["message"]?.text?.contains(text) == true, "\(answer.body)")
        }
        // A key that may not search gets no token.
        let meter = try shop.token("grant_type=client_credentials&client_id=meter&client_secret=m")
        #expect(meter.answer.status == 403)
        // Valid keys of an app in the header do not make up for a wrong password.
        let wrong = try shop.token(
            "grant_type=password&username=a&password=b", headers: ["Authorization: Basic YWs6c2s="])
        #expect(wrong.answer.status == 401)
        // The keys themselves open the search as well.
        #expect(try status("APPKEY") == 200)
        #expect(try shop.halo("{}", headers: ["Authorization: Basic YWs6c2s="]).answer.status == 200)
    }

    @Test("a token is worth what its keys are worth: with new keys of the server it is worth nothing")
    func renewedKeys() throws {
        let shop = try Shop {
            $0.content = Shop.content
            $0.http.credentials = try! Credentials(lines: "ak:sk")
        }
        let form = "grant_type=client_credentials&client_id=ak&client_secret=sk"
        let access = try #require(try shop.token(form).json["access_token"]?.text)
        let header = ["Authorization: Bearer \(access)"]
        #expect(try shop.halo("{}", headers: header).answer.status == 200)
        #expect(shop.server.renew(try Credentials(lines: "ak:other")))
        #expect(try shop.halo("{}", headers: header).answer.status == 401)
        #expect(try shop.token(form).answer.status == 401)
    }

    @Test("a server without keys answers any request for a token, and needs none")
    func open() throws {
        let shop = try Shop.withContent.get()
        let (answer, json) = try shop.token("grant_type=client_credentials&client_id=x&client_secret=y")
        let access = try #require(json["access_token"]?.text)
        #expect(answer.status == 200)
        #expect(try shop.halo("{}", headers: ["Authorization: Bearer \(access)"]).answer.status == 200)
        #expect(try shop.halo("{}", headers: ["Authorization: Bearer anything"]).answer.status == 200)
    }

    @Test("tokens end after an hour, those to renew with after two weeks or when they are used")
    func lifetimes() throws {
        let clock = Locked(1_800_000_000.0)
        let tokens = HaloTokens(limit: 3) { clock.withLock { $0 } }
        let keys = try Credentials(lines: "a:b\nc:d")
        let pair = HaloTokens.Pair(access: "a", secret: "b")
        let token = tokens.issue(for: pair)
        let refresh = try #require(token.refresh)
        #expect(tokens.pair(of: token.access, .access, keys) == pair)
        #expect(tokens.pair(of: refresh, .refresh, keys) == pair)
        #expect(tokens.pair(of: token.access, .refresh, keys) == nil && tokens.pair(of: refresh, .access, keys) == nil)
        clock.withLock { $0 += 3600 }
        #expect(tokens.pair(of: token.access, .access, keys) == nil)
        #expect(tokens.end(refresh: refresh, keys) == pair && tokens.end(refresh: refresh, keys) == nil)
        let another = tokens.issue(for: pair)
        #expect(tokens.end(refresh: try #require(another.refresh), keys) == pair)
        #expect(tokens.pair(of: another.access, .access, keys) == nil)
        let last = tokens.issue(for: pair)
        clock.withLock { $0 += 14 * 86_400 }
        #expect(tokens.end(refresh: try #require(last.refresh), keys) == nil)
        #expect(tokens.pair(of: tokens.issue(for: nil).access, .access, keys) == nil)
        #expect(Set((0..<100).map { _ in tokens.issue(for: nil).access }).count == 100)
    }

    @Test("a token is known to every server with the same keys, and to none with others; no number of them ends one")
    func manyServers() throws {
        let (one, other) = (HaloTokens(), HaloTokens())
        let pair = HaloTokens.Pair(access: "ä.k", secret: "s")
        let keys = try Credentials(lines: "x:y\nä.k:s search\nä.k:t")
        let token = one.issue(for: pair)
        #expect(other.pair(of: token.access, .access, keys) == pair)
        #expect(other.pair(of: token.access, .access, try Credentials(lines: "ä.k:t\nz:s")) == nil)
        for _ in 0..<10_001 { _ = other.issue(for: HaloTokens.Pair(access: "x", secret: "y")) }
        #expect(other.pair(of: token.access, .access, keys) == pair)
        // Nothing of a token can be changed: its kind, its keys, its end, its grant, its seal.
        let parts = token.access.split(separator: ".").map(String.init)
        #expect(parts.count == 5)
        for index in parts.indices {
            for change in [parts[index] + "0", String(parts[index].dropLast()), "", parts[(index + 1) % 5]] {
                var changed = parts
                changed[index] = change
                let text = changed.joined(separator: ".")
                #expect(other.pair(of: text, .access, keys) == nil && other.pair(of: text, .refresh, keys) == nil)
            }
        }
    }

    @Test("the code by which a token is sealed is that of RFC 4231, over the hash of FIPS 180-4")
    func codes() {
        func hexadecimal(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }
        #expect(
            hexadecimal(SHA256.hash([]))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hexadecimal(SHA256.hash(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)))
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            hexadecimal(SHA256.code(of: Array("what do ya want for nothing?".utf8), by: Array("Jefe".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            hexadecimal(
                SHA256.code(
                    of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                    by: [UInt8](repeating: 0xAA, count: 131)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }
}

// Content behind a served store.
extension Shop {
    static let content = ContentReference(ContentContract.modules, ContentContract.instances)
    /// The same in a file.
    static let storedContent = Result { try stored(ContentContract.modules, ContentContract.instances) }

    static func stored(_ modules: [ContentModule], _ instances: [ContentInstance]) throws -> ContentStore {
        let folder = FileManager.default.temporaryDirectory.appending(path: "served-content-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let store = try ContentStore(path: folder.appending(path: "shop.content").path(percentEncoded: false))
        try store.define(modules)
        for result in try store.insertBlocking(instances) { try result.get() }
        return store
    }

    /// For tests that change nothing.
    static let withContent = Result {
        let content = try storedContent.get()
        return try Shop { $0.content = content }
    }
    static let haloSearch = "/api/generalcontent/instance/search"
    static let haloToken = "/api/oauth/token"

    func halo(_ body: String, headers: [String] = []) throws -> (answer: Answer, json: JSONValue) {
        try ask("POST", Shop.haloSearch, headers: [Shop.json] + headers, body: Array(body.utf8))
    }

    func token(_ form: String, headers: [String] = []) throws -> (answer: Answer, json: JSONValue) {
        try ask(
            "POST", Shop.haloToken + "?_app",
            headers: ["Content-Type: application/x-www-form-urlencoded"] + headers, body: Array(form.utf8))
    }
}
