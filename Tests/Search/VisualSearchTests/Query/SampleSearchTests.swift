import Foundation
import Testing

@testable import VisualSearch

/// The whole way on the drawn catalog: files in, answers out, counted against its table.
@Suite struct SampleSearchTests {
    let catalog: SampleCatalog

    init() throws { catalog = try SampleCatalog.shared.get() }

    private var engine: SearchEngine { catalog.engine }

    private func file(_ id: String) -> SearchRequest.Example {
        .image(.file(catalog.folder.appending(path: "images/\(id).jpg")))
    }

    @Test("a file of the catalog finds its item with the score 1")
    func sameFile() throws {
        for item in catalog.items.filter({ $0.id.hasSuffix("-007") }) {
            let answer = try engine.searchBlocking(SearchRequest(.init(example: file(item.id)), limit: 2, scope: .all))
            #expect(answer.hits.first?.id == item.id)
            #expect(answer.hits.first?.score == 1)
            #expect(try #require(answer.hits.last).score < 1)
        }
    }

    @Test(
        "of the five objects that look most alike more than a third are of the same kind, five times what chance gives")
    func sameKind() throws {
        var same = 0
        for item in catalog.items {
            let answer = try engine.searchBlocking(
                SearchRequest(.init(example: .item(id: item.id)), limit: 5, scope: .all))
            same += answer.hits.count { $0.id.prefix(3) == item.id.prefix(3) }
        }
        #expect(same > catalog.items.count * 5 / 3, "\(same) of \(catalog.items.count * 5)")
    }

    @Test("color and shape can be weighed against each other")
    func colorWeight() throws {
        func shares(_ weight: Double) throws -> (color: Int, kind: Int) {
            var shares = (color: 0, kind: 0)
            for item in catalog.items {
                let query = SearchRequest.Query(example: .item(id: item.id), colorWeight: weight)
                let answer = try engine.searchBlocking(SearchRequest(query, limit: 5, fields: ["color"], scope: .all))
                shares.color += answer.hits.count { $0.attributes["color"] == item.attributes["color"] }
                shares.kind += answer.hits.count { $0.id.prefix(3) == item.id.prefix(3) }
            }
            return shares
        }
        let (shape, both, color) = (try shares(0), try shares(0.5), try shares(1))
        #expect(shape.color < both.color && both.color < color.color, "\(shape) \(both) \(color)")
        #expect(color.kind < both.kind && color.kind < shape.kind, "\(shape) \(both) \(color)")
    }

    @Test("filters, facets and total agree with the table")
    func table() throws {
        let filter = Filter.and([
            .between("price", .float(20), .float(80)), .equal("in_stock", .bool(true)),
            .or([.equal("category", .string("Fashion")), .like("brand", "MAISON %lan")]),
            .not(.equal("color", .string("red"))),
        ])
        let matching = catalog.items.filter { item in
            let price = item.attributes["price"]?.number ?? 0
            guard case .list(let category) = item.attributes["category"],
                case .string(let brand) = item.attributes["brand"]
            else { return false }
            return (20...80).contains(price) && item.attributes["in_stock"] == .bool(true)
                && (category.contains("Fashion") || brand == "Maison Élan")
                && item.attributes["color"] != .string("red")
        }
        #expect(matching.count > 5)
        let answer = try engine.searchBlocking(
            SearchRequest(
                .init(example: file("bag-001")), filter: filter, limit: 100,
                facets: .init(["brand", "price"], limit: 50),
                scope: .all))
        #expect(Set(answer.hits.map(\.id)) == Set(matching.map(\.id)))
        #expect(answer.total == matching.count)
        let brands = Dictionary(grouping: matching) { $0.attributes["brand"]?.written ?? "" }.mapValues(\.count)
        let facet = try #require(answer.facets.first { $0.field == "brand" })
        #expect(Dictionary(uniqueKeysWithValues: facet.values.map { ($0.value, $0.count) }) == brands)
        let prices = matching.compactMap { $0.attributes["price"]?.number }
        #expect(answer.facets.first { $0.field == "price" }?.range == prices.min()!...prices.max()!)
    }

    @Test("the cheapest come first when sorted by price, and one of each brand when grouped")
    func order() throws {
        let query = SearchRequest.Query(example: file("shoe-001"))
        let sorted = try engine.searchBlocking(
            SearchRequest(query, limit: 100, fields: ["price"], sort: .init("price"), scope: .all))
        let prices = sorted.hits.compactMap { $0.attributes["price"]?.number }
        #expect(prices == catalog.items.compactMap { $0.attributes["price"]?.number }.sorted().prefix(100).map { $0 })
        let grouped = try engine.searchBlocking(
            SearchRequest(query, limit: 100, grouping: .init("brand", limit: 2), scope: .all))
        #expect(Set(grouped.groups.map(\.value)) == Set(catalog.items.compactMap { $0.attributes["brand"]?.written }))
        #expect(grouped.groups.allSatisfy { (1...2).contains($0.hits.count) })
    }

    @Test("words find titles, descriptions and brands, also mistyped")
    func words() throws {
        for (text, wanted) in [("ankle boots", "boot"), ("suede anke boot", "boot"), ("Fjallby", "Fjällby")] {
            let answer = try engine.searchBlocking(SearchRequest(.init(text: text), limit: 3, fields: ["*"]))
            #expect(!answer.hits.isEmpty)
            for hit in answer.hits {
                let said = hit.attributes.values.map(\.written).joined(separator: " ")
                #expect(said.localizedStandardContains(wanted), "\(text): \(hit.id)")
            }
        }
    }

    @Test("a boxed object in a scene finds its item among the first ten, most of the time")
    func scenes() throws {
        struct Scene: Decodable {
            struct Object: Decodable {
                let id: String
                let box: [Int]
            }
            let file: String
            let objects: [Object]
        }
        let data = try Data(contentsOf: catalog.folder.appending(path: "scenes.json"))
        var found = 0
        var tried = 0
        for scene in try JSONDecoder().decode([Scene].self, from: data).prefix(12) {
            let input = ImageInput.file(catalog.folder.appending(path: scene.file))
            for object in scene.objects {
                let box = Box(
                    left: object.box[0], top: object.box[1], width: object.box[2] - object.box[0],
                    height: object.box[3] - object.box[1])
                let answer = try engine.searchBlocking(
                    SearchRequest(.init(example: .image(input, .box(box))), scope: .all))
                found += answer.hits.contains { $0.id == object.id } ? 1 : 0
                tried += 1
            }
        }
        #expect(found * 2 > tried, "\(found) of \(tried)")
    }
}
