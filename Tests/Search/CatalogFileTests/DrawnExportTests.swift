import SearchAPI
import TestSupport
import Testing

@testable import CatalogFile

@Suite("Drawn exports of shops", .timeLimit(.minutes(15)))
struct DrawnExportTests {
    /// The items of an export: rows of one id are one.
    private func items(of table: CatalogTable) throws -> [String: DrawnExport.Item] {
        var items: [String: DrawnExport.Item] = [:]
        var number = 0
        try table.eachRow { row throws(SearchError) in
            defer { number += 1 }
            let title = row.attributes.title ?? ""
            let price = FieldRole.price.fields(among: row.attributes.keys).first.flatMap { row.attributes[$0] }
            let option = row.attributes.first { ["size"].contains($0.key.lowercased()) }?.value.written
            var inStock: Bool?
            if case .bool(let flag)? = row.attributes["in_stock"] { inStock = flag }
            var item = DrawnExport.Item(
                title: title, pictures: row.pictures.all.map(\.file), price: price.flatMap { Double($0.written) },
                isInStock: inStock, option: option, isShown: !table.unpublished.contains(number))
            if let id = row.id, let first = items[id] {
                item = first
                item.pictures += row.pictures.all.map(\.file)
            }
            items[row.id ?? "line \(row.line)"] = item
        }
        return items
    }

    @Test(
        "lose no product, no picture, no variant and no price, in whatever form the table is",
        arguments: DrawnExport.Platform.allCases, 0..<Effort.inputs(20, of: 400))
    func nothingIsLost(platform: DrawnExport.Platform, seed: Int) throws {
        let drawn = DrawnExport(platform, seed: UInt64(seed), products: Effort.isFull && seed < 3 ? 2_000 : 25)
        let table = try CatalogTable(TableText(Array(drawn.text.utf8), path: "t.csv"))
        #expect(table.kind != nil, "\(drawn.text.prefix(300))")
        let found = try items(of: table)
        #expect(Set(found.keys) == Set(drawn.items.keys))
        for (id, expected) in drawn.items {
            guard let item = found[id] else { continue }
            #expect(item == expected, "\(id) of \(drawn.text.prefix(2000))")
        }
    }
}
