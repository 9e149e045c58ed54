import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("The route of rules", .timeLimit(.minutes(5)))
struct RuleRouteTests {
    private static let rules =
        #"{"rules":[{"name":"mug first","when":{"campaigns":["tea"]},"then":{"pins":[{"id":"mug-001","place":1}],"redirect":"/tea"}}]}"#

    private func put(
        _ shop: Shop, _ body: String, headers: [String] = [], target: String = "/engine/rules"
    ) throws -> (answer: Answer, json: JSONValue) {
        try shop.ask(
            "PUT", target,
            headers: ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] + headers,
            body: Array(body.utf8))
    }

    private func search(_ shop: Shop, _ rules: String) throws -> JSONValue? {
        let body = #"{"query":{"text":"shoe"},"explains":true,"rules":\#(rules)}"#
        return try shop.ask("POST", "/engine/search", headers: [Shop.json], body: Array(body.utf8)).json["answer"]
    }

    @Test("PUT keeps rules, GET returns them, and the next search follows them")
    func roundTrip() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002", "mug-001"])
        #expect(try shop.get("/engine/rules")["answer"]?["rules"]?.values.isEmpty == true)
        let (answer, json) = try put(shop, Self.rules)
        #expect(answer.status == 200 && json["answer"]?["rules"] == .int(1), "\(answer.body)")
        #expect(try shop.get("/engine/rules")["answer"] == JSONValue(parsing: Array(Self.rules.utf8)))
        let found = try search(shop, #"{"campaign":"tea"}"#)
        #expect(found?["hits"]?.values.first?["id"] == .string("mug-001") && found?["redirect"] == .string("/tea"))
        #expect(found?["rules"]?.values.first?["effects"]?.values == [.string("pins"), .string("redirect")])
        #expect(
            found?["hits"]?.values.first?["explanation"]?["rules"]?.values.first?["rule"] == .string("mug first"))
        let without = try search(shop, #"{"campaign":"tea","usesRules":false}"#)
        #expect(without?["hits"]?.values.first?["id"] != .string("mug-001"))
        #expect(try put(shop, #"{"rules":[]}"#).json["answer"]?["rules"] == .int(0))
        #expect(try search(shop, #"{"campaign":"tea"}"#)?["redirect"] == nil)
    }

    @Test("rules come with a request as well, and a wrong member is refused with its place")
    func inline() throws {
        let shop = try Shop(names: ["shoe-001", "mug-001"])
        let rule = #"{"inline":[{"name":"a","then":{"pins":[{"id":"mug-001","place":1}]}}]}"#
        #expect(try search(shop, rule)?["hits"]?.values.first?["id"] == .string("mug-001"))
        for (wrong, text) in [
            (#"{"inlin":[]}"#, "no member `rules.inlin`; did you mean `inline`?"),
            (
                #"{"inline":[{"name":"a","then":{"pin":[]}}]}"#,
                "no member `rules.inline[0].then.pin`; did you mean `pins`?"
            ),
            (#"{"time":"2026-01-01"}"#, "rules.time: `2026-01-01` is no moment"),
        ] {
            let body = #"{"query":{"text":"shoe"},"rules":\#(wrong)}"#
            let (answer, json) = try shop.ask("POST", "/engine/search", headers: [Shop.json], body: Array(body.utf8))
            #expect(answer.status == 400 && json["error"]?["message"]?.text?.contains(text) == true, "\(answer.body)")
        }
    }

    @Test("rules that cannot be kept change nothing, and the answer names the rule and the value")
    func refused() throws {
        let shop = try Shop(names: ["shoe-001", "mug-001"])
        _ = try put(shop, Self.rules)
        for (wrong, text) in [
            (#"[{"name":"a","then":{"pins":[{"id":"mug-001","place":0}]}}]"#, "rule `a`: then.pins[0].place must be"),
            (#"[{"name":"a","then":{"hide":{"filter":"brnd:x"}}}]"#, "did you mean `brand`?"),
            ("{", "the rules are not valid JSON"),
        ] {
            let (answer, json) = try put(shop, wrong)
            #expect(json["error"]?["message"]?.text?.contains(text) == true, "\(answer.body)")
            #expect(try shop.get("/engine/rules")["answer"]?["rules"]?.values.count == 1)
        }
    }

    @Test("the route and the article have the limit of a file, which is below that of a server")
    func limit() throws {
        let route = RuleRoute.route.bodyBytes ?? 0
        let article = try String(
            contentsOf: SharedData.package.appending(path: "Sources/Search/VisualSearch/VisualSearch.docc/Rules.md"),
            encoding: .utf8)
        #expect(route == 10_000_000 && article.contains("10 MB (10,000,000 bytes)"))
        #expect(route < ServerConfiguration.Limits().bodyBytes)
    }

    @Test("rules that one query wakes both are findings with the query")
    func findings() throws {
        let shop = try Shop(names: ["shoe-001", "mug-001"])
        let rules = #"""
            {"rules":[
            {"name":"a","when":{"words":{"match":"contains","phrases":["bag"]}},"then":{"pins":[{"id":"shoe-001","place":1}]}},
            {"name":"b","when":{"words":{"match":"exact","phrases":["blue bag"]}},"then":{"pins":[{"id":"mug-001","place":1}]}}]}
            """#
        let findings = try put(shop, rules).json["answer"]?["findings"]?.values
        #expect(findings?.count == 1 && findings?.first?["text"]?.text?.contains("for \"blue bag\"") == true)
    }

    @Test(
        "rules need a key with the right to change data, JSON, a method of the route, and a server that takes changes")
    func access() throws {
        let keyed = try Shop(names: ["shoe-001", "mug-001"]) {
            $0.http.credentials = try! Credentials(lines: "APPKEY\nMARKED all")
        }
        #expect(try put(keyed, Self.rules).answer.status == 401)
        #expect(try put(keyed, Self.rules, target: "/engine/rules?access_key=APPKEY").answer.status == 403)
        #expect(try keyed.ask("GET", "/engine/rules?access_key=APPKEY").answer.status == 403)
        #expect(try put(keyed, Self.rules, target: "/engine/rules?access_key=MARKED").answer.status == 200)
        let closed = try Shop(names: ["shoe-001"]) { $0.isReadOnly = true }
        #expect(try put(closed, Self.rules).answer.status == 403)
        #expect(try closed.ask("GET", "/engine/rules").answer.status == 200)
        #expect(
            try closed.ask("POST", "/engine/rules", headers: [Shop.json], body: Array("{}".utf8)).answer.status == 405)
        let form = try closed.ask(
            "PUT", "/engine/rules", headers: ["Content-Type: text/plain", "Content-Length: 2"], body: Array("{}".utf8))
        #expect(form.answer.status == 415)
        #expect(try put(closed, "{}", target: "/engine/count").answer.status == 405)
    }
}
