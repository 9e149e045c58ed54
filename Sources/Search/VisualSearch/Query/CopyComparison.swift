/// Tells which pictures of a store look nearly the same, where the store keeps the vectors of the built-in describer beside
/// those of its own: by these where both pictures have one, else by those of the store.
///
/// The vectors are read from the file for the pictures that are compared, a portion at a time, so that no memory is held
/// for a store of a million items.
struct CopyComparison {
    private let vectors: BuiltInVectors
    private let dimensions: Int

    /// The places that are compared at a time.
    private static let portion = 256

    /// Nil where the store keeps no such vectors.
    init?(in snapshot: borrowing Snapshot) throws(SearchError) {
        let vectors = try BuiltInVectors(snapshot.database)
        guard let head = vectors.head else { return nil }
        (self.vectors, dimensions) = (vectors, head.dimensions)
    }

    /// A place that stays, and what others are compared with.
    fileprivate struct Kept {
        let slot: Int
        let builtIn: SimilarityScale?
        /// The vector of the store, read for the first picture without one of the built-in describer.
        var own: SimilarityScale?
    }

    /// The places of a portion, with the rows of those that have a vector of the built-in describer.
    fileprivate struct Portion {
        var places: [Ranking.Place]
        var vectors: [[Int8]?]
        var isLeft: [Bool]
    }

    /// Returns the best of places that look nearly the same, `count` at most.
    ///
    /// - Parameter places: The best first.
    func distinct(
        _ places: [Ranking.Place], count: Int, above similarity: Double, in catalog: InMemoryCatalog,
        _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Ranking.Place] {
        var kept: [Kept] = []
        var distinct: [Ranking.Place] = []
        var rest = places[...]
        let rows = VectorIndex(dimensions: dimensions)
        while !rest.isEmpty, distinct.count < count {
            var portion = try read(rest.prefix(Self.portion), into: rows)
            rest = rest.dropFirst(Self.portion)
            for index in kept.indices {
                try portion.leaveOut(copiesOf: &kept[index], rows, above: similarity, in: catalog, snapshot)
            }
            for index in portion.places.indices where portion.isLeft[index] {
                guard distinct.count < count else { break }
                distinct.append(portion.places[index])
                portion.isLeft[index] = false
                let scale = try portion.vectors[index].map { vector throws(SearchError) in
                    try SimilarityScale(vector, parts: [])
                }
                var place = Kept(slot: portion.places[index].slot, builtIn: scale)
                try portion.leaveOut(copiesOf: &place, rows, above: similarity, in: catalog, snapshot)
                kept.append(place)
            }
        }
        return distinct
    }

    private func read(_ places: ArraySlice<Ranking.Place>, into rows: VectorIndex) throws(SearchError) -> Portion {
        var portion = Portion(
            places: Array(places), vectors: [], isLeft: Array(repeating: true, count: places.count))
        for place in places { portion.vectors.append(try vectors.vector(at: place.slot)?.values) }
        rows.update { changes in
            for (index, vector) in portion.vectors.enumerated() {
                if let vector { changes.set(index, vector.span) } else { changes.remove(index) }
            }
        }
        return portion
    }
}

extension CopyComparison.Portion {
    fileprivate mutating func leaveOut(
        copiesOf kept: inout CopyComparison.Kept, _ rows: VectorIndex, above similarity: Double,
        in catalog: InMemoryCatalog, _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        let left = places.indices.filter { isLeft[$0] }
        var others = left
        if let scale = kept.builtIn {
            let known = left.filter { vectors[$0] != nil }
            for (index, dot) in zip(known, rows.dots(scale.query, at: known))
            where scale.key(dot: Int(dot)) >= similarity { isLeft[index] = false }
            others = known.count == left.count ? [] : left.filter { vectors[$0] == nil }
        }
        guard !others.isEmpty else { return }
        if kept.own == nil, let vector = try snapshot.vector(at: kept.slot) {
            kept.own = try SimilarityScale(vector, parts: [])
        }
        guard let scale = kept.own else { return }
        let dots = try catalog.dots(scale.query, at: others.map { places[$0].slot }, in: snapshot)
        for (index, dot) in zip(others, dots) where scale.key(dot: Int(dot)) >= similarity { isLeft[index] = false }
    }
}
