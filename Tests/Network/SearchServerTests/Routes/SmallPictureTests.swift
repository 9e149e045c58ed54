import Foundation
import ServedShop
import TestSupport
import Testing
import ViSearchAPI

@testable import SearchServer

@Suite("Small pictures of items", .timeLimit(.minutes(30)))
struct SmallPictureTests {
    /// A shop with a picture in the folder of its store, as `magpie index` leaves it: with the fingerprint of the file.
    private func shop(_ change: (inout SearchServer.Setup) -> Void = { _ in }) throws -> (shop: Shop, file: URL) {
        let shop = try Shop(change)
        let file = shop.folder.url.appending(path: "bag.jpg")
        try FileManager.default.copyItem(at: Shop.file("bag-001"), to: file)
        let bytes = Array(try Data(contentsOf: file))
        let described = try shop.engine.describe(.bytes(bytes), limits: Limits())
        let indexed = try shop.engine.insertDescribed([
            (
                Item(id: "bag", source: "bag.jpg"), described,
                Fingerprint(size: bytes.count, modified: 0, hash: bytes.contentHash)
            ),
            (Item(id: "sneaked", source: "bag.jpg"), described, nil),
            (Item(id: "secret", source: "/etc/passwd"), described, nil),
            (Item(id: "bare"), described, nil),
        ])
        for result in indexed { try result.get() }
        return (shop, file)
    }

    @Test("the file of an item is shown as long as it is the one that was indexed")
    func indexed() throws {
        let (shop, file) = try shop()
        let answer = try shop.ask("GET", "/picture?id=bag").answer
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "image/jpeg")
        #expect(answer.headers["Cache-Control"]?.contains("max-age=3600") == true)
        let tag = try #require(answer.headers["ETag"])
        #expect(try shop.ask("GET", "/picture?id=bag", headers: ["If-None-Match: \(tag)"]).answer.status == 304)

        try Data(contentsOf: Shop.file("bag-002")).write(to: file)
        #expect(try shop.ask("GET", "/picture?id=bag&side=100").answer.status == 404, "another file is not shown")
    }

    @Test("no file is shown because somebody inserted an item that names it")
    func inserted() throws {
        let (shop, _) = try shop()
        for id in ["sneaked", "secret", "bare", "unknown"] {
            #expect(try shop.ask("GET", "/picture?id=\(id)").answer.status == 404, "\(id)")
        }
        // Whoever may insert may also name another file for an item that was indexed.
        let entry = Entry(Item(id: "bag", source: Shop.file("mug-001").path), image: nil)
        for result in try shop.engine.insertBlocking([entry]) { try result.get() }
        #expect(try shop.ask("GET", "/picture?id=bag&side=90").answer.status == 404)
    }

    @Test(
        "a request says which picture, and how large",
        arguments: ["", "?side=64", "?id=bag&im_id=x", "?id=bag&side=31", "?id=bag&side=1025", "?id=bag&side=big"])
    func refused(_ query: String) throws {
        #expect(try Shop.shared.get().ask("GET", "/picture\(query)").answer.status == 400)
    }

    @Test("with keys, a picture needs one that may search")
    func keys() throws {
        let (shop, _) = try shop { $0.http.credentials = try! Credentials(lines: "APPKEY\nak:sk") }
        #expect(try shop.ask("GET", "/picture?id=bag").answer.status == 401)
        #expect(try shop.ask("GET", "/picture?id=bag&access_key=APPKEY").answer.status == 200)
        #expect(try shop.ask("GET", "/").answer.status == 200, "the page itself holds nothing")
        let items = try shop.ask(
            "POST", "/engine/items?access_key=APPKEY", headers: ["Content-Type: application/json"],
            body: Array("{}".utf8))
        #expect(items.answer.status == 403)
    }
}
