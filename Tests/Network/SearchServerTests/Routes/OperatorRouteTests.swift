import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("The routes of those who run a server", .timeLimit(.minutes(5)))
struct OperatorRouteTests {
    private func engine(
        _ shop: Shop, _ verb: String, _ body: String = "{}", headers: [String] = []
    ) throws -> (answer: Answer, json: JSONValue) {
        try shop.ask(
            "POST", "/engine/\(verb)", headers: ["Content-Type: application/json"] + headers, body: Array(body.utf8))
    }

    @Test("the overview counts items, the fields that they fill, and their types")
    func overview() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002", "bag-001"])
        _ = try shop.engine.learnBlocking()
        let overview = try #require(engine(shop, "overview").json["answer"])
        let store = try #require(overview["store"])
        #expect(store["items"] == .int(3) && store["removed"] == .int(0) && store["thumbnails"] == .int(0))
        let fields = store["fields"]?.values ?? []
        let names = ["brand", "category", "new", "price", "stock", "tags", "title"]
        #expect(fields.compactMap { $0["name"]?.text } == names)
        #expect(fields.allSatisfy { $0["items"] == .int(3) })
        #expect(store["typeField"] == .string("category"))
        #expect(store["types"]?.values.compactMap { $0["name"]?.text } == ["shoe", "bag"])
        #expect(store["types"]?[0]?["items"] == .int(2))
        #expect(store["learned"]?["adoption"] == .string("nothing") && store["isLearningDue"] == .bool(false))
        #expect(overview["isReadOnly"] == .bool(false) && overview["takesEvents"] == .bool(true))
        #expect(overview["keepsPictures"] == .bool(false) && overview["waiting"] == .int(0))
        #expect(overview["models"] == .array([]))
    }

    @Test("the path of the store goes to those alone who may hear paths, unless it is one of the package")
    func storePath() throws {
        let shop = try Shop(names: ["shoe-001"])
        let wanted = ["X-Magpie-Paths: wanted"]
        #expect(try engine(shop, "overview").json["answer"]?["storePath"] == nil)
        let forwarded = try engine(shop, "overview", headers: wanted + ["X-Forwarded-For: 198.51.100.7"])
        #expect(forwarded.json["answer"]?["storePath"] == nil && !forwarded.answer.body.contains(shop.folder.url.path))
        let heard = try engine(shop, "overview", headers: wanted).json["answer"]?["storePath"]?.text
        #expect(heard == shop.folder.url.appending(path: "shop.magpie").path)
        let reply = try JSONDecoder().decode([String: ServerOverview].self, from: Data(forwarded.answer.body.utf8))
        var overview = try #require(reply["answer"])
        overview.storePath = "/var/lib/magpie/catalog.magpie"
        #expect(overview.withoutPath == overview)
    }

    @Test("the latest searches come newest first, whichever protocol they spoke, and without who searched")
    func searches() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002", "bag-001"])
        #expect(try engine(shop, "searches").json["answer"] == .array([]))
        let color = #"{"color":"c4302b","weight":1}"#
        _ = try engine(
            shop, "search",
            #"{"query":{"text":"fine shoe","colors":[\#(color)]},"filter":{"exists":"brand"},"scope":"all"}"#)
        _ = try shop.get("/search?im_name=shoe-001&va_uid=somebody")
        _ = try shop.upload("/uploadsearch", Shop.picture("bag-001"))
        _ = try engine(shop, "search", #"{"query":{"look":{"item":"nobody"}}}"#)
        let (answer, json) = try engine(shop, "searches")
        let all = json["answer"]?.values ?? []
        #expect(all.count == 3, "a search that failed is none")
        #expect(all.map { $0["hasPicture"] } == [.bool(true), .bool(false), .bool(false)])
        #expect(all[1]["item"] == .string("shoe-001"))
        #expect(all[2]["words"] == .string("fine shoe") && all[2]["colors"]?.values.count == 1)
        #expect(all[2]["filters"] == .int(1) && all[2]["page"] == .int(1))
        #expect(!answer.body.contains("somebody") && !answer.body.contains("127.0.0.1"))
        let quiet = try Shop(names: ["shoe-001"]) { $0.takesEvents = false }
        _ = try engine(quiet, "search", #"{"query":{"text":"shoe"}}"#)
        #expect(try engine(quiet, "searches").json["answer"] == .array([]))
    }

    @Test("only the latest searches are kept, with a part of long words")
    func limits() throws {
        let latest = LatestSearches()
        for number in 0..<150 {
            let request = SearchRequest(.init(text: "\(number) " + String(repeating: "x", count: 500)))
            _ = try latest.noting(request) { () throws(SearchError) in SearchAnswer(total: number, page: 1, limit: 10) }
        }
        #expect(latest.all.count == LatestSearches.limit)
        #expect(latest.all.first?.total == 149 && latest.all.last?.total == 50)
        #expect(latest.all.allSatisfy { ($0.words?.count ?? 0) == 200 })
    }

    @Test("events are counted by item, action and day")
    func events() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002"])
        #expect(try engine(shop, "events").json["answer"] == .array([]))
        for (user, item, action) in [
            ("a", "shoe-001", "product_click"), ("b", "shoe-001", "product_click"), ("a", "shoe-001", "add_to_cart"),
            ("a", "shoe-002", "product_click"),
        ] {
            let path = "/v3/__va.gif?action=\(action)&uid=\(user)&sid=s&pid=\(item)&pos=1&queryId=7&code=x"
            #expect(try shop.ask("GET", path).answer.status == 200)
        }
        let items = try engine(shop, "events").json["answer"]?.values ?? []
        #expect(items.map { $0["name"] } == [.string("shoe-001"), .string("shoe-002")])
        #expect(items[0]["events"] == .int(3) && items[0]["users"] == .int(2))
        let actions = try engine(shop, "events", #"{"by":"action"}"#).json["answer"]?.values ?? []
        #expect(actions.map { $0["events"] } == [.int(3), .int(1)])
        let carts = try engine(shop, "events", #"{"action":"add_to_cart","limit":1}"#).json["answer"]?.values ?? []
        #expect(carts.count == 1 && carts[0]["events"] == .int(1))
        #expect(try engine(shop, "events", #"{"by":"day","days":1}"#).json["answer"]?.values.isEmpty == false)
        for (body, text) in [
            (#"{"by":"person"}"#, "events are counted by one of action, day, item, search, not by `person`"),
            (#"{"days":0}"#, "days must be from 1 to 3650, not 0"),
            (#"{"limit":101}"#, "the limit must be from 1 to 100, not 101"),
        ] {
            #expect(try engine(shop, "events", body).json["error"]?["message"]?.text == text)
        }
    }

    @Test("they are for keys with the right to data, on a server that only reads too")
    func keys() throws {
        let shop = try Shop(names: ["shoe-001"]) { setup in
            setup.isReadOnly = true
            guard let keys = try? Credentials(lines: "appkey\nak:sk") else { return }
            setup.http.credentials = keys
        }
        let pair = "Authorization: Basic " + Data("ak:sk".utf8).base64EncodedString()
        for verb in ["overview", "searches", "events"] {
            #expect(try engine(shop, verb).answer.status == 401, "\(verb)")
            #expect(try engine(shop, "\(verb)?access_key=appkey").answer.status == 403, "\(verb)")
            #expect(try engine(shop, verb, headers: [pair]).answer.status == 200, "\(verb)")
        }
        let overview = try engine(shop, "overview", headers: [pair]).json["answer"]
        #expect(overview?["isReadOnly"] == .bool(true) && overview?["takesEvents"] == .bool(false))
    }
}
