import DynamicYieldAPI
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import DynamicYieldRoutes
@testable import SearchServer

@Suite("Columns of Dynamic Yield in a store with fields of other names", .timeLimit(.minutes(5)))
struct DynamicYieldColumnTests {
    /// A shop whose items have the fields of `samples/catalog.csv`, and addresses.
    private func shop(_ roles: [String: String] = [:]) throws -> Shop {
        let shop = try Shop { $0.columns.fields = roles }
        let entries = ["shoe-001", "bag-001", "mug-001"].enumerated().map { index, id in
            Entry(
                Item(
                    id: id,
                    attributes: [
                        "title": .string("Red knit \(id.prefix { $0 != "-" })"),
                        "category": .string(["Fashion > Shoes > Sneakers", "Fashion > Bags", "Home > Mugs"][index]),
                        "label": .text("Label \(index)"), "im_url": .string("https://img.example/\(id).jpg"),
                        "in_stock": .bool(index > 0), "screenSize": .int(index), "group_id": .string("g\(index)"),
                    ]),
                image: .file(Shop.file(id)))
        }
        for result in try shop.engine.insertBlocking(entries) { try result.get() }
        return shop
    }

    @Test("title and category are the name, the categories and the keywords, to read, to filter by and to sort by")
    func usual() throws {
        let shop = try shop()
        let answer = try shop.search("") { $0.filters = [.anyOf("categories", ["Fashion > Shoes > Sneakers"])] }
        let item = try #require(answer.slots.first?.item)
        #expect(answer.skus == ["shoe-001"] && answer.status == .success)
        #expect(item["name"] == "Red knit shoe" && item["title"] == "Red knit shoe")
        #expect(item["categories"] == ["Fashion", "Shoes", "Sneakers"])
        #expect(item["keywords"] == ["red", "knit", "shoe", "fashion", "shoes", "sneakers"])
        #expect(item["image_url"] == "https://img.example/shoe-001.jpg")
        let sorted = try shop.search("") {
            $0.sort = .field("name", .descending)
            $0.productData = .fields(["name", "keywords"])
        }
        #expect(sorted.skus == ["shoe-001", "mug-001", "bag-001"] && sorted.status == .success)
        guard case .object(let members)? = sorted.slots.first?.item else { throw Failed("no data") }
        #expect(Set(members.keys) == ["name", "keywords"])
    }

    @Test("what tells products apart has no facet, and columns have names for people")
    func facets() throws {
        let facets = try shop().search("").facets
        #expect(facets.map(\.column) == ["category", "in_stock", "screenSize"])
        #expect(facets.map(\.displayName) == ["Category", "In stock", "Screen size"])
    }

    @Test("fields can be chosen for columns")
    func chosen() throws {
        let answer = try shop(["name": "label", "brand": "group_id"]).search("") {
            $0.filters = [.anyOf("brand", ["g1"])]
        }
        #expect(answer.skus == ["bag-001"])
        #expect(answer.slots.first?.item["name"] == "Label 1" && answer.slots.first?.item["brand"] == "g1")
    }
}
