import Foundation
import Recommendations
import SearchAPI
import SearchClient
import ServedShop
import TestSupport
import Testing
import VisualSearch

@testable import SearchServer

@Suite("Keys of trackers", .timeLimit(.minutes(5)))
struct EventKeyTests {
    private static let pair = "Authorization: Basic YWs6c2s="
    private static let json = "Content-Type: application/json"
    private static let batch = Array(#"{"events":[{"action":"batch"},{"action":"batch"}]}"#.utf8)

    private func shop(_ change: (inout SearchServer.Setup) -> Void = { _ in }) throws -> Shop {
        try Shop { setup in
            setup.http.credentials = try! Credentials(lines: "APPKEY\nDATA data\nak:sk\nwatch:er metrics")
            change(&setup)
        }
    }

    private func actions(_ shop: Shop) throws -> [String] {
        try EventStore(reading: SearchServer.events(of: shop.engine.store.path)).latest(100).map(\.action)
    }

    /// The three ways of an event, each with what stands behind its path.
    private func report(_ shop: Shop, _ query: String, _ headers: [String] = []) throws -> [Answer] {
        try [
            shop.ask("GET", "/v3/__va.gif?action=view&\(query)", headers: headers).answer,
            shop.ask("POST", "/v3/events?\(query)", headers: headers + [Self.json], body: Self.batch).answer,
            shop.ask("GET", "/__aq.gif?action=old&\(query)", headers: headers).answer,
        ]
    }

    @Test(
        "where there are keys, an event without a valid one is refused and not kept",
        arguments: [
            "", "code=", "code=:", "code=other", "code=APPKE", "code=APPKEYY:1", "code=1:APPKEY", "code=ak:sk",
            "access_key=none", "access_key=ak%3Ask", "cid=none", "uid=APPKEY",
        ])
    func refused(_ query: String) throws {
        let shop = try shop()
        for answer in try report(shop, query) {
            #expect(answer.status == 401)
            // No browser asks its user for a password because of this one.
            #expect(answer.headers["WWW-Authenticate"] == "ApiKey realm=\"magpie\"")
            let json = try JSONValue(parsing: Array(answer.body.utf8))
            #expect(json["status"] == .string("fail") && json["error"]?["code"] == .int(11))
            #expect(json["error"]?["message"]?.text?.hasPrefix("A valid key is required") == true)
        }
        #expect(try actions(shop).isEmpty)
    }

    @Test(
        "an app key comes as the code of the tracker, alone or before a colon, as access_key, or a pair as Basic",
        arguments: [
            ("code=APPKEY", ""), ("code=APPKEY%3A1234", ""), ("code=APPKEY:1:2", ""), ("access_key=APPKEY", ""),
            ("code=mine&access_key=APPKEY", ""), ("code=T%3A1", pair), ("", pair),
        ])
    func accepted(_ query: String, _ header: String) throws {
        let shop = try shop()
        let answers = try report(shop, query, header.isEmpty ? [] : [header])
        #expect(answers.map(\.status) == [200, 200, 200])
        #expect(answers[0].body.hasPrefix("GIF89a"))
        #expect(try actions(shop) == ["old", "batch", "batch", "view"])
    }

    @Test("the key may come in a form; the old tracker has it as cid; a key that is sent as such is not kept")
    func elsewhere() throws {
        let shop = try shop()
        let form = ["Content-Type: application/x-www-form-urlencoded"]
        for text in ["action=a&code=APPKEY:1", "action=b&access_key=APPKEY"] {
            #expect(try shop.ask("POST", "/v3/__va.gif", headers: form, body: Array(text.utf8)).answer.status == 200)
        }
        #expect(try shop.ask("GET", "/__aq.gif?action=c&cid=APPKEY").answer.status == 200)
        #expect(try shop.ask("GET", "/v3/__va.gif?action=d&cid=APPKEY").answer.status == 401)
        #expect(try actions(shop) == ["c", "b", "a"])
        let kept = try EventStore(reading: SearchServer.events(of: shop.engine.store.path)).latest(9)
        #expect(!kept.contains { $0.members.contains("access_key") })
    }

    @Test("a key that may not search may not report")
    func rights() throws {
        let shop = try shop()
        for (query, header) in [
            ("code=DATA", "X: x"), ("access_key=DATA", "X: x"), ("", "Authorization: Basic d2F0Y2g6ZXI="),
        ] {
            for answer in try report(shop, query, [header]) {
                #expect(answer.status == 403)
                #expect(answer.body.contains("lacks the right 'search'"))
            }
        }
        #expect(try actions(shop).isEmpty)
    }

    @Test("open events need no key, and nor do those of a server without keys; searches do")
    func open() throws {
        let open = try shop { $0.takesOpenEvents = true }
        #expect(try report(open, "code=T:1").map(\.status) == [200, 200, 200])
        #expect(try report(open, "").map(\.status) == [200, 200, 200])
        #expect(try open.get("/search?im_name=a")["error"]?.texts.first?.hasPrefix("Invalid access key") == true)
        let keyless = try Shop()
        #expect(try report(keyless, "code=T:1").map(\.status) == [200, 200, 200])
    }

    @Test("a code lets nobody search")
    func noSearch() throws {
        let shop = try shop()
        for name in ["code", "cid"] {
            let answer = try shop.get("/search?im_name=a&\(name)=APPKEY")
            #expect(answer["error"]?.texts.first?.hasPrefix("Invalid access key or secret key.") == true)
        }
    }

    @Test("the tracker of this package reports with its code; what is refused waits for the right one")
    func client() async throws {
        let shop = try shop()
        let url = URL(string: "http://127.0.0.1:\(shop.port)")!
        let event = try Event(.search, queryID: "q")
        for (code, isTaken) in [("APPKEY:1", true), ("APPKEY", true), ("other:1", false)] {
            let tracker = Tracker(
                .init(code, at: url, delay: nil, timeout: 300, retry: RetryPolicy(tries: 1)),
                session: VisitorSession(uid: "u"))
            for count in [1, 3] {
                for _ in 0..<count { tracker.track(event) }
                if isTaken {
                    #expect(try await tracker.flush() == count)
                } else {
                    let error = await #expect(throws: ClientError.self) { try await tracker.flush() }
                    #expect(error.map { "\($0)" }?.contains("401") == true)
                }
            }
            let counts = tracker.counts
            #expect(counts.waiting == (isTaken ? 0 : 4) && counts.sent == (isTaken ? 4 : 0) && counts.dropped == 0)
        }
        #expect(try actions(shop).count == 8)
    }
}
