extension Ranking {
    /// Keeps the first match of each tile. Of two pinned variants the first has the tile.
    mutating func collapse(_ tiles: VariantTiles) {
        var seen = Bitmap(size: tiles.count)
        let kept = best.filter { place in
            let number = Int(tiles.numbers[place.slot])
            defer { seen[number] = true }
            return !seen[number]
        }
        set(kept, matches: slots, total: tiles.count(of: slots))
        self.tiles = tiles
        let left = Set(kept.lazy.map(\.slot))
        pins.removeAll { !left.contains($0.place.slot) }
    }

    /// Orders the best matches by a field.
    mutating func sort(by sort: SearchRequest.Sort, in snapshot: borrowing Snapshot) throws(SearchError) {
        let keys = Dictionary(uniqueKeysWithValues: best.map { ($0.slot, $0.key) })
        best = try snapshot.sorted(best.map(\.slot), by: sort).map { Place(slot: $0, key: keys[$0] ?? 0) }
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
