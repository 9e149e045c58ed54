import Foundation
import HTTPTransport
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Who may ask what", .timeLimit(.minutes(30)))
struct AccessRouteTests {
    private static let form = "Content-Type: application/x-www-form-urlencoded"
    private static let json = "Content-Type: application/json"
    private static let pair = "Authorization: Basic YWs6c2s="

    /// What an app key may not ask for.
    private static let guarded: [(method: String, target: String, header: String, body: String)] = [
        ("POST", "/insert", form, "im_name[0]=new&im_url[0]=http://127.0.0.1/x.jpg"),
        ("GET", "/insert?im_name[0]=new&price[0]=1", "X: x", ""), ("POST", "/remove", form, "im_name[0]=shoe-001"),
        ("GET", "/remove?im_name[0]=shoe-001", "X: x", ""), ("GET", "/insert/status/1", "X: x", ""),
        ("POST", "/engine/remove", json, "[\"shoe-001\"]"), ("POST", "/engine/insert", json, "[]"),
        ("POST", "/engine/item", json, "\"shoe-001\""), ("POST", "/engine/count", json, "{}"),
        ("POST", "/engine/types", json, "{}"),
        ("POST", "/engine/search", json, "{\"query\":{\"look\":{\"item\":\"shoe-001\"}}}"),
    ]

    @Test("an app key searches, tracks and no more; the answer says so in the words of the route")
    func appKey() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nMARKED all\nak:sk")
        }
        for each in Self.guarded {
            let key = each.target.contains("?") ? "&access_key=APPKEY" : "?access_key=APPKEY"
            let (answer, json) = try shop.ask(
                each.method, each.target + key, headers: [each.header], body: Array(each.body.utf8))
            #expect(answer.status == (each.target.hasPrefix("/engine") ? 403 : 200), "\(each.target)")
            #expect(answer.body.contains("Unauthorized: an app key may search only"), "\(each.target)")
            #expect(json["status"]?.text == "fail")
            let without = try shop.ask(each.method, each.target, headers: [each.header], body: Array(each.body.utf8))
            #expect(without.answer.status == (each.target.hasPrefix("/engine") ? 401 : 200), "\(each.target)")
            #expect(without.answer.body.contains("Invalid access key or secret key."), "\(each.target)")
            let challenge = each.target.hasPrefix("/engine") ? "Basic realm=\"magpie\"" : nil
            #expect(without.answer.headers["WWW-Authenticate"] == challenge)
        }
        #expect(try shop.get("/search?im_name=shoe-001&access_key=APPKEY")["total"] == .int(1))
        #expect(try shop.upload("/uploadsearch", Shop.picture("shoe-002"), "access_key=APPKEY")["total"] == .int(2))
        #expect(try shop.ask("GET", "/v3/__va.gif?action=view&uid=u&code=APPKEY").answer.status == 200)
        #expect(try shop.get("/remove?im_name[0]=shoe-001&access_key=MARKED")["total"] == .int(1))
        let removal = try shop.ask("GET", "/remove?im_name[0]=shoe-002", headers: [Self.pair])
        #expect(removal.json["total"] == .int(1))
    }

    @Test("without keys nothing is inserted or removed by GET, and a page of another site is refused")
    func keyless() throws {
        let shop = try Shop(names: ["shoe-001"])
        for target in ["/remove?im_name[0]=shoe-001", "/insert?im_name[0]=shoe-001&price[0]=7", "//remove?im_name=a"] {
            let (answer, json) = try shop.ask("GET", target)
            #expect(answer.status == 405 && answer.headers["Allow"] == "POST, OPTIONS")
            #expect(json["error"] != nil && answer.body.contains("by POST only"))
        }
        let evil = "Origin: https://evil.example"
        for (target, type, body) in [
            ("/engine/remove", "text/plain", "[\"shoe-001\"]"),
            ("/engine/remove", "application/json", "[\"shoe-001\"]"),
            ("/remove", "application/x-www-form-urlencoded", "im_name[0]=shoe-001"),
        ] {
            let (answer, _) = try shop.ask(
                "POST", target, headers: [evil, "Content-Type: \(type)"], body: Array(body.utf8))
            #expect(answer.status == 403 && answer.headers["Access-Control-Allow-Origin"] == nil)
        }
        let text = ["Content-Type: text/plain"]
        let plain = try shop.ask("POST", "/engine/remove", headers: text, body: Array("[]".utf8))
        #expect(plain.answer.status == 415)
        #expect(try shop.get("/search?im_name=shoe-001")["status"]?.text == "OK")
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

    @Test("a search without a picture has a short body, one with a picture short parameters")
    func bodies() throws {
        let shop = try Shop.shared.get()
        let long = [UInt8](repeating: 0x61, count: 70_000)
        for path in ["/search", "/colorsearch", "/recommendations", "/match", "/out_of_stock", "/uploadsearch"] {
            let (answer, json) = try shop.ask("POST", path, headers: [Self.form], body: Array("q=".utf8) + long)
            #expect(answer.status == 413 && json["error"]?.texts.first?.contains("65536 bytes") == true, "\(path)")
        }
        let picture = try Shop.picture("shoe-001") + [UInt8](repeating: 0, count: 200_000)
        #expect(try shop.upload("/uploadsearch", picture)["status"]?.text == "OK")
        let padded = try shop.post("/uploadsearch", parts: [("image", picture, true), ("q", long, false)])
        #expect(padded["error"]?.texts.first?.contains("65536 bytes") == true)
        let raw = try shop.ask("POST", "/uploadsearch", headers: ["Content-Type: image/jpeg"], body: picture)
        #expect(raw.answer.status == 415 && raw.answer.body.contains("a picture as its part image"))
        #expect(try shop.post("/uploadsearch", parts: [("image", picture, false)])["status"]?.text == "OK")
    }

    @Test("a server that only searches says so, makes no files and takes no events")
    func readOnly() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002"]) { $0.isReadOnly = true }
        for each in Self.guarded where each.method == "POST" && !each.target.hasSuffix("item") {
            guard ["insert", "remove"].contains(where: each.target.hasSuffix) else { continue }
            let (answer, _) = try shop.ask("POST", each.target, headers: [each.header], body: Array(each.body.utf8))
            #expect(answer.body.contains("this server is read-only"), "\(each.target)")
        }
        #expect(try shop.get("/search?im_name=shoe-001")["total"] == .int(1))
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
