import Foundation
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie search with several examples", .timeLimit(.minutes(5)))
struct SearchExamplesTests {
    let shop: LabelledCatalog

    init() throws { shop = try SearchTests.indexed.get() }

    @Test("pictures and items are one query; items leave, and what hits shall not be like leaves too")
    func together() throws {
        let ended = try shop.place.magpie(
            "search", "shop/images/mug-001.jpg", "shop/images/mug-002.jpg", "--id", "bag-001", "--together", "--unlike",
            "bag-002",
            "--unlike", "shop/images/mug-003.jpg", "--all", "--json")
        let lines = try ended.json()
        #expect(ended.code == 0 && lines.count == 1, "\(ended.errors)")
        let line = try #require(lines.first)
        #expect(Set(line.ids).isDisjoint(with: ["bag-001", "bag-002", "mug-003"]) && line.ids.contains("mug-001"))
        let query = try #require(line["query"] as? [String: Any])
        #expect(query["images"] as? [String] == ["shop/images/mug-001.jpg", "shop/images/mug-002.jpg"])
        #expect(query["image"] as? String == "shop/images/mug-001.jpg" && query["id"] as? String == "bag-001")
        #expect(query["unlike"] as? [String] == ["bag-002", "shop/images/mug-003.jpg"])
        let each = try shop.place.magpie(
            "search", "shop/images/mug-001.jpg", "shop/images/mug-002.jpg", "--json", "--limit", "1")
        #expect(try each.json().map(\.ids) == [["mug-001"], ["mug-002"]])
        let items = try shop.place.magpie("search", "--id", "mug-001", "--id", "bag-001", "--json", "--limit", "1")
        #expect(try items.json().count == 2)
    }

    @Test("a report shows what was searched with, and names what it shall not be like")
    func report() throws {
        let ended = try shop.place.magpie(
            "search", "shop/images/mug-001.jpg", "shop/images/mug-002.jpg", "--together", "--unlike", "bag-001",
            "--report", "hits.html")
        #expect(ended.code == 0, "\(ended.errors)")
        let page = try String(contentsOfFile: (shop.place / "hits.html").text, encoding: .utf8)
        #expect(page.contains("like mug-001.jpg, like mug-002.jpg, unlike bag-001"))
        #expect(page.components(separatedBy: "alt=\"the picture of the query\"").count == 3)
    }

    @Test("faults are named: an unknown item, too many, an item both ways")
    func faults() throws {
        let unknown = try shop.place.magpie("search", "shop/images/mug-001.jpg", "--unlike", "no-such")
        #expect(unknown.code == 2 && unknown.errors.contains("there is no item 'no-such'"))
        let both = try shop.place.magpie("search", "--id", "bag-001", "--unlike", "bag-001")
        #expect(both.code == 1 && both.errors.contains("cannot both resemble the item `bag-001`"), "\(both.errors)")
        let many = try Running(
            magpieBinary, ["search", "--together"] + (0..<17).map { "\($0).jpg" }, in: shop.place.path
        ).wait()
        #expect(many.code == 1 && many.errors.contains("at most 16 pictures and items, not 17"))
    }
}
