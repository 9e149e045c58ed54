import Imaging
import SearchAPI
internal import VisualSearch

extension SearchContract {
    static let pageRules: [Rule] = [
        Rule("pages follow each other without gaps and repeats") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let look = SearchRequest.Query(example: .item(id: "item-7"))
            let all = try await service.search(SearchRequest(look, limit: 100, scope: .all)).hits
            for limit in [1, 7, 20] {
                var found: [Hit] = []
                for page in 1...(59 / limit + 2) {
                    let answer = try await service.search(SearchRequest(look, page: page, limit: limit, scope: .all))
                    try expectEqual(
                        [answer.total, answer.page, answer.limit], [59, page, limit], "total, page and limit")
                    found += answer.hits
                }
                try expectEqual(found, all, "pages of \(limit)")
            }
        },
        Rule("the fields asked for come back, and all where none are named") { service in
            let catalog = ContractCatalog(count: 4)
            _ = try await service.insert(catalog.entries)
            let look = SearchRequest.Query(example: .image(.pixels(catalog.pictures[0])))
            for fields in [nil, [], ["stock", "price"], ["*"]] as [[String]?] {
                let answer = try await service.search(SearchRequest(look, fields: fields, scope: .all))
                for hit in answer.hits {
                    let item = catalog.items.first { $0.id == hit.id }!
                    let wanted = item.attributes.filter { fields?.contains($0.key) ?? true || fields == ["*"] }
                    try expectEqual(hit.attributes, wanted, "attributes of \(hit.id)")
                    try expectEqual(hit.source, item.source, "source of \(hit.id)")
                }
            }
        },
        Rule("a range of scores counts in the total") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let look = SearchRequest.Query(example: .item(id: "item-3"))
            let all = try await service.search(SearchRequest(look, limit: 100, scope: .all)).hits
            let (low, high) = (all[40].score, all[10].score)
            let facets = SearchRequest.FacetRequest(["stock"])
            let answer = try await service.search(
                SearchRequest(look, limit: 100, scores: low...high, facets: facets, scope: .all))
            let wanted = all.filter { (low...high).contains($0.score) }
            try expectEqual(answer.hits, wanted, "hits")
            try expectEqual(answer.total, wanted.count, "total")
            let page = try await service.search(SearchRequest(look, page: 2, limit: 5, scores: low...high, scope: .all))
            try expectEqual(page.hits, Array(wanted[5..<10]), "second page")
            try expectEqual(page.total, wanted.count, "total of a page")
        },
    ]

    static let orderRules: [Rule] = [
        Rule("hits are sorted by an attribute, those without it last") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            for (field, ascending) in [("price", true), ("price", false), ("brand", true), ("added", false)] {
                let sort = SearchRequest.Sort(field, ascending: ascending)
                let answer = try await service.search(
                    SearchRequest(plain, limit: 100, fields: [field], sort: sort, scope: .all))
                try expectEqual(answer.hits.count, 60, "hits")
                let values = answer.hits.map { $0.attributes[field] }
                let present = values.prefix { $0 != nil }
                try expectEqual(values.dropFirst(present.count).contains { $0 != nil }, false, "values after none")
                for (first, second) in zip(present, present.dropFirst()) {
                    let (first, second) = ascending ? (first!, second!) : (second!, first!)
                    let isOrdered =
                        first.number.map { $0 <= second.number! }
                        ?? !(CollationKey(second.written) < CollationKey(first.written))
                    try expect(isOrdered, "\(field): \(first) before \(second)")
                }
            }
        },
        Rule("groups share a value and come in the order of their best hits") { service in
            let catalog = ContractCatalog()
            _ = try await service.insert(catalog.entries)
            let all = try await service.search(SearchRequest(plain, limit: 100, fields: ["stock"], scope: .all)).hits
            var wanted: [Group] = []
            for hit in all {
                let value = hit.attributes["stock"]?.written ?? ""
                if let place = wanted.firstIndex(where: { $0.value == value }) {
                    if wanted[place].hits.count < 3 { wanted[place].hits.append(hit) }
                } else {
                    wanted.append(Group(value: value, hits: [hit]))
                }
            }
            let grouping = SearchRequest.Grouping("stock", limit: 3)
            let answer = try await service.search(
                SearchRequest(plain, limit: 100, fields: ["stock"], grouping: grouping, scope: .all))
            try expectEqual(answer.groups, wanted, "groups")
            try expectEqual(answer.hits, [], "hits beside groups")
            try expectEqual(answer.total, wanted.count, "total")
            let page = try await service.search(
                SearchRequest(plain, page: 2, limit: 3, fields: ["stock"], grouping: grouping, scope: .all))
            try expectEqual(page.groups, Array(wanted.dropFirst(3).prefix(3)), "second page of groups")
        },
    ]
}
