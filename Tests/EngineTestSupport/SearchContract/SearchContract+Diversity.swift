import Imaging
import SearchAPI

extension SearchContract {
    static let diversityRules: [Rule] = [
        Rule("diverse hits are those that maximal marginal relevance chooses one by one") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let all = try await service.search(SearchRequest(plain, limit: 100, scope: .all)).hits
            var alike: [String: [String: Double]] = [:]
            for hit in all {
                // Without what was learned from types, the score of an item for another one is their similarity.
                let query = SearchRequest.Query(example: .item(id: hit.id), kindWeight: 0)
                let others = try await service.search(SearchRequest(query, limit: 100, scope: .all)).hits
                alike[hit.id] = Dictionary(uniqueKeysWithValues: others.map { ($0.id, $0.score) })
            }
            func overlap(_ field: String, _ left: Hit, _ right: Hit) -> Double? {
                let (first, second) = (left.attributes[field]?.strings, right.attributes[field]?.strings)
                guard first != nil || second != nil else { return nil }
                let (one, two) = (Set(first ?? []), Set(second ?? []))
                return Double(one.intersection(two).count) / Double(max(one.union(two).count, 1))
            }
            func similarity(_ by: SearchRequest.Diversity.Measure, _ chosen: Hit, _ other: Hit) -> Double {
                switch by {
                case .look: return alike[chosen.id]?[other.id] ?? 0
                case .field(let name): return overlap(name, chosen, other) ?? 0
                case .allFields:
                    let shares = ["brand", "fair", "tags"].compactMap { overlap($0, chosen, other) }
                    return shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count)
                }
            }
            for (weight, by, reach) in [
                (0, .look, 200), (0.3, .look, 200), (0.7, .look, 200), (1, .look, 20), (0.5, .field("brand"), 200),
                (0.5, .field("tags"), 30), (0.4, .field("stock"), 200), (0.5, .allFields, 200), (0.5, .look, 1),
            ] as [(Double, SearchRequest.Diversity.Measure, Int)] {
                var (rest, wanted) = (Array(all.prefix(reach)), [Hit]())
                // The similarity of each to the one of those chosen that it is most like.
                var nearest = rest.map { _ in 0.0 }
                while !rest.isEmpty {
                    let values = rest.indices.map { (1 - weight) * rest[$0].score - weight * nearest[$0] }
                    let best = wanted.isEmpty ? 0 : values.indices.max { (values[$0], -$0) < (values[$1], -$1) }!
                    let chosen = rest.remove(at: best)
                    nearest.remove(at: best)
                    for index in rest.indices {
                        nearest[index] = max(nearest[index], similarity(by, chosen, rest[index]))
                    }
                    wanted.append(chosen)
                }
                wanted += all.dropFirst(reach)
                let diversity = SearchRequest.Diversity(weight, by: by, reach: reach)
                let found = try await service.search(
                    SearchRequest(plain, limit: 100, scope: .all, diversity: diversity))
                try expectEqual(found.hits, wanted, "hits with \(diversity)")
                try expectEqual(found.total, all.count, "total")
                var pages: [Hit] = []
                for page in 1...9 {
                    pages += try await service.search(
                        SearchRequest(plain, page: page, limit: 7, scope: .all, diversity: diversity)
                    ).hits
                }
                try expectEqual(pages, wanted, "pages with \(diversity)")
            }
        },
        Rule("only relevant items are among diverse hits, and what cannot be is refused") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let example = SearchRequest.Query(example: .item(id: "item-9"))
            let relevant = try await service.search(SearchRequest(example, limit: 100))
            let diverse = try await service.search(SearchRequest(example, limit: 100, diversity: .init(1)))
            try expectEqual(Set(diverse.hits), Set(relevant.hits), "relevant hits")
            try expectEqual(diverse.hits.first, relevant.hits.first, "best hit")
            let wrong: [(String, SearchRequest)] = [
                ("a weight above 1", SearchRequest(plain, diversity: .init(1.1))),
                ("a reach of 0", SearchRequest(plain, diversity: .init(0.5, reach: 0))),
                ("a reach of 1,001", SearchRequest(plain, diversity: .init(0.5, reach: 1001))),
                ("an unknown field", SearchRequest(plain, diversity: .init(0.5, by: .field("brant")))),
                ("an order by a field", SearchRequest(plain, sort: .init("price"), diversity: .init(0.5))),
            ]
            for (what, request) in wrong {
                _ = try await error(what) { () async throws(SearchError) in try await service.search(request) }
            }
        },
    ]
}
