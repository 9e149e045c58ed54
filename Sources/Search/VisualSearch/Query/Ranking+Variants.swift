extension Ranking {
    /// Keeps the best match of each tile. Matches of the tiles that no page reaches leave the set, so that the facets
    /// count what ``total`` counts.
    mutating func collapse(_ tiles: VariantTiles, _ request: SearchRequest) {
        var seen = Bitmap(size: tiles.count)
        let kept = best.filter { place in
            let number = Int(tiles.numbers[place.slot])
            defer { seen[number] = true }
            return !seen[number]
        }
        if request.countsRelevantOnly {
            let reached = Array(kept.prefix(SearchRequest.window))
            let matches = Bitmap(best.lazy.map(\.slot), size: slots.size)
            set(reached, matches: tiles.slots(of: reached.map(\.slot), among: matches), total: reached.count)
        } else {
            set(kept, matches: slots, total: tiles.count(of: slots))
        }
        self.tiles = tiles
    }

    /// Keeps the matches of the tiles whose best match `removal` left.
    mutating func afterRemoval(
        _ removal: (inout Ranking) throws(SearchError) -> Void
    ) throws(SearchError) {
        let matches = slots
        try removal(&self)
        guard let tiles else { return }
        set(best, matches: tiles.slots(of: best.map(\.slot), among: matches), total: total)
    }

    /// The best match of each tile among places, in their order.
    static func collapsed(_ places: [Place], _ tiles: VariantTiles) -> [Place] {
        var seen: Set<Int32> = []
        return places.filter { seen.insert(tiles.numbers[$0.slot]).inserted }
    }
}

extension VariantTiles {
    /// The slots on the tiles of some slots.
    fileprivate func slots(of chosen: [Int], among slots: Bitmap) -> Bitmap {
        var wanted = Bitmap(size: count)
        for slot in chosen { wanted[Int(numbers[slot])] = true }
        return Bitmap(slots.lazy.filter { wanted[Int(numbers[$0])] }, size: slots.size)
    }
}
