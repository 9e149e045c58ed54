/// The kind of a query picture, as a share for each type of the catalog, and the scores that it gives to items.
///
/// A score is the similarity, mixed from look and learned space, and the share of the item's types. Votes of neighbors
/// weigh the square of the odds of their similarity, as in ``NeighborVote``.
struct Kinship: Sendable {
    /// The nearest items by look, among which the neighbors are.
    static let pool = 256
    /// The neighbors that vote.
    static let voters = 20
    /// The similarity from which on a picture counts as the very same.
    private static let identical = 0.999

    private let types: ItemTypes
    private let rows: LearnedRows
    /// The types of items that have none, as pictures show; nil where they are not guessed.
    private let guesses: TypeGuesses?
    /// The share of each type by its number.
    private let shares: [Double]
    /// The share of the learned similarity in the mix.
    private let mapShare: Double
    /// The share of the kind in a score.
    let weight: Double
    /// True where the kind follows from similar items alone, and no item of the catalog says it.
    let isInferred: Bool
    /// The vector of the query; the same in the learned space, and its dot product with itself.
    private var query: [Int8]
    private var mapped: [Int8]
    private var whole: Double

    /// - Parameters:
    ///   - similarity: The look of the query.
    ///   - own: The slot of the item that was searched with.
    ///   - neighbors: The items nearest by look.
    ///   - weight: The share of the kind in a score; nil for the usual one.
    /// - Returns: nil where no neighbor has a type.
    init?(
        _ similarity: SimilarityScale, own: Int? = nil, neighbors: [VectorIndex.Row], weight: Double? = nil,
        types: ItemTypes, rows: LearnedRows, guesses: TypeGuesses? = nil, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        self.types = types
        self.rows = rows
        self.guesses = guesses
        query = similarity.query
        let mapped = rows.space.map?.apply(similarity.query) ?? []
        self.mapped = mapped
        let whole = Double(mapped.reduce(0) { $0 + Int($1) * Int($1) })
        self.whole = max(whole, 1)
        var votes: [(slot: Int, weight: Double)]
        var isKnown = true
        if let own, !types.at(own).isEmpty {
            votes = [(own, 1)]
        } else {
            let kin = neighbors.filter { $0.slot != own && !types.at($0.slot).isEmpty }
            let looks = kin.map { similarity.key(dot: $0.dot) }
            let dots = try rows.vectors?.dots(mapped, at: kin.map(\.slot), in: snapshot)
            let keys = dots?.map { Double($0) / max(whole, 1) } ?? looks
            votes = zip(kin, keys).map { ($0.slot, NeighborVote.weight(ofScore: max($1, 0))) }
            // A picture that the catalog holds is of the type that the catalog says.
            let same = votes.indices.filter { looks[$0] >= Kinship.identical }.map { votes[$0] }
            isKnown = !same.isEmpty
            votes.sort { $0.weight != $1.weight ? $0.weight > $1.weight : $0.slot < $1.slot }
            votes = isKnown ? same : Array(votes.prefix(Kinship.voters))
        }
        let sum = votes.reduce(0) { $0 + $1.weight }
        guard sum > 0 else { return nil }
        var shares = [Double](repeating: 0, count: types.names.count)
        var learnedShare = 0.0
        for vote in votes {
            let own = types.at(vote.slot)
            for type in own { shares[type] += vote.weight / sum }
            if own.contains(where: { rows.space.types.contains(types.names[$0]) }) { learnedShare += vote.weight / sum }
        }
        self.shares = shares
        isInferred = !isKnown
        self.weight = weight ?? (isKnown ? LearnedSpace.knownWeight : LearnedSpace.inferredWeight)
        mapShare = whole == 0 ? 0 : LearnedSpace.mapShare * learnedShare
    }

    /// The same kind, with the look of another vector.
    func seeking(_ similarity: SimilarityScale) -> Kinship {
        // Most queries have one picture, whose look is the one that is sought.
        guard let map = rows.space.map, similarity.query != query else { return self }
        var other = self
        other.query = similarity.query
        other.mapped = map.apply(similarity.query)
        other.whole = Double(max(other.mapped.reduce(0) { $0 + Int($1) * Int($1) }, 1))
        return other
    }

    /// Scores of slots, from the keys of their look.
    func keys(of slots: [Int], looks: [Double], in snapshot: borrowing Snapshot) throws(SearchError) -> [Double] {
        let learned = mapShare > 0 ? try rows.vectors?.dots(mapped, at: slots, in: snapshot) : nil
        var keys = looks
        for index in slots.indices {
            if let learned { keys[index] += mapShare * (Double(learned[index]) / whole - keys[index]) }
            guard let kind = try kind(at: slots[index], in: snapshot) else { continue }
            keys[index] += weight * kind.certainty * (kind.share - keys[index])
        }
        return keys
    }

    /// The part of the kind in the score of a slot: its weight at most. The rest is look, that of the learned space, too.
    func part(at slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> Double {
        guard let kind = try kind(at: slot, in: snapshot) else { return 0 }
        return weight * kind.certainty * kind.share
    }

    /// The mean share of the item's types, and how certain these are: 1 where the catalog says them. Nil for an item
    /// without a type, where none is probable.
    private func kind(
        at slot: Int, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (share: Double, certainty: Double)? {
        let said = types.at(slot)
        if !said.isEmpty { return (meanShare(of: said), 1) }
        guard let guess = try guesses?.at(slot, in: snapshot) else { return nil }
        return (meanShare(of: guess.types.compactMap { types.numbers[$0] }), guess.probability)
    }

    private func meanShare(of types: [Int]) -> Double {
        types.reduce(0) { $0 + shares[$1] } / Double(max(types.count, 1))
    }
}
