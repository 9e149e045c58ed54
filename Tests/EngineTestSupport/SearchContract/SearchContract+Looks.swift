import Imaging
import PictureTestSupport
import SearchAPI

extension SearchContract {
    static let lookRules: [Rule] = [
        Rule("the same picture comes first with the score 1, and scores fall from 1 to 0") { service in
            let catalog = ContractCatalog(count: 20)
            _ = try await service.insert(catalog.entries)
            for (item, picture) in zip(catalog.items, catalog.pictures) {
                let answer = try await service.search(
                    SearchRequest(.init(example: .image(.pixels(picture))), limit: 20, scope: .all))
                try expectEqual(answer.hits.first?.id, item.id, "first hit")
                try expectEqual(answer.hits.first?.score, 1, "its score")
                try expectFalling(answer.hits)
                try expectEqual(answer.total, 20, "total")
                try expectEqual(answer.queryBox, Box(left: 0, top: 0, width: 96, height: 72), "box of the query")
            }
        },
        Rule("an item finds the others, not itself, and is told") { service in
            let catalog = ContractCatalog(count: 8)
            _ = try await service.insert(catalog.entries)
            let answer = try await service.search(
                SearchRequest(.init(example: .item(id: "item-5")), limit: 20, scope: .all))
            try expectEqual(Set(answer.hits.map(\.id)), Set(catalog.items.map(\.id)).subtracting(["item-5"]), "hits")
            try expectEqual(answer.total, 7, "total")
            try expectEqual(answer.queryItem?.id, "item-5", "item of the query")
            try expectEqual(answer.queryItem?.attributes, catalog.items[5].attributes, "its attributes")
        },
        Rule("an item that hits shall not be like leaves the answer") { service in
            let catalog = ContractCatalog(count: 8)
            _ = try await service.insert(catalog.entries)
            let query = SearchRequest.Query(example: .item(id: "item-5"), unlike: ["item-2"])
            let answer = try await service.search(SearchRequest(query, limit: 20, scope: .all))
            // Items that look nearly the same may leave with it.
            let others = Set(catalog.items.map(\.id)).subtracting(["item-5", "item-2"])
            try expect(others.isSuperset(of: answer.hits.map(\.id)), "hits: \(answer.hits.map(\.id))")
            try expectEqual(answer.total, answer.hits.count, "total")
        },
        Rule("an unknown item is named as such") { service in
            let error = try await error("an unknown item") { () async throws(SearchError) in
                try await service.search(SearchRequest(.init(example: .item(id: "nobody")), scope: .all))
            }
            try expectEqual(error, .itemNotFound(id: "nobody"), "error")
        },
        Rule("a bad query picture is named as such") { service in
            let error = try await error("a bad picture") { () async throws(SearchError) in
                try await service.search(SearchRequest(.init(example: .image(.bytes([1, 2, 3]))), scope: .all))
            }
            guard case .image = error else { throw Broken(description: "error: \(error)") }
        },
        Rule("a box with too few pixels to be described is refused, unless the picture has no more") { service in
            _ = try await service.insert([Entry(Item(id: "a"), image: .pixels(Pictures.scene(80, 80)))])
            func search(_ box: Box, of picture: PixelBuffer) async throws(SearchError) -> SearchAnswer {
                try await service.search(
                    SearchRequest(.init(example: .image(.pixels(picture), .box(box))), scope: .all))
            }
            let picture = Pictures.scene(90, 70)
            let least = Size(width: 6, height: 6)
            for (asked, inside) in [
                (Box(left: 10, top: 10, width: 1, height: 1), Box(left: 10, top: 10, width: 1, height: 1)),
                (Box(left: 10, top: 10, width: 40, height: 5), Box(left: 10, top: 10, width: 40, height: 5)),
                (Box(left: 85, top: 10, width: 40, height: 40), Box(left: 85, top: 10, width: 5, height: 40)),
            ] {
                let error = try await error("a box that is too small") { () async throws(SearchError) in
                    try await search(asked, of: picture)
                }
                try expectEqual(error, .image(.boxTooSmall(box: inside, least: least)), "error")
            }
            let smallest = Box(left: 10, top: 10, width: 6, height: 6)
            try expectEqual(try await search(smallest, of: picture).queryBox, smallest, "box of the query")
            let all = Box(left: 0, top: 0, width: 90, height: 4)
            try expectEqual(try await search(all, of: Pictures.scene(90, 4)).queryBox, all, "box of the query")
        },
        Rule("a box searches with that part of the picture") { service in
            let left = Pictures.scene(80, 80, seed: 3)
            let right = Pictures.draw(80, 80) { x, _ in x / 8 % 2 == 0 ? (20, 40, 200) : (230, 230, 60) }
            _ = try await service.insert([
                Entry(Item(id: "left"), image: .pixels(left)), Entry(Item(id: "right"), image: .pixels(right)),
            ])
            let both = Pictures.draw(160, 80) { x, y in
                let side = x < 80 ? left : right
                let at = 3 * (y * 80 + x % 80)
                return (side.bytes[at], side.bytes[at + 1], side.bytes[at + 2])
            }
            for (id, box) in [
                ("left", Box(left: 0, top: 0, width: 80, height: 80)),
                ("right", Box(left: 80, top: 0, width: 80, height: 80)),
            ] {
                let answer = try await service.search(
                    SearchRequest(.init(example: .image(.pixels(both), .box(box))), scope: .all))
                try expectEqual(answer.hits.first?.id, id, "first hit")
                try expectEqual(answer.queryBox, box, "box of the query")
            }
        },
        Rule("equal pictures are ordered by id") { service in
            let ids = ["d", "b", "e", "a", "c"]
            _ = try await service.insert(ids.map { Entry(Item(id: $0), image: .pixels(Pictures.scene(64, 64))) })
            let answer = try await service.search(SearchRequest(.init(example: .item(id: "c")), limit: 3, scope: .all))
            try expectEqual(answer.hits.map(\.id), ["a", "b", "d"], "hits")
            try expectEqual(answer.hits.map(\.score), [1, 1, 1], "scores")
        },
        Rule("a color finds what has most of it first") { service in
            _ = try await service.insert(colored)
            for (id, hex) in [("red", "#c02020"), ("green", "#20a030"), ("blue", "#2030c0")] {
                let color = RGB(hex: hex)!
                let answer = try await service.search(SearchRequest(.init(colors: [.init(color)]), scope: .all))
                try expectEqual(answer.hits.first?.id, id, "first hit for \(hex)")
                try expectFalling(answer.hits)
                try expect((answer.hits.first?.score ?? 0) > 0.8, "score \(answer.hits.first?.score ?? 0) for \(hex)")
                try expect((answer.hits.last?.score ?? 1) < 0.2, "score \(answer.hits.last?.score ?? 1) of the last")
            }
        },
        Rule("several colors find what has all of them first") { service in
            _ = try await service.insert(colored)
            let colors = ["#c02020", "#2030c0"].map { SearchRequest.WeightedColor(RGB(hex: $0)!) }
            let answer = try await service.search(SearchRequest(.init(colors: colors), scope: .all))
            try expectEqual(answer.hits.first?.id, "red and blue", "first hit")
        },
        Rule("the parts of an explanation add up to the score") { service in
            let catalog = ContractCatalog(count: 10)
            _ = try await service.insert(catalog.entries)
            let look = SearchRequest.Example.item(id: "item-0")
            let color = SearchRequest.WeightedColor(RGB(hex: "#806040")!)
            for query in [
                SearchRequest.Query(example: look), .init(colors: [color]), .init(text: "red bag"),
                .init(example: look, colors: [color], text: "red"),
            ] {
                let answer = try await service.search(SearchRequest(query, explains: true, scope: .all))
                for hit in answer.hits {
                    guard let parts = hit.explanation else { throw Broken(description: "no explanation of \(hit.id)") }
                    let sum = parts.shape + parts.color + parts.pattern + parts.text
                    try expect(abs(sum - hit.score) < 1e-6, "\(parts) is not \(hit.score)")
                    try expect(
                        min(parts.shape, parts.color, parts.pattern, parts.text) >= 0, "a part is below 0: \(parts)")
                }
            }
        },
        Rule("near duplicates stand behind their best") { service in
            let catalog = ContractCatalog(count: 6)
            let copies = zip(catalog.items, catalog.pictures).prefix(3).map { item, picture in
                Entry(Item(id: "copy of " + item.id), image: .pixels(picture))
            }
            _ = try await service.insert(catalog.entries + copies)
            let look = SearchRequest.Example.image(.pixels(Pictures.scene(96, 72, seed: 1)))
            let facets = SearchRequest.FacetRequest(["stock"])
            let all = try await service.search(SearchRequest(.init(example: look), facets: facets, scope: .all))
            try expectEqual(all.total, 9, "total without dedup")
            let answer = try await service.search(
                SearchRequest(.init(example: look), facets: facets, dedup: 0.99, scope: .all))
            try expectEqual(answer.total, 6, "total")
            var seen: Set<String> = []
            let firsts = all.hits.map(\.id).filter { seen.insert($0.replacing("copy of ", with: "")).inserted }
            try expectEqual(answer.hits.map(\.id), firsts, "hits")
        },
    ]

    static let colored: [Entry] = {
        let colors = [
            ("red", "#c02020", "#c02020"), ("green", "#20a030", "#20a030"), ("blue", "#2030c0", "#2030c0"),
            ("red and blue", "#c02020", "#2030c0"),
        ]
        return colors.map { id, left, right in
            let (left, right) = (RGB(hex: left)!, RGB(hex: right)!)
            return Entry(
                Item(id: id),
                image: .pixels(
                    Pictures.draw(100, 100) { x, y in
                        guard (20..<80).contains(x), (20..<80).contains(y) else { return (240, 240, 240) }
                        let color = x < 50 ? left : right
                        return (color.red, color.green, color.blue)
                    }))
        }
    }()

    static func expectFalling(_ hits: [Hit]) throws {
        for hit in hits { try expect((0...1).contains(hit.score), "score \(hit.score) of \(hit.id)") }
        for (better, worse) in zip(hits, hits.dropFirst()) {
            try expect(better.score >= worse.score, "\(worse.id) with \(worse.score) after \(better.score)")
        }
    }
}
