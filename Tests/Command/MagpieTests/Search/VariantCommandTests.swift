import Foundation
import TestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("Variants, diversity and facets of magpie search", .timeLimit(.minutes(5)))
struct VariantCommandTests {
    let shop: LabelledCatalog

    init() throws { shop = try SearchTests.indexed.get() }

    @Test("--variants makes one hit of items that share a value, in JSON, in the table and as swatches on the page")
    func variants() throws {
        let items = try shop.items()
        let all = try shop.search("--id", "bag-001", "--limit", "15")
        func value(_ id: String) -> String { items[id]?.attributes["brand"]?.written ?? id }
        let answer = try shop.search("--id", "bag-001", "--variants", "brand", "--limit", "15")
        #expect(answer["total"] as? Int == Set(all.ids.map(value)).count)
        var found: Set<String> = []
        for hit in answer.hits {
            let id = try #require(hit["id"] as? String)
            let variants = try #require(hit["variants"] as? [[String: Any]])
            let ids = variants.compactMap { $0["id"] as? String }
            #expect(Set(ids) == Set(all.ids.filter { value($0) == value(id) && $0 != id }))
            #expect(hit["variant_count"] as? Int == ids.count)
            for color in [hit["swatch"]] + variants.map({ $0["color"] }) {
                #expect(RGB(hex: color as? String ?? "") != nil)
            }
            for variant in variants {
                let attributes = try #require(variant["attributes"] as? [String: Any])
                #expect(attributes["brand"] == nil && attributes["title"] is String)
                #expect((variant["path"] as? String)?.hasSuffix(".jpg") ?? false)
            }
            found.formUnion(ids + [id])
        }
        #expect(found == Set(all.ids))

        let table = try shop.place.magpie(
            "search", "--id", "bag-001", "--variants", "brand:1", "--limit", "15", "--all", "--report", "variants.html")
        let most = answer.hits.compactMap { $0["variant_count"] as? Int }.max() ?? 0
        #expect(most > 1 && table.text.contains("+\(most) variants"), "\(table.text)")
        let page = String(decoding: try contents(of: shop.place / "variants.html"), as: UTF8.self)
        #expect(page.contains("aria-label=\"\(most) other variants\""))
        #expect(page.contains("<small>+\(most - 1)</small>") && page.contains("variants by brand"))
    }

    @Test("--diversity orders the same hits anew, and what it cannot be is refused")
    func diversity() throws {
        let plain = try shop.search("--id", "bag-001", "--limit", "15")
        let diverse = try shop.search("--id", "bag-001", "--limit", "15", "--diversity", "0.9")
        #expect(Set(diverse.ids) == Set(plain.ids) && diverse.ids != plain.ids && diverse.ids[0] == plain.ids[0])
        #expect(try shop.search("--id", "bag-001", "--limit", "15", "--diversity", "0").ids == plain.ids)
        let brands = try shop.search("--id", "bag-001", "--limit", "15", "--diversity", "1:brand")
        let items = try shop.items()
        let values = brands.ids.compactMap { items[$0]?.attributes["brand"]?.written }
        let different = Set(values).count
        #expect(Set(values.prefix(different)).count == different, "each brand once before any comes again: \(values)")
        for (wrong, text) in [
            (["--diversity", "2"], "a number from 0 to 1"), (["--diversity", "0.5:brant"], "did you mean `brand`"),
            (["--diversity", "0.5", "--sort", "price"], "leave out --diversity"),
            (["--variants", "brand:25"], "0 to 24"), (["--variants", "brant"], "did you mean `brand`"),
        ] {
            let ended = try Running(magpieBinary, ["search", "--id", "bag-001"] + wrong, in: shop.place.path).wait()
            #expect(ended.code != 0 && ended.errors.contains(text), "\(wrong): \(ended.errors)")
        }
    }

    @Test(
        "facets have the branches as a tree, the mean of numbers, and the colors of pictures, by which --filter finds")
    func facets() throws {
        let answer = try shop.search(
            "--id", "bag-001", "--facets", "category,price,picture_colors", "--facet-tree", "--facet-limit", "20")
        let facets = try #require(answer["facets"] as? [[String: Any]])
        let items = try shop.items().filter { $0.key != "bag-001" }
        func check(_ branches: [[String: Any]], in parent: String) throws {
            for branch in branches {
                let (path, name) = (branch["path"] as? String ?? "", branch["name"] as? String ?? "")
                #expect(path == parent + name)
                let found = try shop.search("--id", "bag-001", "--filter", "category:\(path)")
                #expect(found["total"] as? Int == branch["count"] as? Int, "\(path)")
                try check(branch["children"] as? [[String: Any]] ?? [], in: path + " > ")
            }
        }
        let tree = try #require(facets[0]["tree"] as? [[String: Any]])
        try check(tree, in: "")
        #expect(tree.reduce(0) { $0 + ($1["count"] as? Int ?? 0) } == items.count)
        let prices = items.values.compactMap { $0.attributes["price"]?.number }
        let mean = try #require(facets[1]["mean"] as? Double)
        #expect(abs(mean - prices.reduce(0, +) / Double(prices.count)) < 1e-5)
        let colors = try #require(facets[2]["values"] as? [[String: Any]])
        #expect(colors.count > 3)
        for color in colors {
            let name = try #require(color["value"] as? String)
            let found = try shop.search("--id", "bag-001", "--filter", "picture_colors:\(name)", "--limit", "1")
            #expect(found["total"] as? Int == color["count"] as? Int, "\(name)")
            #expect(RGB(hex: color["color"] as? String ?? "") != nil)
        }
        let wrong = try shop.place.magpie("search", "--id", "bag-001", "--filter", "picture_colors:navi")
        #expect(wrong.code == 1 && wrong.errors.contains("did you mean `navy`"), "\(wrong.errors)")
        let text = try shop.place.magpie("search", "--id", "bag-001", "--facets", "price", "--all")
        #expect(text.text.contains(", mean "))
    }
}
