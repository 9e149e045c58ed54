import DynamicYieldAPI
import Foundation
import ServedShop
import TestSupport
import Testing

@testable import DynamicYieldRoutes
@testable import SearchServer

@Suite("Branches in the form of Dynamic Yield", .timeLimit(.minutes(5)))
struct DynamicYieldBranchTests {
    private func shop() throws -> Shop {
        let shop = try Shop()
        let items: [(String, [String: AttributeValue])] = [
            ("a", ["title": "red cup", "price": 10.0, "stock": 3, "price@osaka": 12.5, "stock@osaka": 0]),
            (
                "b",
                [
                    "title": "blue cup", "price": 20.0, "stock": 1, "branches": .list(["osaka", "kyoto"]),
                    "price@osaka": 5.0,
                ]
            ),
            ("c", ["title": "green cup", "price": 30.0, "branches": .list(["kyoto"]), "price@kyoto": 31.0]),
            ("d", ["title": "cup without a price of its own", "price": 1.0]),
        ]
        let entries = items.enumerated().map { index, item in
            Entry(Item(id: item.0, attributes: item.1), image: .file(Shop.file(Shop.names[index])))
        }
        for result in try shop.engine.insertBlocking(entries) { try result.get() }
        return shop
    }

    @Test("a branch has its products, its prices and its stocks; without one the plain columns count")
    func branches() throws {
        let shop = try shop()
        func ask(_ branch: String?, _ text: String = "", _ filters: [DynamicYield.Filter] = []) throws
            -> DynamicYield.Answer<JSONValue>
        {
            try shop.search(text) {
                $0.branch = branch
                $0.filters = filters
                $0.sort = .field("price")
            }
        }
        let osaka = try ask("osaka")
        // An item without a price in the branch comes last, and has none.
        #expect(osaka.skus == ["b", "a", "d"] && osaka.total == 3 && osaka.status == .success)
        #expect(osaka.slots.map { $0.item["price"] } == [5, .number(12.5), nil])
        #expect(osaka.slots.map { $0.item["stock"] } == [nil, 0, nil])
        #expect(osaka.facet("price") == .range(min: 5, max: 12.5))
        #expect(!osaka.facets.contains { $0.column.contains("@") || $0.column == "branches" })
        guard case .object(let data)? = osaka.slots.first?.item else { throw Failed("no data") }
        #expect(!data.keys.contains { $0.contains("@") })
        let cheap = try ask("osaka", "cup", [.range("price", max: 6)])
        #expect(cheap.skus == ["b"] && cheap.facet("price") == .range(min: 5, max: 12.5))
        #expect(try ask("kyoto").skus == ["c", "a", "b", "d"])
        let plain = try ask(nil)
        #expect(plain.skus == ["d", "a", "b", "c"] && plain.facet("price") == .range(min: 1, max: 30))
        let unknown = try ask("nara")
        #expect(unknown.skus == ["d", "a"] && unknown.warnings.map(\.code) == ["unknownBranch"])
        let fields = try shop.faults { $0.filters = [.range("price@osaka", min: 1)] }
        #expect(fields.count == 1 && fields[0].contains("there is no field `price@osaka`"))
    }

    @Test("chosen columns alone have facets, in their order")
    func chosenFacets() throws {
        let shop = try Shop(names: ["shoe-001", "bag-001"]) {
            $0.columns.facets = ["price", "nothing", "category"]
        }
        #expect(try shop.search("fine").facets.map(\.column) == ["price", "category"])
        #expect(try shop.search("").facets.map(\.column) == ["price", "category"])
    }
}
