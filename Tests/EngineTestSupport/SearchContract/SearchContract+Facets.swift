import Imaging
import PictureTestSupport
import SearchAPI

extension SearchContract {
    static let facetRules: [Rule] = [
        Rule("branches come as a tree with counts, and a mean beside a range") { service in
            let paths = ["Bags > Totes", "Bags > Totes > Small", "Bags > Clutches", "Bags", "Shoes > Boots", "Hats"]
            let catalog = ContractCatalog()
            let entries = zip(catalog.entries, 0...).map { entry, index in
                var entry = entry
                entry.item.attributes["category"] = .list(
                    index % 5 == 0 ? [paths[index % 6], paths[(index + 1) % 6]] : [paths[index * index % 6]])
                return entry
            }
            _ = try await service.insert(entries)
            let facets = SearchRequest.FacetRequest(["category", "price"], limit: 2, tree: true)
            let answer = try await service.search(SearchRequest(plain, facets: facets, scope: .all))
            let values = entries.map { $0.item.attributes["category"]?.strings ?? [] }
            func count(_ path: String) -> Int {
                values.count { $0.contains { value in value == path || value.hasPrefix(path + " > ") } }
            }
            func expectCounts(_ branches: [Facet.Branch], in parent: String?) throws {
                for branch in branches {
                    try expectEqual(branch.count, count(branch.path), "hits in \(branch.path)")
                    try expectEqual(
                        branch.path, (parent.map { $0 + " > " } ?? "") + branch.name, "path of \(branch.name)")
                    try expectCounts(branch.children, in: branch.path)
                }
            }
            let tree = answer.facets[0].tree
            try expectCounts(tree, in: nil)
            let tops = ["Bags", "Shoes", "Hats"].sorted { (count($1), $0) < (count($0), $1) }
            try expectEqual(tree.map(\.path), Array(tops.prefix(2)), "most frequent branches")
            let bags = tree.first { $0.path == "Bags" }
            try expectEqual(Set(bags?.children.map(\.name) ?? []), ["Totes", "Clutches"], "branches of bags")
            try expectEqual(bags?.children.first { $0.name == "Totes" }?.children.map(\.name), ["Small"], "below totes")
            try expectEqual(answer.facets[0].values.count, 2, "flat values beside the tree")
            let prices = catalog.items.compactMap { $0.attributes["price"]?.number }
            let mean = prices.reduce(0, +) / Double(prices.count)
            try expect(abs((answer.facets[1].mean ?? 0) - mean) < 1e-9, "mean of prices")
            try expectEqual(answer.facets[1].range, prices.min()!...prices.max()!, "range of prices")
        },
        Rule("the colors that pictures show are counted, and a filter by one finds as many") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let facets = SearchRequest.FacetRequest([Facet.pictureColors], limit: 100)
            let answer = try await service.search(SearchRequest(plain, facets: facets, scope: .all))
            guard let facet = answer.facets.first, facet.values.count > 2 else {
                throw Broken(description: "no colors are counted: \(answer.facets)")
            }
            for value in facet.values {
                try expect(value.color != nil, "a swatch of \(value.value)")
                for (filter, count) in [
                    (Filter.equal(Facet.pictureColors, .string(value.value)), value.count),
                    (.not(.equal(Facet.pictureColors, .string(value.value))), 60 - value.count),
                ] {
                    let found = try await service.search(
                        SearchRequest(plain, filter: filter, limit: 100, facets: facets, scope: .all))
                    try expectEqual(found.total, count, "hits with \(filter)")
                    try expectEqual(found.hits.count, count, "hits of a page with \(filter)")
                }
            }
            let unknown = try await error("an unknown color") { () async throws(SearchError) in
                try await service.search(SearchRequest(plain, filter: .equal(Facet.pictureColors, .string("purpel"))))
            }
            try expect("\(unknown)".contains("did you mean `purple`"), "\(unknown)")
            _ = try await error("an order of colors") { () async throws(SearchError) in
                try await service.search(SearchRequest(plain, filter: .less(Facet.pictureColors, .string("red"))))
            }
            // A removed item is counted no more, and a new one is.
            _ = try await service.remove(["item-0", "item-1", "item-2"])
            let red = ContractCatalog(count: 1, seed: 99).items[0]
            let picture = Pictures.solid(64, 64, RGB(hex: "#c8202a")!)
            _ = try await service.insert([Entry(red, image: .pixels(picture))])
            let later = try await service.search(SearchRequest(plain, limit: 1, facets: facets, scope: .all)).facets[0]
            for value in later.values {
                let found = try await service.search(
                    SearchRequest(
                        plain, filter: .equal(Facet.pictureColors, .string(value.value)), limit: 100, scope: .all))
                try expectEqual(found.total, value.count, "hits that show \(value.value) after a change")
            }
            let reds = try await service.search(
                SearchRequest(
                    plain, filter: .equal(Facet.pictureColors, .string("Red")), limit: 100, fields: [], scope: .all))
            try expect(reds.hits.contains { $0.id == "item-0" }, "a red picture shows red")
        },
    ]
}
