/// The items whose types speak for the type of a picture: the most similar ones in the learned space vote.
final class TypeWitnesses: Sendable {
    /// The most items that are compared with a picture. With more of them, a guess costs more than a search.
    private static let limit = 2048
    /// So many are read at once.
    private static let portion = 4096
    /// The weight of the vote for no type at all, that of all voters with a similarity of 0.5: where all are unlike the
    /// picture, no type has a large share.
    private static let nobody = Double(Kinship.voters) * NeighborVote.weight(ofScore: 0.5)

    let types: ItemTypes
    private let slots: [Int]
    private let particular: Set<Int>
    /// The vectors in the learned space, or as they are described where there is no map.
    private let vectors: any ComparedVectors
    /// Copies of those of the witnesses, by their places, where the others are not in memory: every guess asks for them.
    private let copies = Locked<VectorIndex?>(nil)

    init(_ slots: [Int], types: ItemTypes, vectors: any ComparedVectors) {
        self.slots = slots
        particular = Set(slots.compactMap(types.particular))
        self.types = types
        self.vectors = vectors
    }

    /// Chooses items evenly, with the same limit for each type.
    convenience init(of types: ItemTypes, in vectors: any ComparedVectors) {
        var byType: [Int: [Int]] = [:]
        for slot in types.slots { if let type = types.particular(slot) { byType[type, default: []].append(slot) } }
        let each = max(TypeSample.leastItems, TypeWitnesses.limit / max(byType.count, 1))
        let chosen = byType.values.flatMap { all in
            let count = min(all.count, each)
            return (0..<count).map { all[$0 * all.count / count] }
        }
        self.init(chosen.sorted(), types: types, vectors: vectors)
    }

    /// The share of the votes that each type has, by its number.
    ///
    /// - Parameters:
    ///   - vector: The picture in the space of the witnesses.
    ///   - own: The slot of the item that shows it, which has no vote.
    ///   - hidden: The most particular type of items that have no vote either.
    func shares(
        of vector: [Int8], without own: Int? = nil, except hidden: Int? = nil, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [Int: Double] {
        let whole = Double(max(vector.reduce(0) { $0 + Int($1) * Int($1) }, 1))
        var votes = zip(slots, try dots(vector, in: snapshot)).compactMap { slot, dot in
            dot > 0 && slot != own ? (slot: slot, dot: dot) : nil
        }
        if let hidden { votes.removeAll { types.at($0.slot).last == hidden } }
        votes.sort { $0.dot != $1.dot ? $0.dot > $1.dot : $0.slot < $1.slot }
        var shares: [Int: Double] = [:]
        var sum = TypeWitnesses.nobody
        for vote in votes.prefix(Kinship.voters) {
            let weight = NeighborVote.weight(ofScore: Double(vote.dot) / whole)
            sum += weight
            for type in types.at(vote.slot) { shares[type, default: 0] += weight }
        }
        return shares.mapValues { $0 / sum }
    }

    private func dots(_ vector: [Int8], in snapshot: borrowing Snapshot) throws(SearchError) -> [Int32] {
        if vectors.areInMemory { return try vectors.dots(vector, at: slots, in: snapshot) }
        let copies = try copies.withLock { known throws(SearchError) in
            if let known { return known }
            let index = VectorIndex(dimensions: vector.count)
            // In portions, so that there is no second copy of all.
            for first in stride(from: 0, to: slots.count, by: TypeWitnesses.portion) {
                let part = Array(slots[first..<min(first + TypeWitnesses.portion, slots.count)])
                for (place, row) in try vectors.rows(part, in: snapshot).enumerated() {
                    if let row { index.set(first + place, row) }
                }
            }
            known = index
            return index
        }
        return copies.dots(vector, at: slots.indices)
    }

    /// Forgets the vector of an item that has changed, or is no more.
    func forget(_ slot: Int) {
        if !vectors.areInMemory, slots.contains(slot) { copies.withLock { $0 = nil } }
    }

    /// True for the most particular type of some witness.
    func isParticular(_ type: Int) -> Bool { particular.contains(type) }

    /// The number of witnesses of each type, by its number.
    var counts: [Int: Int] {
        slots.reduce(into: [:]) { counts, slot in for type in types.at(slot) { counts[type, default: 0] += 1 } }
    }
}
