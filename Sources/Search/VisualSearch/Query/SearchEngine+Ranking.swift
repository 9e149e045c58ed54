extension SearchEngine {
    /// The matches of a request, by its stages.
    func ranking(
        _ query: PreparedQuery, _ request: SearchRequest, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> Ranking {
        let chooses =
            request.grouping != nil || request.dedup != nil || request.variants != nil || request.sort != nil
        let shown = max(request.page * request.limit, request.diversity?.reach ?? 0) + query.rules.pins.count
        let wanted = chooses ? Ranking.reach : query.rules.ordersHits ? SearchRequest.window : shown
        var ranking = try Ranking(query, request, wanted: wanted, in: snapshot)
        for stage in request.stages { try apply(stage, to: &ranking, query, request, snapshot) }
        return ranking
    }

    private func apply(
        _ stage: RankingStage, to ranking: inout Ranking, _ query: PreparedQuery, _ request: SearchRequest,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        switch stage {
        // The first two are the ranking itself; of what it has in the end, groups and a page are taken.
        case .candidates, .scores, .groups, .page: break
        case .boosts: if query.rules.ordersHits { ranking.weigh(by: query.rules) }
        case .pinned: try ranking.take(query.rules.pins, query, request, in: snapshot)
        case .order: if let sort = request.sort { try ranking.sort(by: sort, in: snapshot) }
        case .variants:
            if let field = request.variants?.field { ranking.collapse(try VariantTiles(field, in: snapshot)) }
        case .duplicates:
            guard let similarity = request.dedup else { return }
            try ranking.afterRemoval { ranking throws(SearchError) in
                try ranking.removeDuplicates(above: similarity, parts: describer.parts, in: catalog, snapshot)
            }
        case .diversity:
            guard let diversity = request.diversity else { return }
            // Groups are made of all of them; otherwise those of later pages need no place yet.
            let wanted = request.grouping == nil ? request.page * request.limit : diversity.reach
            let similarity = try HitSimilarity(diversity.by, parts: describer.parts, catalog, snapshot)
            try ranking.diversify(diversity, wanted: wanted, similarity, query.rules, snapshot)
        case .places: ranking.settle(request)
        }
    }
}

extension Ranking {
    /// The last stage that decided the place of a hit.
    func stage(of slot: Int, _ rules: ActiveRules, _ request: SearchRequest) -> RankingStage {
        if pins.contains(where: { $0.place.slot == slot }) { return .places }
        if request.sort != nil { return .order }
        if spread.contains(slot) { return .diversity }
        return rules.ordersHits ? .boosts : .scores
    }
}

extension Notice {
    /// The notice of an answer that counts a part of what is relevant.
    static let partialCount = Notice(
        .partialCount, "more items may be relevant than the total and the facets count")

    /// The notice of an order that was read in the text of a request for diversity: the one excludes the other.
    static let setAsideDiversity = Notice(
        .setAside, "the text asks for an order, so that hits follow each other by it and not by how they differ")
}
