import Imaging
import SearchAPI

extension SearchContract {
    static let exampleRules: [Rule] = [
        Rule("one positive example answers as the example of a query does") { service in
            let catalog = ContractCatalog(count: 12)
            _ = try await service.insert(catalog.entries)
            let picture = ImageInput.pixels(catalog.pictures[3])
            let box = Box(left: 10, top: 10, width: 50, height: 40)
            let pairs: [(SearchRequest.Example, SearchRequest.WeightedExample)] = [
                (.item(id: "item-5"), .item("item-5", weight: 0.3)), (.image(picture), .image(picture)),
                (.image(picture, .box(box)), .image(picture, box: box, weight: 0.5)),
            ]
            for (example, weighted) in pairs {
                func answer(_ query: SearchRequest.Query) async throws(SearchError) -> SearchAnswer {
                    try await service.search(SearchRequest(query, limit: 20, explains: true, scope: .all))
                }
                try expectEqual(
                    try await answer(.init(examples: [weighted])), try await answer(.init(example: example)), "answer")
                try expectEqual(
                    try await answer(.init(text: "red", examples: [weighted, .item("item-2", weight: -1)])),
                    try await answer(.init(example: example, text: "red", unlike: ["item-2"])), "beside others")
            }
        },
        Rule("several items and pictures are searched for together, and the items among them leave") { service in
            let catalog = ContractCatalog(count: 12)
            _ = try await service.insert(catalog.entries)
            let picture = SearchRequest.WeightedExample.image(.pixels(catalog.pictures[3]))
            let query = SearchRequest.Query(examples: [.item("item-5"), .item("item-7"), picture])
            let answer = try await service.search(SearchRequest(query, limit: 20, explains: true, scope: .all))
            let wanted = Set(catalog.items.map(\.id)).subtracting(["item-5", "item-7"])
            try expectEqual(Set(answer.hits.map(\.id)), wanted, "hits")
            try expectEqual(answer.hits.first?.id, "item-3", "the item of the picture")
            try expectFalling(answer.hits)
            try expectEqual(answer.queryItem?.id, "item-5", "the first item")
            try expectEqual(answer.queryBox, Box(left: 0, top: 0, width: 96, height: 72), "box of the picture")
            for hit in answer.hits {
                guard let parts = hit.explanation else { throw Broken(description: "no explanation") }
                let sum = parts.shape + parts.color + parts.pattern + parts.text + parts.kind + parts.shown
                try expect(abs(sum - hit.score) < 1e-6, "the parts of \(hit.id) add up to \(sum), not \(hit.score)")
            }
            let mixed = SearchRequest.Query(example: .item(id: "item-5"), examples: [.item("item-7"), picture])
            try expectEqual(
                try await service.search(SearchRequest(mixed, limit: 20, scope: .all)).hits.map(\.id),
                answer.hits.map(\.id), "hits of both forms")
        },
        Rule("a picture to be unlike takes the item with it that shows it") { service in
            let catalog = ContractCatalog(count: 12)
            _ = try await service.insert(catalog.entries)
            let item = SearchRequest.WeightedExample.item("item-5")
            let before = try await service.search(SearchRequest(.init(examples: [item]), limit: 20, scope: .all))
            try expect(before.hits.contains { $0.id == "item-3" }, "item-3 is no hit without it")
            for weight in [-1, -0.1] {
                let less = SearchRequest.WeightedExample.image(.pixels(catalog.pictures[3]), weight: weight)
                let answer = try await service.search(
                    SearchRequest(.init(examples: [item, less]), limit: 20, scope: .all))
                // An item that looks nearly the same may leave with it.
                try expect(!answer.hits.contains { $0.id == "item-3" }, "the picture to be unlike is a hit")
                try expectEqual(answer.total, answer.hits.count, "total")
            }
        },
        Rule("examples that cannot be meant are refused with what would be right") { service in
            _ = try await service.insert(ContractCatalog(count: 8).entries)
            let item = SearchRequest.WeightedExample.item("item-1")
            let refused: [(SearchRequest.Query, String)] = [
                (.init(examples: (0..<17).map { .item("item-\($0)") }), "at most 16 examples, not 17"),
                (.init(unlike: (0..<16).map { "\($0)" }, examples: [item]), "at most 16 examples, not 17"),
                (
                    .init(examples: [item, .item("item-2", weight: 0)]),
                    "weight of example 2 must be from -1 to 1 and not 0"
                ),
                (.init(examples: [.item("item-2", weight: 1.5)]), "weight of example 1 must be from -1 to 1"),
                (.init(examples: [item, .item("item-1", weight: -1)]), "cannot both resemble the item `item-1`"),
                (.init(unlike: ["item-1"], examples: [item]), "cannot both resemble the item `item-1`"),
                (.init(example: .item(id: "item-1"), examples: [item]), "`item-1` is an example twice"),
                (.init(examples: [.item("item-1", weight: -1)]), "to find, beside what hits shall not be like"),
                (.init(picture: 1, examples: [item, .item("item-2")]), "only beside the item that it is of"),
            ]
            for (query, text) in refused {
                let error = try await error(text) { () async throws(SearchError) in
                    try await service.search(SearchRequest(query))
                }
                guard case .invalidArgument(let message) = error else { throw Broken(description: "error: \(error)") }
                try expect(message.contains(text), "error: \(message), not \(text)")
            }
            for weight in [1, -1.0] {
                let error = try await error("an unknown item") { () async throws(SearchError) in
                    try await service.search(
                        SearchRequest(.init(examples: [item, .item("nobody", weight: weight)]), scope: .all))
                }
                try expectEqual(error, .itemNotFound(id: "nobody"), "error")
            }
        },
    ]
}
