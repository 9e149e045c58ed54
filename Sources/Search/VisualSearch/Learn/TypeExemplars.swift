/// The items whose types speak for the type of a picture: the most similar ones in the learned space vote.
final class TypeExemplars: Sendable {
    /// The most items that are compared with a picture. With more of them, a guess costs more than a search.
    private static let limit = 2048
    /// So many are read at once.
    private static let portion = 4096
    /// The weight of the vote for no type at all, that of all voters with a similarity of 0.5: where all are unlike the
    /// picture, no type has a large share.
    private static let nobody = Double(TypeVotes.voters) * TypeVotes.weight(ofScore: 0.5)

    let types: TypeTable
    private let slots: [Int]
    private let particular: Set<Int>
    /// The vectors in the learned space, or as they are described where there is no map.
    private let vectors: any ComparedVectors
    /// Copies of those of the exemplars, by their places, where the others are not in memory: every guess asks for them.
    private let copies: Locked<(index: VectorIndex?, kept: [Int: [Int8]])>

    /// - Parameter kept: Vectors that need not be read, by slot.
    init(_ slots: [Int], types: TypeTable, vectors: any ComparedVectors, kept: [Int: [Int8]] = [:]) {
        self.slots = slots
        particular = Set(slots.compactMap(types.particular))
        self.types = types
        self.vectors = vectors
        copies = Locked((nil, kept))
    }

    /// Takes the exemplars that were chosen when the store learned, without those that have changed since, and with those
    /// that came since for types that have few. Where none are kept, chooses them now.
    convenience init(
        of types: TypeTable, in vectors: any ComparedVectors, _ space: LearnedSpace, _ snapshot: borrowing Snapshot
    ) throws(SearchError) {
        let (slots, rows) = try TypeExemplars.kept(types, space, snapshot) ?? (TypeExemplars.choice(of: types), [:])
        self.init(slots, types: types, vectors: vectors, kept: rows)
    }

    private static func kept(
        _ types: TypeTable, _ space: LearnedSpace, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> (slots: [Int], rows: [Int: [Int8]])? {
        guard let (kept, revision) = try KeptTypes.vectors(learned: space.report.revision, in: snapshot) else {
            return nil
        }
        let changed = Set(try snapshot.changes(since: revision).map(\.slot))
        var rows: [Int: [Int8]] = [:]
        for (slot, row) in zip(kept.slots, kept.rows) where !changed.contains(slot) { rows[slot] = row }
        var counts: [Int: Int] = [:]
        for slot in rows.keys { if let type = types.particular(slot) { counts[type, default: 0] += 1 } }
        let later = changed.sorted().compactMap { slot in types.particular(slot).map { (slot: slot, type: $0) } }
        let each = limit(types: Set(counts.keys).union(later.map(\.type)).count)
        var slots = Array(rows.keys)
        for (slot, type) in later where counts[type, default: 0] < each {
            counts[type, default: 0] += 1
            slots.append(slot)
        }
        return (slots.sorted(), rows)
    }

    /// The vectors of the exemplars in a learned space, to be kept with it; none where it tells no types.
    static func vectors(
        of types: TypeTable, in space: LearnedSpace, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> VectorsBySlot {
        var vectors = VectorsBySlot()
        guard space.curve != nil else { return vectors }
        let slots = choice(of: types)
        let map = space.map
        let rows = try snapshot.eachVector(at: slots) { row in map.map { $0.apply(row.span) } ?? row }
        for (slot, row) in zip(slots, rows) { if let row { vectors.append(slot, row) } }
        return vectors
    }

    /// The exemplars of a type, at most.
    private static func limit(types: Int) -> Int { max(TypeSample.leastItems, limit / max(types, 1)) }

    /// Chooses items evenly, with the same limit for each type.
    private static func choice(of types: TypeTable) -> [Int] {
        let slots = types.slots
        var counts = [Int](repeating: 0, count: types.names.count)
        for slot in slots { if let type = types.particular(slot) { counts[type] += 1 } }
        let each = limit(types: counts.count { $0 > 0 })
        // The next item to choose of each type, and the items of it so far.
        var next = [(number: Int, item: Int, items: Int)](repeating: (0, 0, 0), count: counts.count)
        var chosen: [Int] = []
        for slot in slots {
            guard let type = types.particular(slot) else { continue }
            if next[type].items == next[type].item, next[type].number < each {
                chosen.append(slot)
                next[type].number += 1
                next[type].item = next[type].number * counts[type] / min(counts[type], each)
            }
            next[type].items += 1
        }
        return chosen
    }

    /// The share of the votes that each type has, by its number.
    ///
    /// - Parameters:
    ///   - vector: The picture in the space of the exemplars.
    ///   - excluded: The slot of the item that shows it, which has no vote.
    ///   - hidden: The most particular type of items that have no vote either.
    func shares(
        of vector: [Int8], without excluded: Int? = nil, except hidden: Int? = nil, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int: Double] {
        let whole = Double(max(vector.reduce(0) { $0 + Int($1) * Int($1) }, 1))
        var votes = zip(slots, try dots(vector, in: snapshot)).compactMap { slot, dot in
            dot > 0 && slot != excluded ? (slot: slot, dot: dot) : nil
        }
        if let hidden { votes.removeAll { types.at($0.slot).last == hidden } }
        votes.sort { $0.dot != $1.dot ? $0.dot > $1.dot : $0.slot < $1.slot }
        let best = votes.prefix(TypeVotes.voters).map {
            (slot: $0.slot, weight: TypeVotes.weight(ofScore: Double($0.dot) / whole))
        }
        let sum = best.reduce(TypeExemplars.nobody) { $0 + $1.weight }
        return types.weights(of: best).mapValues { $0 / sum }
    }

    private func dots(_ vector: [Int8], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32] {
        if vectors.areInMemory { return try vectors.dots(vector, at: slots, in: snapshot) }
        let copies = try copies.withLock { known throws(SearchError) in
            if let index = known.index { return index }
            let index = VectorIndex(dimensions: vector.count)
            var missing: [Int] = []
            index.update { changes in
                for place in slots.indices {
                    if let row = known.kept[slots[place]], row.count == vector.count {
                        changes.set(place, row.span)
                    } else {
                        missing.append(place)
                    }
                }
            }
            // In portions, so that there is no second copy of all.
            for first in stride(from: 0, to: missing.count, by: TypeExemplars.portion) {
                let places = missing[first..<min(first + TypeExemplars.portion, missing.count)]
                let rows = try vectors.rows(places.map { slots[$0] }, in: snapshot)
                for (place, row) in zip(places, rows) { if let row { index.set(place, row) } }
            }
            known.index = index
            return index
        }
        return copies.dots(vector, at: slots.indices)
    }

    /// Forgets the vector of an item that has changed, or is no more.
    func forget(_ slot: Int) {
        guard !vectors.areInMemory, slots.contains(slot) else { return }
        copies.withLock { known in
            known.index = nil
            known.kept[slot] = nil
        }
    }

    /// True for the most particular type of some exemplar.
    func isParticular(_ type: Int) -> Bool { particular.contains(type) }

    /// The number of exemplars of each type, by its number.
    var counts: [Int: Int] {
        slots.reduce(into: [:]) { counts, slot in for type in types.at(slot) { counts[type, default: 0] += 1 } }
    }
}
