import Imaging
import SearchAPI

extension SearchContract {
    static let relevanceRules: [Rule] = [
        Rule("only relevant items are hits, and total, facets, order and pages share them") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let look = SearchRequest.Query(example: .item(id: "item-7"))
            let all = try await service.search(SearchRequest(look, limit: 100, scope: .all)).hits
            let relevant = all.filter(\.isRelevant)
            try expectEqual(Array(all.prefix(relevant.count)), relevant, "relevant ones first")
            for (better, worse) in zip(all, all.dropFirst()) {
                try expect(better.relevance >= worse.relevance, "\(worse.id) is more relevant than \(better.id)")
            }
            let facets = SearchRequest.FacetRequest(["stock"], bins: 5)
            let answer = try await service.search(SearchRequest(look, limit: 100, facets: facets))
            try expectEqual(answer.hits, relevant, "hits")
            try expectEqual(answer.total, relevant.count, "total")
            try expectEqual(
                answer.facets[0].histogram.map(\.count).reduce(0, +), relevant.count, "items in the histogram")
            let sorted = try await service.search(SearchRequest(look, limit: 100, sort: .init("stock")))
            try expectEqual(Set(sorted.hits), Set(relevant), "sorted hits")
            let page = try await service.search(SearchRequest(look, page: 2, limit: 3))
            try expectEqual(page.hits, Array(relevant.dropFirst(3).prefix(3)), "second page")
            try expectEqual(page.total, relevant.count, "total of the second page")
        },
        Rule("an item with little of a color is no hit, and where none has it the nearest are told apart") { service in
            _ = try await service.insert(colored)
            let red = SearchRequest.Query(colors: [.init(RGB(hex: "#c02020")!)])
            let answer = try await service.search(SearchRequest(red))
            try expectEqual(answer.hits.map(\.id), ["red", "red and blue"], "hits")
            try expectEqual(answer.total, 2, "total")
            try expectEqual(answer.nearest, [], "nearest beside hits")
            let all = try await service.search(SearchRequest(red, scope: .all))
            try expectEqual(all.hits.map(\.isRelevant), [true, true, false, false], "flags of all")

            let yellow = SearchRequest.Query(colors: [.init(RGB(hex: "#e8e020")!)])
            let nothing = try await service.search(SearchRequest(yellow, limit: 3))
            try expectEqual(nothing.total, 0, "total for yellow")
            try expectEqual(nothing.hits, [], "hits for yellow")
            try expectEqual(nothing.nearest.count, 3, "nearest for yellow")
            try expectEqual(nothing.nearest.contains(where: \.isRelevant), false, "relevant ones among the nearest")
            try expectEqual(nothing.notices.map(\.kind), [.nothingRelevant], "notices")
            let second = try await service.search(SearchRequest(yellow, page: 2, limit: 3))
            try expectEqual(second.nearest, [], "nearest on the second page")
        },
        Rule("words beside a color leave only items that say them") { service in
            let words = ["leather bag", "leather boot", "linen bag", "glass bottle"]
            let named = zip(colored.prefix(3) + colored.prefix(1), words).map { entry, title in
                Entry(Item(id: title, attributes: ["title": .text(title)]), image: entry.image)
            }
            _ = try await service.insert(named)
            let red = SearchRequest.WeightedColor(RGB(hex: "#c02020")!)
            let answer = try await service.search(SearchRequest(.init(colors: [red], text: "leather bag")))
            try expectEqual(answer.hits.map(\.id), ["leather bag"], "hits")
            let all = try await service.search(SearchRequest(.init(colors: [red], text: "leather bag"), scope: .all))
            try expectEqual(all.total, 4, "total of all")
        },
        Rule("a range of scores takes the place of the scope") { service in
            let catalog = ContractCatalog(count: 20)
            _ = try await service.insert(catalog.entries)
            let look = SearchRequest.Query(example: .item(id: "item-3"))
            let all = try await service.search(SearchRequest(look, limit: 100, scores: 0...0.999, scope: .all))
            let ranged = try await service.search(SearchRequest(look, limit: 100, scores: 0...0.999))
            try expectEqual(ranged, all, "answer")
        },
        Rule("a field that no item has is an error that says what was meant") { service in
            _ = try await service.insert(ContractCatalog().entries)
            for request in [
                SearchRequest(plain, sort: .init("prise")), SearchRequest(plain, grouping: .init("prise")),
                SearchRequest(plain, facets: .init(["prise"])), SearchRequest(plain, fields: ["prise"]),
            ] {
                let error = try await error("an unknown field") { () async throws(SearchError) in
                    try await service.search(request)
                }
                guard case .invalidArgument(let text) = error else { throw Broken(description: "\(error)") }
                try expect(text.contains("no field `prise`; did you mean `price`? The store has: added, "), text)
            }
        },
        Rule("a value that no item has, and a facet of a text, are told") { service in
            _ = try await service.insert(ContractCatalog().entries)
            let answer = try await service.search(
                SearchRequest(
                    plain, filter: .equal("brand", .string("ALDER")), facets: .init(["title", "title"]), scope: .all))
            try expectEqual(answer.total, 0, "total")
            try expectEqual(answer.notices.map(\.kind), [.noFacet, .unknownValue], "kinds")
            try expectEqual(answer.notices.map(\.field), ["title", "brand"], "fields")
            try expect(["Alder", "alder"].contains(answer.notices.last?.suggestion), "suggestion")
            let found = try await service.search(
                SearchRequest(plain, filter: .equal("brand", .string("Alder")), scope: .all))
            try expectEqual(found.notices, [], "notices of an answer with hits")
        },
        Rule("a facet can leave out its own filter, and a histogram counts every item once") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let filters: [Filter] = [.equal("brand", .string("Alder")), .greaterOrEqual("stock", .int(0))]
            let open = try await facets(of: service, .and(filters), opens: true)
            let byStock = try await facets(of: service, filters[1], opens: false)
            let byBrand = try await facets(of: service, filters[0], opens: false)
            try expectEqual(open[0], byStock[0], "brands without the filter of brands")
            try expectEqual(open[1], byBrand[1], "stock without the filter of stock")
            let both = try await facets(of: service, .and(filters), opens: false)
            try expectEqual(open[2], both[2], "price under both filters")
            let everything = try await facets(of: service, .all, opens: false)
            for facet in everything.dropFirst() {
                let numbers = catalog.items.compactMap { $0.attributes[facet.field]?.number }
                try expectEqual(facet.histogram.map(\.count).reduce(0, +), numbers.count, "items with \(facet.field)")
                try expect((1...4).contains(facet.histogram.count), "\(facet.histogram.count) bins")
                for (bin, next) in zip(facet.histogram, facet.histogram.dropFirst()) {
                    try expectEqual(bin.upper, next.lower, "ends of bins")
                    let within = numbers.count { (bin.lower..<bin.upper).contains($0) }
                    try expectEqual(bin.count, within, "items in a bin of \(facet.field)")
                }
            }
        },
    ]

    private static func facets(
        of service: any CatalogService, _ filter: Filter, opens: Bool
    ) async throws -> [Facet] {
        let facets = SearchRequest.FacetRequest(["brand", "stock", "price"], bins: 4, excludesOwnFilter: opens)
        let answer = try await service.search(SearchRequest(plain, filter: filter, facets: facets, scope: .all))
        return answer.facets
    }
}
