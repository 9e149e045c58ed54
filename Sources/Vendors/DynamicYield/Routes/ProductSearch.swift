internal import DynamicYieldAPI
internal import Recommendations
internal import SearchServer

/// The search for the products of one window.
struct ProductSearch {
    /// The products of the window, and what is known of all of them.
    struct Found {
        var items: [Item] = []
        var total = 0
        /// By field.
        var facets: [Facet] = []
        /// The text with its spelling corrected.
        var corrected: String?
        var warnings: [DynamicYield.Warning] = []
    }

    let context: RouteContext
    let popularity: Popularity
    let plan: SearchPlan
    /// The fields to count.
    let facetFields: [String]

    func run() throws(SearchError) -> Found {
        switch plan.search.query {
        case .image(let input):
            return try context.onCore("search") { _ throws(SearchError) in
                // The vector and the search with it are of one describer.
                try context.engine.steadily { () throws(SearchError) in
                    let vector = try context.engine.describeExample(input, box: nil, limits: context.limits).vector
                    return try best(SearchRequest.Query(example: .image(input)), vector: vector)
                }
            }
        case .text where plan.isListing: return try listing()
        case .text(let text, let correctsSpelling): return try matching(text, correctsSpelling: correctsSpelling)
        }
    }

    /// Words that no product has are replaced where that is wanted, and left out where it is not.
    private func matching(_ text: String, correctsSpelling: Bool) throws(SearchError) -> Found {
        var found = try best(SearchRequest.Query(text: text, readsMinus: false), vector: nil)
        guard found.warnings.contains(where: { $0.code == Notice.Kind.correctedWord.rawValue }) else { return found }
        let matches = try context.engine.store.read { snapshot throws(SearchError) in try snapshot.wordMatches(text) }
        if correctsSpelling {
            found.corrected = matches.corrected
        } else {
            let rest = matches.withoutReplaced(text)
            SearchNote.current?.show([], after: plan.window.offset, of: 0)
            found =
                try rest.contains { $0.isLetter || $0.isNumber }
                ? best(SearchRequest.Query(text: rest, readsMinus: false), vector: nil) : Found()
        }
        found.warnings.removeAll { $0.code == Notice.Kind.correctedWord.rawValue }
        return found
    }

    /// The window of the best matches.
    private func best(_ query: SearchRequest.Query, vector: [Int8]?) throws(SearchError) -> Found {
        let engine = context.engine
        let window = plan.window
        let reachable = max(0, min(window.numItems, SearchRequest.window - window.offset))
        let part = DynamicYield.Window(numItems: max(reachable, 1), offset: reachable > 0 ? window.offset : 0).page
        var request = SearchRequest(
            query, filter: plan.filter, page: part.page, limit: part.limit, fields: fields, scope: context.scope)
        if !facetFields.isEmpty {
            request.facets = SearchRequest.FacetRequest(
                facetFields, limit: DynamicYield.Limits.facetValues, bins: 0, excludesOwnFilter: true)
        }
        var found = Found()
        let answer: SearchAnswer
        if case .popularity(let ascending) = plan.order {
            (request.page, request.limit, request.fields) = (1, SearchRequest.window, [])
            answer = try context.latest.noting(request) { () throws(SearchError) in
                try engine.answer(request, vector: vector)
            }
            let ids = answer.hits.map(\.id).ordered(by: try popularity.counts(), ascending: ascending)
            found.items = try items(ids.dropFirst(window.offset).prefix(window.numItems))
        } else {
            if case .field(let sort) = plan.order { request.sort = sort }
            answer = try context.latest.noting(request) { () throws(SearchError) in
                try engine.answer(request, vector: vector)
            }
            let hits = answer.hits.dropFirst(part.skipped).prefix(reachable)
            found.items = hits.map { Item(id: $0.id, source: $0.source, attributes: $0.attributes) }
        }
        SearchNote.current?.show(found.items.map(\.id), after: window.offset, of: answer.total)
        found.total = answer.total
        found.facets = answer.facets
        let notices = try engine.withoutPrivateWords(answer, of: request).notices
        found.warnings = notices.map { DynamicYield.Warning($0.kind.rawValue, $0.text) }
        if window.offset > SearchRequest.window - window.numItems, answer.total > SearchRequest.window {
            let text = "a search with words or a picture reaches the best \(SearchRequest.window) results"
            found.warnings.append(DynamicYield.Warning("window", text))
        }
        return found
    }

    private var fields: [String] { plan.search.productData == .skusOnly ? [] : ["*"] }

    private func items(_ ids: some Sequence<String>) throws(SearchError) -> [Item] {
        try context.engine.store.read { snapshot throws(SearchError) in
            var items: [Item] = []
            for id in ids { if let item = try snapshot.item(id) { items.append(item) } }
            return items
        }
    }

    /// All products that pass the filters, in the order in which they came into the store unless another is wanted.
    private func listing() throws(SearchError) -> Found {
        var ranked: [String] = []
        if case .popularity = plan.order { ranked = try popularity.counts().ranked }
        return try context.engine.store.read { snapshot throws(SearchError) in
            var chosen = try snapshot.live()
            if let skus = plan.skus {
                chosen = Bitmap(size: snapshot.slots)
                for sku in skus { if let slot = try snapshot.slot(of: sku) { chosen[slot] = true } }
            }
            let matching = try snapshot.matching(plan.filter).intersection(chosen)
            var slots = Array(matching)
            switch plan.order {
            case .relevance: break
            case .field(let sort): slots = try snapshot.sorted(slots, by: sort)
            case .popularity(let ascending):
                var popular: [Int] = []
                var rest = matching
                for id in ranked {
                    guard let slot = try snapshot.slot(of: id), rest[slot] else { continue }
                    popular.append(slot)
                    rest[slot] = false
                }
                slots = ascending ? Array(rest) + popular.reversed() : popular + Array(rest)
            }
            var found = Found(total: slots.count)
            for slot in slots.dropFirst(plan.window.offset).prefix(plan.window.numItems) {
                if let item = try snapshot.item(at: slot) { found.items.append(item) }
            }
            for field in facetFields {
                let isOwn = plan.filter.fields.contains(field)
                let set =
                    isOwn ? try snapshot.matching(plan.filter.without(field)).intersection(chosen) : matching
                let request = SearchRequest.FacetRequest([field], limit: DynamicYield.Limits.facetValues, bins: 0)
                found.facets += try snapshot.facets(request, over: set)
            }
            return found
        }
    }
}

extension DynamicYield.Window {
    /// The smallest page that holds the window, and the hits of the page before it.
    var page: (page: Int, limit: Int, skipped: Int) {
        var limit = numItems
        while offset % limit + numItems > limit { limit += 1 }
        return (offset / limit + 1, limit, offset % limit)
    }
}

extension [String] {
    /// Ids by their engagements; those with equal ones keep their order.
    fileprivate func ordered(by counts: [String: Int], ascending: Bool) -> [String] {
        enumerated().sorted { left, right in
            let (first, second) = (counts[left.element] ?? 0, counts[right.element] ?? 0)
            if first == second { return left.offset < right.offset }
            return ascending ? first < second : first > second
        }.map(\.element)
    }
}
