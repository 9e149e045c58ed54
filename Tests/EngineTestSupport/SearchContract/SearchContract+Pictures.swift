import Imaging
import PictureTestSupport
import SearchAPI

extension SearchContract {
    /// The rules for a home that keeps several pictures of an item.
    public static let pictureRules: [Rule] = [
        Rule("an item of several pictures is one item, with their roles and sources") { service in
            let shop = PictureShop()
            for result in try await service.insert(shop.entries) { try result.get() }
            try expectEqual(try await service.count(), shop.entries.count, "count")
            let item = try await service.item("product-1")
            try expectEqual(item?.pictures.map(\.role), [.back, .worn, nil], "roles")
            try expectEqual(item?.pictures.map(\.source?.isEmpty), [false, false, false], "sources")
            try expectEqual(try await service.item("product-0")?.pictures, [], "pictures of an item with one")
        },
        Rule("each picture finds its item once and is named; totals and facets count items") { service in
            let shop = PictureShop()
            for result in try await service.insert(shop.entries) { try result.get() }
            for (number, picture) in shop.pictures[3].enumerated() {
                let answer = try await service.search(
                    SearchRequest(
                        .init(example: .image(.pixels(picture))), limit: 50, facets: .init(["brand"]), scope: .all))
                try expectEqual(answer.hits.first?.id, "product-3", "the item of picture \(number + 1)")
                try expectEqual(answer.hits.first?.picture?.number, number + 1, "the number of the picture")
                try expectEqual(answer.hits.first.map { $0.score > 0.99 }, true, "the score of the same picture")
                try expectEqual(answer.total, shop.entries.count, "total")
                try expectEqual(Set(answer.hits.map(\.id)).count, answer.hits.count, "different items")
                try expectEqual(answer.hits.count, shop.entries.count, "hits")
                let counted = answer.facets.first?.values.reduce(0) { $0 + $1.count }
                try expectEqual(counted, shop.entries.count, "items in the facet")
                let single = answer.hits.first { $0.id == "product-0" }
                try expectEqual(single?.picture, nil, "the picture of an item with one")
            }
        },
        Rule("a filter, pages and an order of their own see items, not pictures") { service in
            let shop = PictureShop()
            for result in try await service.insert(shop.entries) { try result.get() }
            let query = SearchRequest.Query(example: .image(.pixels(shop.pictures[5][2])))
            let whole = try await service.search(SearchRequest(query, limit: 50, scope: .all))
            var paged: [String] = []
            for page in 1...4 {
                let answer = try await service.search(SearchRequest(query, page: page, limit: 3, scope: .all))
                paged += answer.hits.map(\.id)
            }
            try expectEqual(paged, Array(whole.hits.map(\.id).prefix(12)), "the hits of four pages")
            let filtered = try await service.search(
                SearchRequest(query, filter: .equal("brand", .string("even")), limit: 50, scope: .all))
            let even = whole.hits.map(\.id).filter { Int($0.split(separator: "-")[1])!.isMultiple(of: 2) }
            try expectEqual(filtered.hits.map(\.id), even, "the hits that pass")
            let sorted = try await service.search(
                SearchRequest(query, limit: 50, sort: .init("price", ascending: false), scope: .all))
            try expectEqual(sorted.hits.map(\.id), shop.entries.map(\.item.id).reversed(), "in order")
        },
        Rule("attributes alone keep the pictures; a list replaces them, and an empty one drops them") { service in
            let shop = PictureShop()
            for result in try await service.insert(shop.entries) { try result.get() }
            let item = Item(id: "product-1", attributes: ["brand": .string("other")])
            for result in try await service.insert([Entry(item, image: nil)]) { try result.get() }
            try expectEqual(try await shop.number(of: 3, of: 1, in: service), 3, "the third picture is kept")
            let first = ImageInput.pixels(shop.pictures[1][0])
            for result in try await service.insert([Entry(item, image: first)]) { try result.get() }
            try expectEqual(try await shop.number(of: 4, of: 1, in: service), 4, "the fourth picture is kept")
            let only = [Entry.Picture(.pixels(shop.pictures[1][3]), role: .side)]
            for result in try await service.insert([Entry(item, image: nil, pictures: only)]) { try result.get() }
            try expectEqual(try await shop.number(of: 4, of: 1, in: service), 2, "the picture that is left")
            try expectEqual(try await shop.number(of: 3, of: 1, in: service), nil, "a picture that was dropped")
            try expectEqual(try await service.item("product-1")?.pictures, [Item.Picture(role: .side)], "pictures")
            for result in try await service.insert([Entry(item, image: nil, pictures: [])]) { try result.get() }
            try expectEqual(try await shop.number(of: 4, of: 1, in: service), nil, "the last further picture")
            try expectEqual(try await shop.number(of: 1, of: 1, in: service), 1, "the first picture")
            try expectEqual(try await service.item("product-1")?.pictures, [], "pictures")
            try expectEqual(try await service.count(), shop.entries.count, "count")
        },
        Rule("a removed item is found by none of its pictures") { service in
            let shop = PictureShop()
            for result in try await service.insert(shop.entries) { try result.get() }
            try expectEqual(try await service.remove(["product-2"]), ["product-2"], "removed")
            try expectEqual(try await service.count(), shop.entries.count - 1, "count")
            for picture in shop.pictures[2] {
                let query = SearchRequest.Query(example: .image(.pixels(picture)))
                let answer = try await service.search(SearchRequest(query, limit: 50, scope: .all))
                try expectEqual(answer.hits.contains { $0.id == "product-2" }, false, "the removed item")
                try expectEqual(answer.total, shop.entries.count - 1, "total")
            }
        },
        Rule("a search by item counts all its pictures, or the named one, and leaves all of them out") { service in
            let shop = PictureShop()
            var entries = shop.entries
            // Others with the same pictures as the product, each with one of them.
            for (number, picture) in shop.pictures[1].enumerated() {
                entries.append(Entry(Item(id: "twin-\(number + 1)"), image: .pixels(picture)))
            }
            for result in try await service.insert(entries) { try result.get() }
            let twins = (1...4).map { "twin-\($0)" }
            let all = try await service.search(
                SearchRequest(.init(example: .item(id: "product-1")), limit: 50, scope: .all))
            try expectEqual(Set(all.hits.prefix(4).map(\.id)), Set(twins), "the nearest to any picture")
            try expectEqual(all.hits.prefix(4).allSatisfy { $0.score > 0.99 }, true, "their scores")
            try expectEqual(all.hits.contains { $0.id == "product-1" }, false, "the item itself")
            try expectEqual(all.total, entries.count - 1, "total")
            for number in 1...4 {
                let one = try await service.search(
                    SearchRequest(.init(example: .item(id: "product-1"), picture: number), limit: 1, scope: .all))
                try expectEqual(one.hits.first?.id, "twin-\(number)", "the nearest to picture \(number)")
            }
            let fifth = SearchRequest(.init(example: .item(id: "product-1"), picture: 5))
            let unknown = try await error("a picture that is not there") { () async throws(SearchError) in
                try await service.search(fifth)
            }
            guard case .invalidArgument = unknown else { throw Broken(description: "picture 5: \(unknown)") }
        },
        Rule("a color is that of the picture which has most of it") { service in
            let (red, blue) = (RGB(hex: "#c02020")!, RGB(hex: "#2040c0")!)
            let entries = [
                Entry(
                    Item(id: "both"), image: .pixels(Pictures.solid(40, 40, blue)),
                    pictures: [.init(.pixels(Pictures.solid(40, 40, red)), role: .back)]),
                Entry(Item(id: "blue"), image: .pixels(Pictures.solid(44, 40, blue))),
            ]
            for result in try await service.insert(entries) { try result.get() }
            let answer = try await service.search(SearchRequest(.init(colors: [.init(red)]), scope: .all))
            try expectEqual(answer.hits.map(\.id), ["both", "blue"], "hits")
            try expectEqual(answer.hits.first?.picture, HitPicture(number: 2, role: .back, source: nil), "the picture")
        },
        Rule("a picture that cannot be read, or one too many, fails the whole entry") { service in
            let shop = PictureShop()
            var entries = Array(shop.entries.prefix(3))
            entries[0].pictures = [.init(.bytes(Array("this is no picture".utf8)))]
            let small = Entry.Picture(.pixels(Pictures.scene(16, 16)))
            entries[1].pictures = Array(repeating: small, count: Item.pictureLimit)
            entries[2].pictures = Array(repeating: small, count: Item.pictureLimit - 1)
            let results = try await service.insert(entries)
            guard case .failure(.image) = results[0] else { throw Broken(description: "bad picture: \(results[0])") }
            guard case .failure(.invalidArgument) = results[1] else {
                throw Broken(description: "17 pictures: \(results[1])")
            }
            try results[2].get()
            try expectEqual(try await service.count(), 1, "count")
        },
    ]
}

/// Items with one to four drawn pictures; every picture is different from all others.
private struct PictureShop {
    let entries: [Entry]
    /// The pictures of each item, the first one first.
    let pictures: [[PixelBuffer]]

    private static let roles: [PictureRole?] = [.back, .worn, nil]

    init(count: Int = 14) {
        var pictures: [[PixelBuffer]] = []
        for item in 0..<count {
            let seeds = (0..<(item == 0 ? 1 : 4)).map { number in UInt64(5000 + 17 * item + number) }
            pictures.append(seeds.map { Pictures.scene(96, 72, seed: $0) })
        }
        self.pictures = pictures
        entries = pictures.enumerated().map { index, pictures in
            var item = Item(id: "product-\(index)")
            item.attributes["brand"] = .string(index.isMultiple(of: 2) ? "even" : "odd")
            item.attributes["price"] = .int(index)
            var further: [Entry.Picture] = []
            for (number, picture) in pictures.dropFirst().enumerated() {
                let source = "https://shop.example/\(index)/\(number + 2).jpg"
                further.append(Entry.Picture(.pixels(picture), role: PictureShop.roles[number], source: source))
            }
            return Entry(item, image: .pixels(pictures[0]), pictures: further)
        }
    }

    /// The number of the picture by which an item is found with one of its pictures; nil where none is the same.
    func number(of picture: Int, of item: Int, in service: any CatalogService) async throws(SearchError) -> Int? {
        let example = SearchRequest.Example.image(.pixels(pictures[item][picture - 1]))
        let answer = try await service.search(SearchRequest(.init(example: example), limit: 50, scope: .all))
        guard let hit = answer.hits.first, hit.id == "product-\(item)", hit.score > 0.99 else { return nil }
        return hit.picture?.number ?? 1
    }
}
