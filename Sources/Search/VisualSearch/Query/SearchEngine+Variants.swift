extension SearchEngine {
    /// Adds to hits the other variants on their tiles that pass the filter, with the colors of their pictures.
    ///
    /// - Parameter slots: Those of the hits.
    func addVariants(
        to hits: inout [Hit], at slots: [Int], _ tiles: VariantTiles, _ query: PreparedQuery, _ request: SearchRequest,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        guard let limit = request.variants?.limit, !hits.isEmpty else { return }
        // One look at the set for all hits of a page. Variants pass the filter, whether they match the words or not.
        let beside = tiles.slots(beside: slots, among: try Ranking.passing(query, request, in: snapshot))
        for (index, slot) in slots.enumerated() {
            let others = beside[tiles.numbers[slot]] ?? []
            let keys = try query.keys(of: others, in: snapshot)
            let places = try Ranking.cut(
                zip(others, keys).map { Ranking.Place(slot: $0, key: $1) }, to: limit, snapshot)
            hits[index].swatch = try mainColor(at: slot, in: snapshot)
            hits[index].variantCount = others.count
            var variants: [HitVariant] = []
            for place in places { variants.append(try variant(place, of: hits[index], request, snapshot)) }
            hits[index].variants = variants
        }
    }

    private func variant(
        _ place: Ranking.Place, of hit: Hit, _ request: SearchRequest, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> HitVariant {
        let item = try request.fields == [] ? snapshot.head(at: place.slot) : snapshot.item(at: place.slot)
        guard let item else { throw .damaged(path: store.path, detail: "slot \(place.slot) has no item") }
        let fields = request.fields ?? ["*"]
        let isComplete = fields.contains("*")
        return HitVariant(
            id: item.id, score: place.score, source: item.source, color: try mainColor(at: place.slot, in: snapshot),
            attributes: item.attributes.filter { name, value in
                (isComplete || fields.contains(name)) && hit.attributes[name] != value
            })
    }

    /// The main color of the object in the picture of an item; nil where the store has no colors of it.
    private func mainColor(at slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> RGB? {
        guard snapshot.store.describer.colors == Palette.byteCount else { return nil }
        return try snapshot.colors(at: slot).flatMap(Palette.mainColor)
    }
}
