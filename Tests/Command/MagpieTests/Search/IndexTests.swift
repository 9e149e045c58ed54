import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie index", .timeLimit(.minutes(5)))
struct IndexTests {
    @Test("a second run finds all unchanged, also after a touch")
    func twice() throws {
        let shop = try LabelledCatalog()
        let first = try shop.index()
        #expect(first.actions == ["added": 16])
        #expect(first.first?["path"] as? String == "shop/images/bag-001.jpg")
        #expect(first.first?.itemID == "bag-001")
        #expect(try shop.index().actions == ["unchanged": 16])
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1e9)],
            ofItemAtPath: (shop.place / "shop/images/mug-001.jpg").text)
        #expect(try shop.index().actions == ["unchanged": 16])
        // From another folder, the same files are the same.
        let words = ["index", "images", "--store", "../catalog.magpie", "--json", "-q"]
        let ended = try Running(magpieBinary, words, in: shop.place / "shop").wait()
        #expect(try ended.json().actions == ["added": 16] || ended.json().actions == ["unchanged": 16])
    }

    @Test("attributes are joined, with kinds that are inferred, and can be fixed")
    func attributes() throws {
        let shop = try LabelledCatalog()
        try shop.index()
        let bag = try #require(try shop.items()["bag-001"])
        #expect(bag.source == "shop/images/bag-001.jpg")
        #expect(bag.attributes["price"]?.type == .float)
        #expect(bag.attributes["in_stock"]?.type == .bool)
        #expect(bag.attributes["brand"]?.type == .string)
        #expect(bag.attributes["file"] == nil && bag.attributes["id"] == nil)

        let other = try LabelledCatalog(["bag"], each: 2)
        let words = ["index", "shop", "--catalog", "shop/catalog.csv", "--schema", "price=string,brand=text"]
        let ended = try Running(magpieBinary, words, in: other.place.path).wait()
        #expect(ended.code == 0)
        #expect(ended.errors.contains("price        string"))
        #expect(ended.text.contains("2 added"))
        #expect(try other.items()["bag-001"]?.attributes["price"]?.type == .string)
    }

    @Test("a run without the catalog leaves the items of an earlier run with their ids and attributes")
    func withoutCatalog() throws {
        let shop = try LabelledCatalog(["bag"], each: 2)
        try shop.index()
        let before = try shop.items()
        let again = try Running(magpieBinary, ["index", "shop"], in: shop.place.path).wait()
        #expect(again.code == 0 && again.text.contains("2 unchanged"), "\(again.text)")
        #expect(try shop.items() == before)
    }

    @Test("--schema changes fields that have values, and names those that do not fit unless they may be dropped")
    func schema() throws {
        let shop = try LabelledCatalog(["bag"], each: 2)
        try shop.index()
        func index(_ words: String...) throws -> Ended {
            try Running(magpieBinary, ["index", "shop", "-q"] + words, in: shop.place.path).wait()
        }
        #expect(try index("--schema", "price=string").code == 0)
        #expect(try shop.items()["bag-001"]?.attributes["price"]?.type == .string)
        #expect(try index("--schema", "price=float").code == 0)
        #expect(try shop.items()["bag-001"]?.attributes["price"]?.type == .float)
        let refused = try index("--schema", "brand=int")
        #expect(refused.code != 0)
        #expect(refused.errors.contains("2 of its 2 values cannot") && refused.errors.contains("of `bag-001`"))
        #expect(try shop.items()["bag-001"]?.attributes["brand"]?.type == .string)
        #expect(try index("--schema", "brand=int", "--drop-misfits").code == 0)
        #expect(try shop.items()["bag-001"]?.attributes["brand"] == nil)
    }

    @Test("a changed picture, a changed row, a removed and a renamed file")
    func changes() throws {
        let shop = try LabelledCatalog()
        try shop.index()
        try shop.place.write(try picture(90, 90), to: "shop/images/mug-001.jpg")
        let csv = String(decoding: try contents(of: shop.place / "shop/catalog.csv"), as: UTF8.self)
        try shop.place.write(Array(csv.replacing("Ceramic", with: "Glass").utf8), to: "shop/catalog.csv")
        try FileManager.default.removeItem(atPath: (shop.place / "shop/images/lamp-001.jpg").text)
        try FileManager.default.moveItem(
            atPath: (shop.place / "shop/images/shoe-001.jpg").text, toPath: (shop.place / "shop/images/boot.jpg").text)
        let lines = try shop.index("--prune")
        let byPath = Dictionary(lines.map { ($0["path"] as? String ?? "", $0) }) { $1 }
        #expect(byPath["shop/images/mug-001.jpg"]?.action == "updated")
        #expect(byPath["shop/images/boot.jpg"]?.action == "added")
        #expect(byPath["shop/images/boot.jpg"]?.itemID == "images/boot")
        #expect(byPath["shop/images/lamp-001.jpg"]?.action == "removed")
        #expect(byPath["shop/images/shoe-001.jpg"]?.action == "removed")
        #expect(byPath["shop/images/bag-002.jpg"]?.action == "unchanged")
        let items = try shop.items()
        #expect(items.count == 15)
        #expect(items["mug-001"]?.attributes["brand"] != nil)
        #expect(items["shoe-001"] == nil && items["lamp-001"] == nil)
        #expect(try shop.index("--prune").actions == ["unchanged": 15])
    }

    @Test("without --prune removed files stay, and prune touches only what lies below its folders")
    func pruning() throws {
        let shop = try LabelledCatalog()
        try shop.index()
        try shop.place.write(try picture(80, 80, seed: 3), to: "other/one.jpg")
        try shop.place.magpie("index", "other", "-q")
        try FileManager.default.removeItem(atPath: (shop.place / "shop/images/bag-001.jpg").text)
        #expect(try shop.index().actions == ["unchanged": 15])
        #expect(try shop.items().count == 17)
        #expect(try shop.index("--prune").actions == ["unchanged": 15, "removed": 1])
        #expect(Set(try shop.items().keys).contains("one"))
        let list = try shop.place.magpie("index", "-", "--prune", input: "shop/images/bag-002.jpg\n")
        #expect(list.code == 1)
    }

    @Test("an image without a row keeps its attributes, and a run without a catalog does not take them away")
    func keepsAttributes() throws {
        let shop = try LabelledCatalog(["mug"], each: 2)
        try shop.index()
        try shop.place.write(try picture(90, 90), to: "shop/images/mug-001.jpg")
        // Ids come from the catalog; without it, this file would be called otherwise.
        let ended = try shop.place.magpie("index", "shop", "--id-from", "name", "--json")
        #expect(try ended.json().actions == ["updated": 1, "unchanged": 1])
        #expect(try shop.items()["mug-001"]?.attributes["brand"] != nil)
    }

    @Test("of two files with one id the first has it, in every run, and the other is named")
    func sameID() throws {
        let place = try Workplace()
        for number in 0..<3 { try place.write(try picture(seed: number), to: "in/\(number)/a.jpg") }
        for _ in 0..<2 {
            let lines = try place.magpie("index", "in", "--id-from", "name", "--json", "--jobs", "3").json()
            #expect(lines.map { $0.isOK } == [true, false, false])
            #expect(lines[1].errorCode == "writeFailed")
            #expect(((lines[1]["error"] as? [String: Any])?["message"] as? String)?.contains("in/0/a.jpg") == true)
        }
    }

    @Test("bad images are results; --max-errors makes them a failure; none of them enters the store")
    func badImages() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/good.jpg")
        try place.write([], to: "in/empty.jpg")
        try place.write(Array("<html>".utf8), to: "in/page.jpg")
        let ended = try place.magpie("index", "in", "--json", "--prune")
        #expect(ended.code == 0)
        let lines = try ended.byPath()
        #expect(lines["in/empty.jpg"]?.errorCode == "empty")
        #expect(lines["in/page.jpg"]?.errorCode == "unsupportedFormat")
        #expect(lines["in/good.jpg"]?.action == "added")
        #expect(try place.magpie("index", "in", "--max-errors", "1").code == 3)
        #expect(try place.magpie("info", "--json").json().first?["items"] as? Int == 1)
    }

    @Test(
        "usage errors are explained",
        arguments: [
            ["index"], ["index", "in", "--schema", "price=money"], ["index", "in", "--id-from", "hash"],
            ["index", "in", "--thumbnails", "5"],
        ])
    func usage(words: [String]) throws {
        let place = try Workplace()
        try place.folder("in")
        let ended = try Running(magpieBinary, words, in: place.path).wait()
        #expect(ended.code == 1)
        #expect(ended.errors.hasPrefix("magpie: "))
        #expect(ended.output.isEmpty)
    }
}
