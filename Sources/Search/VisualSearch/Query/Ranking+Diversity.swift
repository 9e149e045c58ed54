extension Ranking {
    /// Orders the best places anew, so that each differs from those before it; see ``/SearchAPI/SearchRequest/Diversity``.
    ///
    /// The order of the first places does not depend on how many are wanted: each is chosen after those before it. Pinned
    /// items stay first and have no part in it, since they may belong to any page.
    ///
    /// - Parameters:
    ///   - wanted: The places that the answer needs; those after them stay by score.
    ///   - rules: The rules whose boosts and burials count for the scores.
    mutating func diversify(
        _ diversity: SearchRequest.Diversity, wanted: Int, _ similarity: HitSimilarity, _ rules: ActiveRules,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        let pinned = Set(pins.lazy.map(\.place.slot))
        let fixed = pinned.isEmpty ? [] : best.filter { pinned.contains($0.slot) }
        let others = pinned.isEmpty ? best : best.filter { !pinned.contains($0.slot) }
        let pool = Array(others.prefix(diversity.reach))
        let scores = rules.ordersHits ? pool.map { $0.score * rules.factor(at: $0.slot) } : pool.map(\.score)
        var rest = pool.indices.map { (place: $0, nearest: 0.0) }
        var chosen: [Place] = []
        var next = 0
        while !rest.isEmpty, chosen.count < wanted {
            let place = pool[rest.remove(at: next).place]
            chosen.append(place)
            if rest.isEmpty || chosen.count == wanted { break }
            try Budget.checkCurrent()
            let similarities = try similarity.similarities(
                of: place.slot, to: rest.map { pool[$0.place].slot }, snapshot)
            var most = -Double.infinity
            for index in rest.indices {
                rest[index].nearest = max(rest[index].nearest, similarities[index])
                let value =
                    (1 - diversity.weight) * scores[rest[index].place] - diversity.weight * rest[index].nearest
                // Equals keep the order of their scores.
                if value > most { (most, next) = (value, index) }
            }
        }
        let ordered = fixed + chosen + rest.map { pool[$0.place] } + others.dropFirst(diversity.reach)
        for (place, other) in zip(chosen, pool) where place.slot != other.slot { spread.insert(place.slot) }
        set(ordered, matches: slots, total: total)
    }
}
