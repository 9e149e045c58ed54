import Foundation
import HTTPTransport
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Who may ask what", .timeLimit(.minutes(5)))
struct AccessRouteTests {
    private static let form = "Content-Type: application/x-www-form-urlencoded"
    private static let json = "Content-Type: application/json"
    private static let pair = "Authorization: Basic YWs6c2s="

    /// A request that changes the catalog, or tells of people.
    struct Guarded: Sendable, CustomTestStringConvertible {
        let method: String
        let target: String
        let header: String
        let body: String
        var testDescription: String { "\(method) \(target)" }
        /// Refusals of ViSearch's routes have status 200, as those of the service.
        var isOurs: Bool { target.hasPrefix("/engine") }

        init(_ method: String, _ target: String, _ header: String = "X: x", _ body: String = "") {
            (self.method, self.target, self.header, self.body) = (method, target, header, body)
        }

        func ask(_ shop: Shop, key: String? = nil) throws -> (answer: Answer, json: JSONValue) {
            let key = key.map { (target.contains("?") ? "&" : "?") + "access_key=\($0)" } ?? ""
            return try shop.ask(method, target + key, headers: [header], body: Array(body.utf8))
        }
    }

    private static let guarded = [
        Guarded("POST", "/insert", form, "im_name[0]=new&im_url[0]=http://127.0.0.1/x.jpg"),
        Guarded("GET", "/insert?im_name[0]=new&price[0]=1"), Guarded("POST", "/remove", form, "im_name[0]=shoe-001"),
        Guarded("GET", "/remove?im_name[0]=shoe-001"), Guarded("GET", "/insert/status/1"),
        Guarded("POST", "/engine/remove", json, "[\"shoe-001\"]"), Guarded("POST", "/engine/insert", json, "[]"),
        Guarded("POST", "/engine/overview", json, "{}"), Guarded("POST", "/engine/searches", json, "{}"),
        Guarded("POST", "/engine/events", json, "{}"), Guarded("POST", "/engine/consents", json, "[\"u\"]"),
        Guarded("POST", "/engine/categories", json, "{}"), Guarded("GET", "/engine/rules"),
    ]

    /// Two items, an app key, a key with all rights, and a pair.
    private static func keyed() throws -> Shop {
        try Shop(names: ["shoe-001", "shoe-002"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nMARKED all\nak:sk")
        }
    }

    /// For tests that change nothing.
    private static let keyedShop = Result { try keyed() }

    @Test(
        "an app key neither changes the catalog nor hears of people, and the answer says what it lacks",
        arguments: guarded)
    func appKeyRefused(_ request: Guarded) throws {
        let (answer, json) = try request.ask(Self.keyedShop.get(), key: "APPKEY")
        #expect(answer.status == (request.isOurs ? 403 : 200))
        #expect(answer.body.contains("Unauthorized: this key may search, and this needs the right `data`."))
        #expect(json["status"]?.text == "fail" && (json["needs"] == "data") == request.isOurs)
    }

    @Test("without a key the same requests are refused, and only our own routes ask for a pair", arguments: guarded)
    func keyMissing(_ request: Guarded) throws {
        let (answer, _) = try request.ask(Self.keyedShop.get())
        #expect(answer.status == (request.isOurs ? 401 : 200))
        #expect(answer.body.contains("Invalid access key or secret key. No key came. An app key goes as the parameter"))
        #expect(answer.headers["WWW-Authenticate"] == (request.isOurs ? "Basic realm=\"magpie\"" : nil))
    }

    @Test("an app key searches by name and by picture")
    func appKeySearches() throws {
        let shop = try Self.keyedShop.get()
        #expect(try shop.get("/search?im_name=shoe-001&access_key=APPKEY")["total"] == .int(1))
        #expect(try shop.upload("/uploadsearch", Shop.picture("shoe-002"), "access_key=APPKEY")["total"] == .int(2))
    }

    @Test(
        "what a page for visitors asks is open to an app key, and to a key with the right to data alone",
        arguments: [
            ("search", #"{"query":{"example":{"item":"shoe-001"}}}"#), ("item", #""shoe-001""#), ("items", "{}"),
            ("count", "{}"), ("types", "{}"), ("fields", "{}"), ("describer", "{}"), ("models", "{}"),
            ("suggest", #"{"text":"sh"}"#), ("recommend", #"{"model":"similar","seeds":{"shoe-001":1}}"#),
        ])
    func page(_ verb: String, _ body: String) throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nDATAKEY data\nWATCH metrics")
        }
        for key in ["APPKEY", "DATAKEY"] {
            let request = Guarded("POST", "/engine/\(verb)", Self.json, body)
            let (answer, json) = try request.ask(shop, key: key)
            #expect(answer.status == 200 && json["answer"] != nil, "\(key): \(answer.body)")
        }
        let (answer, json) = try Guarded("POST", "/engine/\(verb)", Self.json, body).ask(shop, key: "WATCH")
        #expect(answer.status == 403 && json["needs"] == "search")
        #expect(answer.body.contains("this key has the right `metrics`, and this needs the right `search`"))
    }

    @Test(
        "a refusal names a right key in a place of others, and no wrong one",
        arguments: [
            ("", "Authorization: Basic \(Data("APPKEY:".utf8).base64EncodedString())", "HTTP Basic"),
            ("", "Authorization: Bearer APPKEY", "the header Authorization"),
            ("", "X-API-Key: APPKEY", "the header X-API-Key"), ("&app_key=APPKEY", "X: x", "the parameter app_key"),
            ("&access_key=ak:sk", "X: x", "the parameter access_key"),
            ("&access_key=ak&secret_key=sk", "X: x", "the parameters access_key and secret_key"),
        ])
    func misplaced(_ query: String, _ header: String, _ place: String) throws {
        let shop = try Self.keyed()
        func texts(_ path: String, _ query: String, _ header: String) throws -> String {
            let method = path.hasPrefix("/engine") ? "POST" : "GET"
            return try shop.ask(
                method, "\(path)?im_name=shoe-001\(query)", headers: [header, Self.json], body: Array("{}".utf8)
            ).answer.body
        }
        for path in ["/search", "/engine/count", "/picture", "/metrics", "/v3/__va.gif"] {
            let told = try texts(path, query, header)
            #expect(told.contains("The key in \(place) is right, but that is not its place."), "\(path): \(told)")
            let wrong = [query, header].map { $0.replacing("APPKEY", with: "APPKEZ").replacing("sk", with: "sq") }
            let encoded = header.contains("Basic") ? "Authorization: Basic QVBQS0VaOg==" : wrong[1]
            #expect(try !texts(path, wrong[0], encoded).contains("is right"), "\(path)")
        }
    }

    @Test("whoever guesses keys in places of others is slowed down as well, and one request is one guess")
    func strayGuesses() throws {
        let shop = try Shop(names: ["shoe-001"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY")
            $0.http.limits.wrongKeys = 5
        }
        let many = (0..<50).map { "key=K\($0)" }.joined(separator: "&")
        #expect(try !shop.ask("GET", "/search?\(many)&key=APPKEY").answer.body.contains("is right"))
        for number in 0..<8 { _ = try shop.ask("GET", "/search?app_key=wrong\(number)") }
        let answer = try shop.ask("GET", "/search?app_key=APPKEY").answer
        #expect(answer.status == 429 && !answer.body.contains("is right"), "\(answer.status) \(answer.body)")
    }

    @Test("a tracker sends events with an app key")
    func appKeyTracks() throws {
        let shop = try Self.keyedShop.get()
        #expect(try shop.ask("GET", "/v3/__va.gif?action=view&uid=u&code=APPKEY").answer.status == 200)
    }

    @Test("a key with all rights and a pair remove items by GET")
    func fullRights() throws {
        let shop = try Self.keyed()
        #expect(try shop.get("/remove?im_name[0]=shoe-001&access_key=MARKED")["total"] == .int(1))
        let removal = try shop.ask("GET", "/remove?im_name[0]=shoe-002", headers: [Self.pair])
        #expect(removal.json["total"] == .int(1))
    }

    @Test(
        "without keys nothing is inserted or removed by GET",
        arguments: ["/remove?im_name[0]=shoe-001", "/insert?im_name[0]=shoe-001&price[0]=7", "//remove?im_name=a"])
    func keylessGet(_ target: String) throws {
        let (answer, json) = try Shop.shared.get().ask("GET", target)
        #expect(answer.status == 405 && answer.headers["Allow"] == "POST, OPTIONS")
        #expect(json["error"] != nil && answer.body.contains("by POST only"))
    }

    @Test(
        "without keys a page of another site changes nothing, whatever form it sends",
        arguments: [
            Guarded("POST", "/engine/remove", "Content-Type: text/plain", "[\"shoe-001\"]"),
            Guarded("POST", "/engine/remove", json, "[\"shoe-001\"]"),
            Guarded("POST", "/remove", form, "im_name[0]=shoe-001"),
        ])
    func otherSite(_ request: Guarded) throws {
        let shop = try Shop.shared.get()
        let origin = "Origin: https://evil.example"
        let (answer, _) = try shop.ask(
            "POST", request.target, headers: [origin, request.header], body: Array(request.body.utf8))
        #expect(answer.status == 403 && answer.headers["Access-Control-Allow-Origin"] == nil)
        #expect(try shop.get("/search?im_name=shoe-001")["status"]?.text == "OK")
    }

    @Test("JSON that calls itself plain text, as a form of another site can send it, is refused")
    func plainText() throws {
        let text = ["Content-Type: text/plain"]
        let plain = try Shop.shared.get().ask("POST", "/engine/remove", headers: text, body: Array("[]".utf8))
        #expect(plain.answer.status == 415)
    }

    @Test("without keys this machine removes by POST")
    func keylessPost() throws {
        let shop = try Shop(names: ["shoe-001"])
        #expect(try shop.post("/remove", form: "im_name[0]=shoe-001")["total"] == .int(1))
    }

    @Test("lists have an end, and the answer names the parameter", arguments: ["fl", "facets", "fq", "vs_fl", "vs_fq"])
    func lists(_ name: String) throws {
        let shop = try Shop.shared.get()
        func ask(_ count: Int) throws -> JSONValue {
            let values = (0..<count).map { "\(name)=f\($0):1" }.joined(separator: "&")
            return try shop.post("/search", form: "im_name=shoe-001&\(values)")
        }
        #expect(try ask(300)["error"]?.texts.contains { $0.contains("300 values") } != true)
        #expect(try ask(301)["error"]?.texts == ["\(name) must have no more than 300 values."])
    }

    @Test(
        "a search without a picture has a body of 64 kB at most",
        arguments: ["/search", "/colorsearch", "/recommendations", "/match", "/out_of_stock", "/uploadsearch"])
    func shortBodies(_ path: String) throws {
        let body = Array("q=".utf8) + [UInt8](repeating: 0x61, count: 70_000)
        let (answer, json) = try Shop.shared.get().ask("POST", path, headers: [Self.form], body: body)
        #expect(answer.status == 413 && json["error"]?.texts.first?.contains("65536 bytes") == true)
    }

    /// A picture with 200,000 bytes behind its end.
    private static func largePicture() throws -> [UInt8] {
        try Shop.picture("shoe-001") + [UInt8](repeating: 0, count: 200_000)
    }

    @Test("a picture may be longer than 64 kB, with and without the name of a file", arguments: [true, false])
    func longPicture(_ isFile: Bool) throws {
        let parts = [("image", try Self.largePicture(), isFile)]
        #expect(try Shop.shared.get().post("/uploadsearch", parts: parts)["status"]?.text == "OK")
    }

    @Test("parameters beside a picture have 64 kB at most")
    func longParameters() throws {
        let words = [UInt8](repeating: 0x61, count: 70_000)
        let parts = [("image", try Self.largePicture(), true), ("q", words, false)]
        let padded = try Shop.shared.get().post("/uploadsearch", parts: parts)
        #expect(padded["error"]?.texts.first?.contains("65536 bytes") == true)
    }

    @Test("a body that is a picture and no form is refused with the form that is right")
    func rawPicture() throws {
        let raw = try Shop.shared.get().ask(
            "POST", "/uploadsearch", headers: ["Content-Type: image/jpeg"], body: Self.largePicture())
        #expect(raw.answer.status == 415 && raw.answer.body.contains("a picture as its part image"))
    }

    private static let readOnlyShop = Result { try Shop(names: ["shoe-001", "shoe-002"]) { $0.isReadOnly = true } }

    @Test(
        "a read-only server refuses what changes the catalog and says so",
        arguments: guarded.filter { $0.method == "POST" && ($0.target + "$").contains(/(insert|remove)\$/) })
    func readOnlyRefuses(_ request: Guarded) throws {
        let (answer, _) = try request.ask(Self.readOnlyShop.get())
        #expect(answer.body.contains("this server is read-only"))
    }

    @Test("a read-only server searches")
    func readOnlySearches() throws {
        #expect(try Self.readOnlyShop.get().get("/search?im_name=shoe-001")["total"] == .int(1))
    }

    @Test("a read-only server takes no events and makes no files beside its store")
    func readOnlyFiles() throws {
        let shop = try Self.readOnlyShop.get()
        #expect(try shop.ask("GET", "/v3/__va.gif?action=view&uid=u").answer.status == 404)
        let files = try FileManager.default.contentsOfDirectory(atPath: shop.folder.url.path)
        #expect(!files.contains { $0.contains(".jobs") || $0.contains(".events") })
    }

    @Test("trackers may be switched off")
    func noTrackers() throws {
        let shop = try Shop { $0.takesEvents = false }
        for path in ["/v3/__va.gif?action=view", "/__aq.gif?action=view"] {
            #expect(try shop.ask("GET", path).answer.status == 404)
        }
        #expect(try shop.ask("POST", "/v3/events", headers: [Self.json], body: Array("{}".utf8)).answer.status == 404)
    }
}
