import Foundation
import Imaging
import SearchAPI

extension SearchContract {
    static let pictureTextRules: [Rule] = [
        Rule(
            "words that were read in the pictures of an example and of an item raise its score where they are given a weight"
        ) {
            service in
            let catalog = ContractCatalog(count: 30)
            var entries = catalog.entries
            for index in [5, 11] { entries[index].item.attributes["picture_text"] = .text("Oat drink\nVanilla") }
            entries[17].item.attributes["picture_text"] = .text("8042")
            _ = try await service.insert(entries)
            func scores(_ query: SearchRequest.Query) async throws(SearchError) -> [String: Double] {
                let hits = try await service.search(SearchRequest(query, limit: 100, scope: .all)).hits
                return Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.score) })
            }
            /// Odds that full agreement multiplies by e to the power of five times the weight.
            func raised(_ score: Double) -> Double {
                let odds = score / (1 - score) * exp(5 * 0.5)
                return odds / (1 + odds)
            }
            for example in [SearchRequest.Example.item(id: "item-5"), .image(.pixels(catalog.pictures[5]))] {
                var query = SearchRequest.Query(example: example, kindWeight: 0)
                var wanted = try await scores(query)
                query.pictureTextWeight = 0.5
                if case .image = example {
                    try expectEqual(try await scores(query), wanted, "scores of a picture that nobody has read")
                    query.pictureText = "OAT DRINK vanilla"
                }
                guard let before = wanted["item-11"] else { throw Broken(description: "item-11 is no hit") }
                let found = try await scores(query)
                // The lowest scores gain what one of 0.05 does, and one below 0 is shown as 0.
                wanted["item-11"] = before > 0.05 ? raised(before) : nil
                try expect(found["item-11"] ?? 0 > 0.3, "the words count for \(found["item-11"] ?? 0)")
                for (id, score) in wanted {
                    try expect(
                        abs((found[id] ?? 0) - score) < 1e-9, "\(id) scores \(found[id] ?? 0), not \(score)")
                }
                let hits = try await service.search(SearchRequest(query, limit: 3, scope: .all)).hits
                try expect(hits.contains { $0.id == "item-11" }, "the item with the same words is not among the first")
            }
        },
        Rule("weights of words in pictures that cannot be are refused") { service in
            let catalog = ContractCatalog(count: 3)
            _ = try await service.insert(catalog.entries)
            let (item, picture) = (
                SearchRequest.Example.item(id: "item-1"), SearchRequest.Example.image(.pixels(catalog.pictures[0]))
            )
            let wrong: [(String, SearchRequest.Query)] = [
                ("a weight above 1", .init(example: item, pictureTextWeight: 1.1)),
                ("a weight below 0", .init(example: item, pictureTextWeight: -0.1)),
                ("a text without a weight", .init(example: picture, pictureText: "oat")),
                ("a text for an item", .init(example: item, pictureTextWeight: 1, pictureText: "oat")),
                (
                    "a long text",
                    .init(
                        example: picture, pictureTextWeight: 1, pictureText: String(repeating: "oat ", count: 20_000))
                ),
            ]
            for (what, query) in wrong {
                _ = try await error(what) { () async throws(SearchError) in try await service.search(.init(query)) }
            }
        },
    ]
}
