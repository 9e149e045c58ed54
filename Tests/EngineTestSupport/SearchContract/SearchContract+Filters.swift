import Imaging
import PictureTestSupport
import SearchAPI
import TestSupport

extension SearchContract {
    static let filterRules: [Rule] = [
        Rule("a filter lets through exactly the items for which it holds, best first") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let look = SearchRequest.Query(example: .image(.pixels(catalog.pictures[0])))
            let order = try await service.search(SearchRequest(look, limit: 100, scope: .all)).hits.map(\.id)
            try expectEqual(order.count, 60, "hits without a filter")
            var random = SplitMix(seed: 11)
            for _ in 0..<60 {
                let filter = catalog.filter(&random)
                let wanted = catalog.ids(filter)
                let answer = try await service.search(SearchRequest(look, filter: filter, limit: 100, scope: .all))
                try expectEqual(answer.hits.map(\.id), order.filter(wanted.contains), "hits of \(filter)")
                try expectEqual(answer.total, wanted.count, "total of \(filter)")
            }
        },
        Rule("words of a text field filter by any of them") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let look = SearchRequest.Query(example: .image(.pixels(catalog.pictures[0])))
            let answer = try await service.search(
                SearchRequest(look, filter: .equal("title", .string("Boot STRIPED")), limit: 100, scope: .all))
            let wanted = catalog.items.filter { item in
                let title = item.attributes["title"]?.written ?? ""
                return title.contains("boot") || title.contains("striped")
            }
            try expectEqual(Set(answer.hits.map(\.id)), Set(wanted.map(\.id)), "hits")
        },
        Rule("patterns know any characters, one, and none of a special meaning") { service in
            let names = ["100% wool", "100 wool", "1000 wools", "WOOL_1", "wool-1", "it's \"wool\"; --"]
            try await insertNamed(names, into: service)
            for (pattern, wanted) in [
                ("100%wool", ["100% wool", "100 wool"]), ("100\\%%", ["100% wool"]), ("wool_1", ["WOOL_1", "wool-1"]),
                ("wool\\_1", ["WOOL_1"]), ("%\"wool\"; --", ["it's \"wool\"; --"]), ("", []), ("%", names),
            ] {
                let answer = try await service.search(
                    SearchRequest(plain, filter: .like("name", pattern), limit: 100, fields: ["name"], scope: .all))
                let found = answer.hits.compactMap { $0.attributes["name"]?.written }
                try expectEqual(Set(found), Set(wanted), "hits of \(pattern)")
            }
        },
        Rule("hostile strings are only strings") { service in
            let names = [
                "' OR 1=1 --", "\"; DROP TABLE items; --", "a:b,c", "%", "\\", "é", "e\u{301}", "NULL", "🧢\u{200D}",
                String(repeating: "x", count: 5000),
            ]
            try await insertNamed(names, into: service)
            for (index, name) in names.enumerated() {
                let answer = try await service.search(
                    SearchRequest(plain, filter: .equal("name", .string(name)), limit: 100, scope: .all))
                try expect(answer.hits.contains { $0.id == "item-\(index)" }, "\(name.prefix(40)) is not found")
                _ = try await service.search(SearchRequest(.init(text: name)))
                // As the name of a field they are an error, which names the fields that there are.
                do {
                    _ = try await service.search(SearchRequest(plain, filter: .equal(name, .string("x")), scope: .all))
                    try expect(false, "a field \(name.prefix(40))")
                } catch let error as SearchError {
                    try expect("\(error)".contains("no field"), "\(error)")
                }
            }
        },
        Rule("facets count over all matches, not over the page") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let filter = Filter.greater("stock", .int(0))
            let answer = try await service.search(
                SearchRequest(
                    .init(example: .image(.pixels(catalog.pictures[0]))), filter: filter, limit: 2,
                    facets: .init(["brand", "tags", "price", "stock", "title"], limit: 3), scope: .all))
            let matching = catalog.items.filter { catalog.ids(filter).contains($0.id) }
            for field in ["brand", "tags"] {
                var counts: [String: Int] = [:]
                for item in matching {
                    switch item.attributes[field] {
                    case .string(let value): counts[value, default: 0] += 1
                    case .list(let values): for value in values { counts[value, default: 0] += 1 }
                    default: break
                    }
                }
                let wanted = counts.map { SearchAPI.Facet.Value($0.key, count: $0.value) }
                    .sorted { ($1.count, $0.value) < ($0.count, $1.value) }.prefix(3)
                let found = answer.facets.first { $0.field == field }?.values ?? []
                try expectEqual(found.map(\.count), wanted.map(\.count), "counts of \(field)")
                for value in found { try expectEqual(value.count, counts[value.value], "count of \(value.value)") }
            }
            for field in ["price", "stock"] {
                let numbers = matching.compactMap { $0.attributes[field]?.number }
                let range = answer.facets.first { $0.field == field }?.range
                try expectEqual(range, numbers.min()!...numbers.max()!, "range of \(field)")
            }
            try expectEqual(answer.facets.map(\.field).contains("title"), false, "others")
        },
    ]

    /// Any picture, for searches that are about something else.
    static let plain = SearchRequest.Query(example: .image(.pixels(Pictures.scene(40, 40))))

    private static func insertNamed(_ names: [String], into service: any CatalogService) async throws {
        let entries = names.enumerated().map { index, name in
            Entry(
                Item(id: "item-\(index)", attributes: ["name": .string(name)]),
                image: .pixels(Pictures.scene(40, 40, seed: UInt64(index))))
        }
        for result in try await service.insert(entries) { try result.get() }
    }
}
