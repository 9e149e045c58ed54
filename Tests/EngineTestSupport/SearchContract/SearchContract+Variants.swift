import Imaging
import SearchAPI

extension SearchContract {
    static let variantRules: [Rule] = [
        Rule("variants share one hit, the best of them, and the others come with it") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            for field in ["stock", "brand", "tags"] {
                let all = try await service.search(SearchRequest(plain, limit: 100, scope: .all)).hits
                let tiles = tiles(all, by: field)
                for (page, limit) in [(1, 100), (1, 3), (2, 3)] {
                    let answer = try await service.search(
                        SearchRequest(plain, page: page, limit: limit, scope: .all, variants: .init(field)))
                    try expectEqual(answer.total, tiles.count, "tiles of \(field)")
                    let wanted = Array(tiles.dropFirst((page - 1) * limit).prefix(limit))
                    try expectEqual(answer.hits.map(\.id), wanted.map { $0[0].id }, "hits by \(field)")
                    for (hit, tile) in zip(answer.hits, wanted) {
                        try expectVariants(hit, tile.dropFirst().map(\.self))
                    }
                }
                let none = try await service.search(
                    SearchRequest(plain, limit: 100, fields: [], scope: .all, variants: .init(field, limit: 1)))
                for (hit, tile) in zip(none.hits, tiles) {
                    try expectEqual(hit.variantCount, tile.count - 1, "number of variants")
                    try expectEqual(hit.variants?.map(\.id), tile.dropFirst().prefix(1).map(\.id), "best variant")
                    try expectEqual(hit.variants?.allSatisfy(\.attributes.isEmpty), true, "attributes without fields")
                }
            }
        },
        Rule("only variants that pass the filter come with a hit, whether they are relevant or not") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let example = SearchRequest.Query(example: .item(id: "item-5"))
            let filter = Filter.greater("price", .float(30))
            let all = try await service.search(SearchRequest(example, filter: filter, limit: 100, scope: .all)).hits
            let relevant = try await service.search(SearchRequest(example, filter: filter, limit: 100)).hits
            let answer = try await service.search(
                SearchRequest(example, filter: filter, limit: 100, variants: .init("stock")))
            try expectEqual(answer.hits.map(\.id), tiles(relevant, by: "stock").map { $0[0].id }, "relevant tiles")
            try expectEqual(answer.total, answer.hits.count, "total")
            for hit in answer.hits {
                let others = all.filter { $0.attributes["stock"] == hit.attributes["stock"] && $0.id != hit.id }
                try expectEqual(Set(hit.variants?.map(\.id) ?? []), Set(others.map(\.id)), "variants of \(hit.id)")
            }
        },
        Rule("facets count a hit with variants once for each value that one of them has") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let facets = SearchRequest.FacetRequest(["brand", "tags", "fair", "stock", "price"], limit: 100, bins: 5)
            let all = try await service.search(SearchRequest(plain, limit: 100, scope: .all)).hits
            let answer = try await service.search(
                SearchRequest(plain, limit: 100, facets: facets, scope: .all, variants: .init("stock")))
            let tiles = tiles(all, by: "stock")
            for facet in answer.facets.prefix(3) {
                var counts: [String: Int] = [:]
                for tile in tiles {
                    for value in Set(tile.flatMap { $0.attributes[facet.field]?.strings ?? [] }) {
                        counts[value, default: 0] += 1
                    }
                }
                let found = Dictionary(uniqueKeysWithValues: facet.values.map { ($0.value, $0.count) })
                try expectEqual(found, counts, "tiles by \(facet.field)")
                for (value, count) in counts where facet.field != "fair" {
                    let filtered = try await service.search(
                        SearchRequest(
                            plain, filter: .equal(facet.field, .string(value)), scope: .all, variants: .init("stock")))
                    try expectEqual(filtered.total, count, "hits with \(facet.field) \(value)")
                }
            }
            for facet in answer.facets.suffix(2) {
                for bin in facet.histogram {
                    let count = tiles.count { tile in
                        tile.contains { hit in
                            hit.attributes[facet.field]?.number.map { bin.lower <= $0 && $0 < bin.upper } ?? false
                        }
                    }
                    try expectEqual(bin.count, count, "tiles in a bin of \(facet.field)")
                }
            }
        },
        Rule("variants go with groups and with the removal of copies, and what cannot be is refused") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let grouped = try await service.search(
                SearchRequest(
                    plain, limit: 100, grouping: .init("fair", limit: 100), scope: .all, variants: .init("stock")))
            let flat = try await service.search(
                SearchRequest(plain, limit: 100, scope: .all, variants: .init("stock")))
            try expectEqual(Set(grouped.groups.flatMap(\.hits)), Set(flat.hits), "hits of groups")
            let distinct = try await service.search(
                SearchRequest(
                    plain, limit: 100, facets: .init(["stock"], bins: 20), dedup: 0, scope: .all,
                    variants: .init("stock")))
            try expectEqual(distinct.hits.first, flat.hits.first, "best hit without copies")
            try expect(distinct.total < flat.total && Set(distinct.hits).isSubset(of: flat.hits), "hits without copies")
            try expectEqual(
                distinct.facets[0].histogram.map(\.count).reduce(0, +), distinct.total, "tiles that facets count")
            let unknown = try await error("an unknown field of variants") { () async throws(SearchError) in
                try await service.search(SearchRequest(plain, variants: .init("stok")))
            }
            try expect("\(unknown)".contains("did you mean `stock`"), "\(unknown)")
            _ = try await error("25 variants") { () async throws(SearchError) in
                try await service.search(SearchRequest(plain, variants: .init("stock", limit: 25)))
            }
        },
    ]

    /// Hits that share the value of a field, in the order of the first of them; those without it are alone.
    private static func tiles(_ hits: [Hit], by field: String) -> [[Hit]] {
        var tiles: [[Hit]] = []
        var places: [String: Int] = [:]
        for hit in hits {
            guard let value = hit.attributes[field]?.strings.first else {
                tiles.append([hit])
                continue
            }
            if let place = places[value] {
                tiles[place].append(hit)
            } else {
                places[value] = tiles.count
                tiles.append([hit])
            }
        }
        return tiles
    }

    private static func expectVariants(_ hit: Hit, _ others: [Hit]) throws {
        let variants = hit.variants ?? []
        try expectEqual(hit.variantCount, others.count, "number of variants of \(hit.id)")
        try expectEqual(variants.map(\.id), others.prefix(24).map(\.id), "variants of \(hit.id)")
        try expect(hit.swatch != nil, "a color of \(hit.id)")
        for (variant, other) in zip(variants, others) {
            try expectEqual(variant.score, other.score, "score of \(other.id)")
            try expectEqual(variant.source, other.source, "source of \(other.id)")
            try expect(variant.color != nil, "a color of \(other.id)")
            let apart = other.attributes.filter { hit.attributes[$0.key] != $0.value }
            try expectEqual(variant.attributes, apart, "what sets \(other.id) apart")
        }
    }
}

extension AttributeValue {
    /// The strings of a list, or the value as text.
    var strings: [String] {
        if case .list(let strings) = self { return strings }
        return [written]
    }
}
