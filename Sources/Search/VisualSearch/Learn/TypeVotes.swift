/// The votes of similar items for the product types of a query picture, and the scores that they give to items.
///
/// A score mixes the visual similarity, that in the learned space, and the share of the votes for the item's types.
struct TypeVotes: Sendable {
    /// The nearest items by visual similarity, among which the voters are.
    static let pool = 256
    /// The neighbors that vote.
    static let voters = 20
    /// The similarity from which on a picture counts as the very same.
    private static let identical = 0.999

    /// Returns the weight of an item's vote: the square of the odds of its score, so that one that is nearly the same
    /// outweighs many that are only alike. Chosen among powers of the score and of its odds on `samples/` and on the
    /// collages of `retrieval`, with and without the very items in the store.
    static func weight(ofScore score: Double) -> Double {
        let score = min(score, 0.99)
        return score * score / ((1 - score) * (1 - score))
    }

    private let types: TypeTable
    private let rows: LearnedRows
    /// The types of items that have none, as pictures show; nil where they are not guessed.
    private let guesses: TypeGuesses?
    /// The share of each type by its number.
    private let shares: [Double]
    /// The share of the learned similarity in the mix.
    private let mapShare: Double
    /// The share of the types in a score.
    let weight: Double
    /// True where the types follow from similar items alone, and no item of the catalog names them.
    let isInferred: Bool
    /// The vector of the query; the same in the learned space, and its dot product with itself.
    private var query: [Int8]
    private var mapped: [Int8]
    private var whole: Double
    /// The same of the further pictures of an item that was searched with.
    private var others: [(mapped: [Int8], whole: Double)] = []

    /// - Parameters:
    ///   - similarity: Compares with the query.
    ///   - querySlots: The slots of the items that were searched with.
    ///   - neighbors: The items nearest by visual similarity.
    ///   - weight: The share of the types in a score; nil for the usual one.
    /// - Returns: nil where no neighbor has a type.
    init?(
        _ similarity: SimilarityScale, querySlots: [Int] = [], neighbors: [VectorIndex.Row], weight: Double? = nil,
        types: TypeTable, rows: LearnedRows, guesses: TypeGuesses? = nil, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        self.types = types
        self.rows = rows
        self.guesses = guesses
        query = similarity.query
        let mapped = rows.space.map?.apply(similarity.query) ?? []
        self.mapped = mapped
        let whole = Double(mapped.reduce(0) { $0 + Int($1) * Int($1) })
        self.whole = max(whole, 1)
        others = TypeVotes.mapped(similarity.others, by: rows.space.map)
        var votes: [TypeTable.Vote]
        var isKnown = true
        let known = querySlots.filter { !types.at($0).isEmpty }
        if !known.isEmpty {
            votes = known.map { ($0, 1) }
        } else {
            let typed = neighbors.filter { !querySlots.contains($0.slot) && !types.at($0.slot).isEmpty }
            let visual = typed.map { similarity.key(dot: $0.dot) }
            let dots = try rows.vectors?.dots(mapped, at: typed.map(\.slot), in: snapshot)
            let keys = dots?.map { Double($0) / max(whole, 1) } ?? visual
            votes = zip(typed, keys).map { ($0.slot, TypeVotes.weight(ofScore: max($1, 0))) }
            // A picture that the catalog holds is of the type that the catalog says.
            let same = votes.indices.filter { visual[$0] >= TypeVotes.identical }.map { votes[$0] }
            isKnown = !same.isEmpty
            votes.sort { $0.weight != $1.weight ? $0.weight > $1.weight : $0.slot < $1.slot }
            votes = isKnown ? same : Array(votes.prefix(TypeVotes.voters))
        }
        let sum = votes.reduce(0) { $0 + $1.weight }
        guard sum > 0 else { return nil }
        votes = votes.map { ($0.slot, $0.weight / sum) }
        var shares = [Double](repeating: 0, count: types.names.count)
        for (type, share) in types.weights(of: votes) { shares[type] = share }
        self.shares = shares
        let learnedShare = votes.filter { vote in
            types.at(vote.slot).contains { rows.space.types.contains(types.names[$0]) }
        }.reduce(0) { $0 + $1.weight }
        isInferred = !isKnown
        self.weight = weight ?? (isKnown ? LearnedSpace.knownWeight : LearnedSpace.inferredWeight)
        mapShare = whole == 0 ? 0 : LearnedSpace.mapShare * learnedShare
    }

    /// The same votes, for scores by similarity to another vector.
    func comparing(_ similarity: SimilarityScale) -> TypeVotes {
        // Most queries have one picture, and no words or items that change its vector.
        guard let map = rows.space.map, similarity.query != query || !similarity.others.isEmpty else { return self }
        var other = self
        other.query = similarity.query
        other.mapped = map.apply(similarity.query)
        other.whole = Double(max(other.mapped.reduce(0) { $0 + Int($1) * Int($1) }, 1))
        other.others = TypeVotes.mapped(similarity.others, by: map)
        return other
    }

    private static func mapped(
        _ scales: [SimilarityScale], by map: LearnedMap?
    ) -> [(mapped: [Int8], whole: Double)] {
        guard let map else { return [] }
        return scales.map { scale in
            let mapped = map.apply(scale.query)
            return (mapped, Double(max(mapped.reduce(0) { $0 + Int($1) * Int($1) }, 1)))
        }
    }

    /// The similarities of slots in the learned space, to the nearest of the pictures of the query.
    private func learnedKeys(of slots: [Int], in snapshot: borrowing Snapshot) throws(SearchError) -> [Double]? {
        guard var keys = try rows.vectors?.dots(mapped, at: slots, in: snapshot).map({ Double($0) / whole }) else {
            return nil
        }
        for other in others {
            guard let dots = try rows.vectors?.dots(other.mapped, at: slots, in: snapshot) else { continue }
            for (index, dot) in dots.enumerated() { keys[index] = max(keys[index], Double(dot) / other.whole) }
        }
        return keys
    }

    /// Scores of slots, from their visual similarities.
    func keys(of slots: [Int], visual: [Double], in snapshot: borrowing Snapshot) throws(SearchError) -> [Double] {
        let learned = mapShare > 0 ? try learnedKeys(of: slots, in: snapshot) : nil
        var keys = visual
        for index in slots.indices {
            if let learned { keys[index] += mapShare * (learned[index] - keys[index]) }
            guard let types = try share(at: slots[index], in: snapshot) else { continue }
            keys[index] += weight * types.certainty * (types.share - keys[index])
        }
        return keys
    }

    /// The part of the types in the score of a slot: their weight at most. The rest is similarity, also in the learned
    /// space.
    func part(at slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> Double {
        guard let types = try share(at: slot, in: snapshot) else { return 0 }
        return weight * types.certainty * types.share
    }

    /// The mean share of the item's types, and how certain these are: 1 where the catalog names them. Nil for an item
    /// without a type, where none is probable.
    private func share(
        at slot: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (share: Double, certainty: Double)? {
        let named = types.at(slot)
        if !named.isEmpty { return (meanShare(of: named), 1) }
        guard let guess = try guesses?.at(slot, in: snapshot) else { return nil }
        return (meanShare(of: guess.types.compactMap { types.numbers[$0] }), guess.probability)
    }

    private func meanShare(of types: [Int]) -> Double {
        types.reduce(0) { $0 + shares[$1] } / Double(max(types.count, 1))
    }
}

extension TypeTable {
    /// An item, and the weight of its vote for each of its types.
    typealias Vote = (slot: Int, weight: Double)

    /// The weight of the votes for each type that an item votes for, by its number.
    func weights(of votes: some Sequence<Vote>) -> [Int: Double] {
        var weights: [Int: Double] = [:]
        for vote in votes { for type in Set(at(vote.slot)) { weights[type, default: 0] += vote.weight } }
        return weights
    }
}
