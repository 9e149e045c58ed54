import Imaging
import PictureTestSupport
import SearchAPI

extension SearchContract {
    static let itemRules: [Rule] = [
        Rule("an empty catalog answers with nothing") { service in
            try expectEqual(try await service.count(), 0, "count")
            let answer = try await service.search(
                SearchRequest(.init(example: .image(.pixels(Pictures.scene(64, 64)))), scope: .all))
            try expectEqual(answer.total, 0, "total")
            try expectEqual(answer.hits, [], "hits")
            try expectEqual(try await service.item("nothing"), nil, "item")
        },
        Rule("what was inserted is there at once, with its attributes") { service in
            let catalog = ContractCatalog(count: 12)
            for (index, result) in try await service.insert(catalog.entries).enumerated() {
                guard case .success = result else { throw Broken(description: "entry \(index): \(result)") }
            }
            try expectEqual(try await service.count(), 12, "count")
            for item in catalog.items {
                try expectEqual(
                    try await service.item(item.id)?.attributes, item.attributes, "attributes of \(item.id)")
            }
        },
        Rule("an entry with a known id takes the place of the item") { service in
            let catalog = ContractCatalog(count: 3)
            _ = try await service.insert(catalog.entries)
            let item = Item(id: "item-1", attributes: ["brand": .string("other")])
            let picture = ImageInput.pixels(Pictures.scene(80, 80, seed: 99))
            _ = try await service.insert([Entry(item, image: picture)])
            try expectEqual(try await service.count(), 3, "count")
            try expectEqual(try await service.item("item-1")?.attributes, item.attributes, "attributes")
            let answer = try await service.search(SearchRequest(.init(example: .image(picture)), limit: 1, scope: .all))
            try expectEqual(answer.hits.first?.id, "item-1", "the item with the new picture")
        },
        Rule("an entry without an image changes the attributes and leaves the picture") { service in
            let catalog = ContractCatalog(count: 3)
            _ = try await service.insert(catalog.entries)
            let changed = Entry(Item(id: "item-2", attributes: ["stock": .int(77)]), image: nil)
            let unknown = Entry(Item(id: "item-9", attributes: ["stock": .int(77)]), image: nil)
            let results = try await service.insert([changed, unknown])
            try expectEqual(results.count, 2, "results")
            guard case .failure(.itemNotFound(id: "item-9")) = results[1] else {
                throw Broken(description: "attributes of an item that is not there: \(results[1])")
            }
            try expectEqual(try await service.item("item-2")?.attributes, ["stock": .int(77)], "attributes")
            let picture = SearchRequest.Example.image(.pixels(catalog.pictures[2]))
            let answer = try await service.search(SearchRequest(.init(example: picture), limit: 1, scope: .all))
            try expectEqual(answer.hits.first?.id, "item-2", "the item by its picture")
        },
        Rule("removed items are gone at once, and unknown ids are not named") { service in
            let catalog = ContractCatalog(count: 5)
            _ = try await service.insert(catalog.entries)
            let removed = try await service.remove(["item-1", "nobody", "item-3"])
            try expectEqual(Set(removed), ["item-1", "item-3"], "removed")
            try expectEqual(try await service.count(), 3, "count")
            let answer = try await service.search(
                SearchRequest(.init(example: .image(.pixels(catalog.pictures[1]))), scope: .all))
            try expectEqual(Set(answer.hits.map(\.id)), ["item-0", "item-2", "item-4"], "hits")
        },
        Rule("a bad entry is a failure of its own") { service in
            let catalog = ContractCatalog(count: 4)
            var entries = catalog.entries
            entries[1].image = .bytes(Array("this is no picture".utf8))
            entries[2].item.attributes["stock"] = .string("many")
            let results = try await service.insert(entries)
            try expectEqual(results.map { (try? $0.get()) != nil }, [true, false, false, true], "successes")
            guard case .failure(.image) = results[1] else { throw Broken(description: "bad picture: \(results[1])") }
            guard case .failure(.wrongType(field: "stock", expected: .int, value: _)) = results[2] else {
                throw Broken(description: "wrong type: \(results[2])")
            }
            try expectEqual(try await service.count(), 2, "count")
        },
        Rule("searches and changes at the same time do not disturb each other") { service in
            let catalog = ContractCatalog(count: 30)
            _ = try await service.insert(Array(catalog.entries.prefix(10)))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for entry in catalog.entries.dropFirst(10) {
                    group.addTask { _ = try await service.insert([entry]) }
                }
                for index in 0..<20 {
                    group.addTask {
                        let look = SearchRequest.Example.item(id: "item-\(index % 10)")
                        let answer = try await service.search(
                            SearchRequest(.init(example: look), limit: 100, scope: .all))
                        try expect(answer.total >= 9, "\(answer.total) hits, of 9 at least")
                        try expectEqual(answer.hits.count, answer.total, "hits")
                    }
                }
                try await group.waitForAll()
            }
            try expectEqual(try await service.count(), 30, "count")
        },
    ]
}
