import Foundation
import Recommendations
import SQLite
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Events of trackers", .timeLimit(.minutes(5)))
struct EventTests {
    @Test("an event with what it needs is taken, and answered with a picture")
    func single() throws {
        let shop = try Shop()
        let (answer, _) = try shop.ask(
            "GET",
            "/v3/__va.gif?code=k%3A1&sdk=iOS%20SDK&v=0.2.2&action=product_click&uid=u1&sid=s&ts=1600000000000&queryId=7"
                + "&pid=shoe-001&imUrl=http%3A%2F%2Fx%2Fa.jpg&pos=1&db=null&dm=null&price=undefined")
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "image/gif")
        #expect(answer.body.hasPrefix("GIF89a"))
        #expect(
            try shop.ask("GET", "/__aq.gif?action=click&reqid=9&im_name=bag-001&cid=k&cuid=u2").answer.status == 200)
        let events = try EventStore(reading: SearchServer.events(of: shop.engine.store.path))
        let kept = try events.latest(10)
        #expect(kept.map(\.action) == ["click", "product_click"])
        #expect(kept.map(\.item) == ["bag-001", "shoe-001"] && kept.map(\.user) == ["u2", "u1"])
        #expect(kept[1].position == 1 && kept[1].query == "7")
        #expect(!kept[1].members.contains("null") && !kept[1].members.contains("undefined"))
    }

    @Test("an action and an item that nobody knows are kept, with a warning that names them")
    func unknown() throws {
        let shop = try Shop(names: ["bag-001"])
        let body = #"""
            {"events": [{"action": "product_click", "queryId": "q", "pid": "bag-001"},
                {"action": "prodct_click", "pid": "bag-001"}, {"action": 7},
                {"action": "product_view", "queryId": "q", "pid": "bag-100"}, {"action": "search", "queryId": "q"},
                {"action": "product_view"}, {"action": "zoom", "pid": "none"}]}
            """#
        let json = try shop.ask("POST", "/v3/events", headers: [Shop.json], body: Array(body.utf8)).json
        let results = json["result"]?.values ?? []
        #expect(results.map { $0["code"] } == [0, 0, 0, 0, 0, 104, 0])
        #expect(results.map { $0["message"] == "success" } == [true, true, true, true, true, false, true])
        let warnings = results.map { $0["warning"]?.text ?? "" }
        for (index, parts) in [[String](), ["`prodct_click`"], ["`7`"], ["`bag-100`"], [], [], ["`zoom`", "`none`"]]
            .enumerated()
        {
            #expect(warnings[index].isEmpty == parts.isEmpty && parts.allSatisfy { warnings[index].contains($0) })
        }
        #expect(try EventStore(reading: SearchServer.events(of: shop.engine.store.path)).latest(9).count == 6)
    }

    @Test("whoever asks for the headers alone reports nothing", arguments: ["/v3/__va.gif", "/__aq.gif"])
    func headersAlone(_ path: String) throws {
        let shop = try Shop()
        #expect(try shop.ask("HEAD", "\(path)?action=click&code=k").answer.status == 200)
        #expect(try EventStore(reading: SearchServer.events(of: shop.engine.store.path)).latest(1).isEmpty)
    }

    @Test(
        "what is missing or too long is told, and not kept",
        arguments: [
            ("", "Parameter 'action' is required."), ("action=null", "Parameter 'action' is required."),
            ("action=search", "Parameter 'queryId' is required."),
            ("action=product_view&queryId=1", "Parameter 'pid' is required."),
            ("action=transaction&queryId=1", "Parameter 'value' is required."),
            ("action=transaction&queryId=1&value=much", "Parameter 'value' must be a number."),
            ("action=transaction&queryId=1&value=1e400", "Parameter 'value' is too large for a number."),
            ("action=product_click&queryId=1&pid=a&pos=0", "Parameter 'pos' must be 1 or more."),
            ("action=x&price=-1", "Parameter 'price' must not be negative."),
            ("action=x&currency=euro", "Parameter 'currency' must be an ISO code of 3 letters."),
            ("action=" + String(repeating: "a", count: 65), "Parameter 'action' is longer than 64 characters."),
            ("action=x&cat=" + String(repeating: "c", count: 33), "Parameter 'cat' is longer than 32 characters."),
        ])
    func refused(_ query: String, _ text: String) throws {
        let shop = try Shop.shared.get()
        let (answer, json) = try shop.ask("GET", "/v3/__va.gif?" + query)
        #expect(answer.status == 400)
        #expect(json["status"] == .string("fail"))
        #expect(json["error"] == .object(["code": .int(104), "message": .string(text)]))
    }

    @Test("a click on anything, or a view of it, need follow no search", arguments: ["click", "view"])
    func generic(_ action: String) throws {
        let shop = try Shop.shared.get()
        let (answer, _) = try shop.ask("GET", "/v3/__va.gif?action=\(action)&cat=videos&name=open_app")
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "image/gif")
    }

    @Test("of a batch each event is judged by itself; what is common is common")
    func batch() throws {
        let shop = try Shop()
        let body = """
            {"v":"0.2.2","sdk":"Android SDK","uid":"u","events":[
            {"action":"add_to_cart","queryId":"1","pid":"a","pos":2},{"pid":"a"},7,
            {"action":"my own","uid":"other","n1":1.5,"flag":true}]}
            """
        let json = try shop.ask(
            "POST", "/v3/events?code=k", headers: ["Content-Type: application/json"], body: Array(body.utf8)
        ).json
        #expect(json["status"] == .string("OK"))
        #expect(json["result"]?.values.map { $0["code"] } == [.int(0), .int(104), .int(104), .int(0)])
        let events = try EventStore(reading: SearchServer.events(of: shop.engine.store.path))
        #expect(try events.latest(9).map(\.user) == ["other", "u"])
        for bad in ["", "[]", "{\"events\":[]}", "{\"events\":{}}", "{"] {
            let answer = try shop.ask(
                "POST", "/v3/events", headers: ["Content-Type: application/json"], body: Array(bad.utf8))
            #expect(answer.answer.status == 400 && answer.json["error"]?["code"] == .int(104), "\(bad)")
        }
    }

    @Test("counts are by action, day and item; the oldest events make room")
    func counts() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "x.events").path
        let events = try EventStore(path: path, limit: 6)
        for index in 0..<8 {
            try events.add([
                TrackedEvent([
                    "action": index % 2 == 0 ? "product_click" : "search", "queryId": "q\(index / 4)",
                    "pid": "p\(index % 3)",
                    "uid": "u\(index % 4)",
                ])
            ])
        }
        let reader = try EventStore(reading: path)
        var clicks = EventStore.Choice()
        clicks.action = "product_click"
        #expect(try reader.counts(by: .action).map(\.events) == [3, 3])
        #expect(try reader.counts(by: .action).map(\.users) == [2, 2])
        #expect(try reader.counts(by: .day).map(\.events) == [6])
        #expect(try reader.counts(by: .item, of: clicks).map(\.name) == ["p0", "p1", "p2"])
        #expect(try reader.counts(by: .item, limit: 1).map(\.name) == ["p0"])
        #expect(try reader.latest(2).map(\.item) == ["p1", "p0"])
        #expect(try reader.counts(by: .search).map(\.name) == ["q1", "q0"])
        var choice = EventStore.Choice()
        (choice.search, choice.item) = ("q1", "p0")
        #expect(try reader.latest(9, of: choice).map(\.user) == ["u2"])
        choice.since = .now + 60
        #expect(try reader.latest(9, of: choice).isEmpty)
        (choice.search, choice.item, choice.since) = (nil, nil, .now - 60)
        #expect(try reader.latest(9, of: choice).count == 6)
    }

    @Test("an event of more than 8 kB is told, on every way")
    func tooLarge() throws {
        let shop = try Shop.shared.get()
        let long = (0..<9).map { "k\($0)=" + String(repeating: "x", count: 1000) }.joined(separator: "&")
        let type = ["Content-Type: application/x-www-form-urlencoded"]
        for path in ["/v3/__va.gif", "/__aq.gif"] {
            let (answer, json) = try shop.ask("POST", path, headers: type, body: Array("action=view&\(long)".utf8))
            #expect(answer.status == 400)
            #expect(json["error"]?["message"]?.text?.hasPrefix("An event has at most 8192 bytes") == true)
        }
        let member = String(repeating: "y", count: 4000)
        let large = #"{"action":"view","x1":"\#(member)","x2":"\#(member)","x3":"\#(member)"}"#
        let body = Array(#"{"events":[{"action":"view"},\#(large)]}"#.utf8)
        let json = try shop.ask("POST", "/v3/events", headers: ["Content-Type: application/json"], body: body).json
        #expect(json["result"]?.values.map { $0["code"] } == [.int(0), .int(104)])
    }

    @Test("a flood of events takes no more of the disk than is allowed, and the latest are kept")
    func flood() throws {
        let shop = try Shop { setup in
            setup.eventBytes = 2_000_000
            setup.eventRate = 0
        }
        let text = String(repeating: "x", count: 2400)
        let event = #"{"action":"view","x1":"\#(text)","x2":"\#(text)","x3":"\#(text)"}"#
        let body = Array((#"{"events":["# + Array(repeating: event, count: 500).joined(separator: ",") + "]}").utf8)
        for _ in 0..<8 {
            let (answer, _) = try shop.ask(
                "POST", "/v3/events", headers: ["Content-Type: application/json"], body: body)
            #expect(answer.status == 200)
        }
        #expect(try shop.ask("GET", "/v3/__va.gif?action=last").answer.status == 200)
        let path = SearchServer.events(of: shop.engine.store.path)
        let reader = try EventStore(reading: path)
        let file = try Database(path: path, access: .read)
        let pages = try file.integer("PRAGMA page_count") - file.integer("PRAGMA freelist_count")
        #expect(try pages * file.integer("PRAGMA page_size") <= 2_000_000)
        #expect(try reader.latest(1).map(\.action) == ["last"])
        #expect(try reader.latest(1000).count > 100)
        let sizes = try ["", "-wal"].map { end in
            (try FileManager.default.attributesOfItem(atPath: path + end)[.size] as? NSNumber)?.intValue ?? 0
        }
        // 29 MB were sent. A batch is in the file before the oldest are deleted.
        #expect(sizes.reduce(0, +) < 16_000_000, "\(sizes)")
    }

    @Test("an address that reports too much is told to come back; others are heard")
    func rate() throws {
        let shop = try Shop { $0.eventRate = 1 }
        let event = #"{"action":"view"}"#
        let body = Array((#"{"events":["# + Array(repeating: event, count: 1000).joined(separator: ",") + "]}").utf8)
        func report() throws -> Answer {
            try shop.ask("POST", "/v3/events", headers: ["Content-Type: application/json"], body: body).answer
        }
        #expect(try report().status == 200)
        let refused = try report()
        #expect(refused.status == 429 && refused.headers["Retry-After"] == "1")

        let rate = SenderRate(perSecond: 10, most: 100)
        let now = ContinuousClock.now
        #expect(rate.takes(100, from: "192.0.2.1", now: now) && !rate.takes(1, from: "192.0.2.1", now: now))
        #expect(rate.takes(1, from: "192.0.2.2", now: now))
        #expect(rate.takes(10, from: "192.0.2.1", now: now + .seconds(1)))
        #expect(!rate.takes(1, from: "192.0.2.1", now: now + .seconds(1)))
        // A network of version 6 is one sender.
        #expect(rate.takes(100, from: "2001:db8::1", now: now) && !rate.takes(1, from: "2001:db8::2", now: now))
    }
}
