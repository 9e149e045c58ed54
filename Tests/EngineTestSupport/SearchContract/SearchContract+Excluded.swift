import Imaging
import SearchAPI

extension SearchContract {
    static let excludedRules: [Rule] = [
        Rule(
            "items with a word that has a minus leave every search, its page, its total and its facets"
        ) { service in
            try await insertTitles(into: service)
            let look = SearchRequest.Example.item(id: "Café cup")
            for query in [
                SearchRequest.Query(text: "leather -Red"), .init(example: look, text: "-red"),
                .init(example: look, text: "leather -red"),
            ] {
                let answer = try await service.search(SearchRequest(query, limit: 50, scope: .all))
                try expect(!answer.hits.isEmpty, "nothing is left")
                try expect(
                    !answer.hits.contains { $0.id.contains("red") }, "hits: \(answer.hits.map(\.id))")
                try expectEqual(answer.total, answer.hits.count, "total")
            }
            let phrase = try await service.search(SearchRequest(.init(text: "red -\"leather bag\"")))
            try expectEqual(phrase.hits.map(\.id), ["red linen shirt"], "hits without the phrase")
            let filtered = try await service.search(
                SearchRequest(.init(text: "-leather"), filter: .exists("title"), limit: 50))
            try expect(
                !filtered.hits.contains { $0.id.contains("leather") }, "hits: \(filtered.hits.map(\.id))")
            try expect(!filtered.hits.isEmpty, "nothing passes the filter")
            let error = try await error("words with a minus alone") { () async throws(SearchError) in
                try await service.search(SearchRequest(.init(text: " -leather ")))
            }
            guard case .invalidArgument(let text) = error, text.contains("add words to find") else {
                throw Broken(description: "error: \(error)")
            }
        },
        Rule("items that show a color to avoid leave") { service in
            _ = try await service.insert(colored)
            let avoided = [RGB(hex: "#c02020")!, RGB(hex: "#20a030")!]
            let query = SearchRequest.Query(colors: [.init(RGB(hex: "#2030c0")!)], avoidedColors: avoided)
            let answer = try await service.search(SearchRequest(query, scope: .all))
            try expect(answer.hits.contains { $0.id == "blue" }, "hits: \(answer.hits.map(\.id))")
            try expect(
                !answer.hits.contains { ["red", "green"].contains($0.id) }, "hits: \(answer.hits.map(\.id))"
            )
            let error = try await error("a color to avoid alone") { () async throws(SearchError) in
                try await service.search(SearchRequest(.init(avoidedColors: avoided)))
            }
            guard case .invalidArgument = error else { throw Broken(description: "error: \(error)") }
        },
    ]
}
