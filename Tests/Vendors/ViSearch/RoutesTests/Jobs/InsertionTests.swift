import Dispatch
import Foundation
import SQLite
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer
@testable import ViSearchRoutes

@Suite("Insertions under way", .timeLimit(.minutes(5)))
struct InsertionTests {
    @Test("the same insertion twice changes nothing; what a new picture comes without stays")
    func again() throws {
        let shop = try Shop()
        let url = "file://\(Shop.file("mug-001").path)"
        let form = "im_name[0]=a&im_url[0]=\(url)&price[0]=1&brand[0]=acme&im_name[1]=a&im_url[1]=\(url)&price[1]=2"
        for _ in 0..<2 {
            let answer = try shop.post("/insert", form: form)
            #expect(try shop.finish(answer["trans_id"])["success_count"] == .int(2))
            #expect(try shop.engine.countBlocking() == 1)
            // Of one name, the last one counts. Clients update an item by inserting it again.
            #expect(shop.engine.field("price", of: "a") == .int(2))
            #expect(shop.engine.field("brand", of: "a") == .string("acme"))
        }
        let emptied = try shop.post("/insert", form: "im_name[0]=a&im_url[0]=\(url)&brand[0]=")
        #expect(try shop.finish(emptied["trans_id"])["success_count"] == .int(1))
        #expect(shop.engine.field("price", of: "a") == .int(2) && shop.engine.field("brand", of: "a") == nil)
    }

    @Test("an item that is removed while its picture is being fetched stays removed, and the status says so")
    func removed() throws {
        let gate = DispatchSemaphore(value: 0)
        let picture = try Shop.picture("mug-001")
        let web = try CannedServer { _ in
            gate.wait()
            return CannedServer.ok(picture)
        }
        let shop = try Shop(names: ["shoe-001"]) { setup in
            setup.fetch.allowsPrivate = true
            setup.fetch.seconds = 600
        }
        let form = "im_name[0]=shoe-001&im_url[0]=http://127.0.0.1:\(web.port)/x.jpg"
        let inserted = try shop.post("/insert", form: form)
        try wait(for: "the fetch") { !web.requests.isEmpty }
        let removed = try shop.post("/remove", form: "im_name[0]=shoe-001")
        #expect(removed["status"] == .string("OK") && removed["total"] == .int(1))
        gate.signal()
        let done = try shop.finish(inserted["trans_id"])
        #expect(done["fail_count"] == .int(1) && done["error_list"]?[0]?["error_code"] == .int(102))
        #expect(try shop.engine.itemBlocking("shoe-001") == nil)
        // An item inserted afterwards is there.
        let again = try shop.post("/insert", form: "im_name[0]=shoe-001&im_url[0]=file://\(Shop.file("bag-001").path)")
        #expect(try shop.finish(again["trans_id"])["success_count"] == .int(1))
    }

    @Test("one host that does not answer holds up no other insertion")
    func silentHost() throws {
        let silent = try CannedServer { _ in nil }
        let picture = try Shop.picture("mug-001")
        let web = try CannedServer { _ in CannedServer.ok(picture) }
        let shop = try Shop { setup in
            setup.fetch.allowsPrivate = true
            // Longer than this test waits: nothing but the other hosts can go on.
            setup.fetch.seconds = 3600
        }
        let dead = (0..<90).map { "im_name[\($0)]=dead-\($0)&im_url[\($0)]=http://127.0.0.1:\(silent.port)/x.jpg" }
        let stuck = try shop.post("/insert", form: dead.joined(separator: "&"))
        let own = try shop.post(
            "/insert",
            form: "im_name[0]=web&im_url[0]=http://localhost:\(web.port)/x.jpg"
                + "&im_name[1]=file&im_url[1]=file://\(Shop.file("bag-001").path)")
        #expect(try shop.finish(own["trans_id"])["success_count"] == .int(2))
        let name = try #require(stuck["trans_id"]?.text)
        #expect(try shop.get("/insert/status/\(name)")["result"]?[0]?["processed_percent"] == .int(0))
        #expect(try shop.ask("GET", "/metrics").answer.body.contains("magpie_inserts_waiting "))
    }

    @Test("while another process holds the store, insertions are accepted, searches are answered, and nothing is lost")
    func locked() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002"])
        let other = try Database(path: shop.engine.store.path, access: .write)
        try other.run("BEGIN IMMEDIATE")
        let answer = try shop.post(
            "/insert", form: "im_name[0]=a&im_url[0]=file://\(Shop.file("mug-001").path)&stock[0]=3")
        #expect(answer["status"] == .string("OK") && answer["total"] == .int(1))
        #expect(try shop.get("/search?im_name=shoe-001")["result"]?.names == ["shoe-002"])
        let name = answer["trans_id"]?.text ?? ""
        #expect(try shop.get("/insert/status/\(name)")["result"]?[0]?["processed_percent"] == .int(0))
        try other.run("ROLLBACK")
        #expect(try shop.finish(answer["trans_id"])["success_count"] == .int(1))
        #expect(shop.engine.field("stock", of: "a") == .int(3))
    }

    @Test("an answer that is remembered is forgotten when anybody writes: this server, or another process")
    func remembered() throws {
        let shop = try Shop(names: ["shoe-001", "shoe-002"])
        func found() throws -> Set<String> { Set(try shop.get("/search?im_name=shoe-001")["result"]?.names ?? []) }
        #expect(try found() == ["shoe-002"] && found() == ["shoe-002"])
        let other = try SearchEngine(path: shop.engine.store.path, mode: .readWrite)
        for result in try other.insertBlocking([Entry(Item(id: "other"), image: .file(Shop.file("bag-001")))]) {
            try result.get()
        }
        #expect(try found() == ["shoe-002", "other"])
        let inserted = try shop.post("/insert", form: "im_name[0]=own&im_url[0]=file://\(Shop.file("bag-002").path)")
        _ = try shop.finish(inserted["trans_id"])
        #expect(try found() == ["shoe-002", "other", "own"])
        _ = try shop.post("/remove", form: "im_name[0]=other&im_name[1]=own")
        #expect(try found() == ["shoe-002"])
    }
}
