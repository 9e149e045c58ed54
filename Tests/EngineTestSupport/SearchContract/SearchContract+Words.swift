import Imaging
import PictureTestSupport
import SearchAPI

extension SearchContract {
    static let wordRules: [Rule] = [
        Rule("words find the items that say all of them, and without such items those that say most") { service in
            try await insertTitles(into: service)
            let answer = try await service.search(SearchRequest(.init(text: "red leather bag")))
            try expectEqual(answer.hits.map(\.id), ["red leather bag"], "hits")
            try expectEqual(answer.total, 1, "total")
            let fewer = try await service.search(SearchRequest(.init(text: "red leather shirt")))
            try expectEqual(Set(fewer.hits.map(\.id)), ["red leather bag", "red linen shirt"], "hits with two words")
            try expectEqual(fewer.total, 2, "total of those")
            try expectFalling(fewer.hits)
            try expect(fewer.notices.contains { $0.kind == .droppedWord }, "nothing is told of the word left out")
            try expect(answer.hits[0].score > 0.6, "score \(answer.hits[0].score)")
        },
        Rule("words are found by their beginning, with a typo, and without their accents") { service in
            try await insertTitles(into: service)
            for (text, id) in [
                ("leath ba", "red leather bag"), ("lether boot", "blue leather boot"), ("cafe", "Café cup"),
            ] {
                let answer = try await service.search(SearchRequest(.init(text: text)))
                try expectEqual(answer.hits.first?.id, id, "first hit of \(text)")
            }
            let answer = try await service.search(SearchRequest(.init(text: "zzzzzz")))
            try expectEqual(answer.total, 0, "total of a word that nobody says")
            try expectEqual(answer.notices.map(\.text), ["texts here often say leather, red"], "what can be asked")
        },
        Rule("words beside a picture lift what says them") { service in
            try await insertTitles(into: service)
            let look = SearchRequest.Example.item(id: "Café cup")
            let without = try await service.search(SearchRequest(.init(example: look), scope: .all))
            let last = without.hits.last!.id
            let answer = try await service.search(SearchRequest(.init(example: look, text: last), scope: .all))
            try expectEqual(answer.hits.first?.id, last, "first hit of \(last)")
            try expectEqual(answer.total, without.total, "total")
        },
        Rule("suggestions begin as typed, or nearly so, and are never of blocked words") { service in
            try await insertTitles(into: service)
            let found = try await service.suggest(SuggestRequest("lea"))
            try expectEqual(found.map(\.text), ["leather"], "completions of lea")
            try expectEqual(found.map(\.kind), [.completion], "kinds")
            try expectEqual(found.first?.items, 2, "items with leather")
            let slip = try await service.suggest(SuggestRequest("laeth"))
            try expectEqual(slip.map(\.kind), [.corrected], "kind of a completion with a slip")
            let exact = try await service.suggest(SuggestRequest("laeth", correctsSpelling: false))
            try expectEqual(exact, [], "completions without spelling")
            let blocked = try await service.suggest(SuggestRequest("lea", blocked: ["Leather"]))
            try expectEqual(blocked, [], "blocked")
            let title = try await service.suggest(SuggestRequest("red leather b", limit: 1))
            try expectEqual(title.map(\.text), ["red leather bag"], "a title")
            let error = try await error("limit 0") { () async throws(SearchError) in
                try await service.suggest(SuggestRequest("a", limit: 0))
            }
            guard case .invalidArgument = error else { throw Broken(description: "limit 0 is \(error)") }
        },
    ]

    static let argumentRules: [Rule] = [
        Rule("what is out of range is refused with a text") { service in
            let color = SearchRequest.WeightedColor(.black)
            let bad: [(String, SearchRequest)] = [
                ("limit 0", SearchRequest(plain, limit: 0, scope: .all)),
                ("limit 101", SearchRequest(plain, limit: 101, scope: .all)),
                ("page 0", SearchRequest(plain, page: 0, scope: .all)),
                ("page 11 with 100", SearchRequest(plain, page: 11, limit: 100, scope: .all)),
                ("the largest page", SearchRequest(plain, page: .max, limit: 100, scope: .all)),
                ("no query", SearchRequest(.init())), ("blank words", SearchRequest(.init(text: " \n"))),
                ("17 colors", SearchRequest(.init(colors: Array(repeating: color, count: 17)), scope: .all)),
                ("weight 0", SearchRequest(.init(colors: [.init(.black, weight: 0)]), scope: .all)),
                ("weight infinity", SearchRequest(.init(colors: [.init(.black, weight: .infinity)]), scope: .all)),
                ("color weight 1.1", SearchRequest(.init(example: plain.example, colorWeight: 1.1), scope: .all)),
                ("color weight nan", SearchRequest(.init(example: plain.example, colorWeight: .nan), scope: .all)),
                ("scores to 1.5", SearchRequest(plain, scores: 0...1.5, scope: .all)),
                ("a group of 0", SearchRequest(plain, grouping: .init("brand", limit: 0), scope: .all)),
                ("dedup 2", SearchRequest(plain, dedup: 2, scope: .all)),
                ("facets -1", SearchRequest(plain, facets: .init(["brand"], limit: -1), scope: .all)),
            ]
            for (name, request) in bad {
                let error = try await error(name) { () async throws(SearchError) in try await service.search(request) }
                guard case .invalidArgument(let text) = error, !text.isEmpty else {
                    throw Broken(description: "\(name): \(error)")
                }
            }
        },
        Rule("the last page within the window is answered") { service in
            _ = try await service.insert(ContractCatalog(count: 2).entries)
            let answer = try await service.search(SearchRequest(plain, page: 10, limit: 100, scope: .all))
            try expectEqual(answer.hits, [], "hits")
            try expectEqual(answer.total, 2, "total")
        },
        Rule("a name of an item has 1 to 512 bytes") { service in
            let image = ImageInput.pixels(Pictures.scene(40, 40))
            let names = [
                "", String(repeating: "x", count: 513), String(repeating: "x", count: 512), "ü/../%2f \u{1F9E2}",
            ]
            let results = try await service.insert(names.map { Entry(Item(id: $0), image: image) })
            try expectEqual(results.map { (try? $0.get()) != nil }, [false, false, true, true], "successes")
            for name in names.suffix(2) { try expectEqual(try await service.item(name)?.id, name, "item") }
        },
    ]

    static func insertTitles(into service: any CatalogService) async throws {
        let titles = ["red leather bag", "red linen shirt", "blue leather boot", "green vase", "Café cup"]
        let entries = titles.enumerated().map { index, title in
            Entry(
                Item(id: title, attributes: ["title": .text(title)]),
                image: .pixels(Pictures.scene(64, 64, seed: UInt64(index) + 20)))
        }
        for result in try await service.insert(entries) { try result.get() }
    }
}
