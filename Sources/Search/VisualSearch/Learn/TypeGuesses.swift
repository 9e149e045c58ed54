/// The types that items and pictures without one probably have, as the learned space shows.
///
/// The guess for an item is kept until its picture changes or the store learns anew.
final class TypeGuesses: Sendable {
    /// The probable types of a picture.
    struct Guess: Hashable, Sendable {
        /// All that are probable enough, from the general to the particular as far as numbers of items tell.
        var types: [String]
        /// The probability of the last one.
        var probability: Double
    }

    private static let keptLimit = 1_000_000
    private let exemplars: TypeExemplars
    private let counts: [Int: Int]
    private let curve: GuessCurve
    private let map: LearnedMap?
    private let vectors: any ComparedVectors
    private let kept = Locked<[Int: Guess?]>([:])

    /// - Parameter vectors: Those in the learned space, or as they are described where there is no map.
    init(
        _ space: LearnedSpace, curve: GuessCurve, types: TypeTable, vectors: any ComparedVectors,
        in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        self.vectors = vectors
        self.curve = curve
        map = space.map
        exemplars = try TypeExemplars(of: types, in: vectors, space, snapshot)
        counts = exemplars.counts
    }

    /// The probability of each type that something speaks for, by name.
    func probabilities(
        of vector: [Int8], without excluded: Int? = nil, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [String: Double] {
        let shares = try exemplars.shares(of: map?.apply(vector.span) ?? vector, without: excluded, in: snapshot)
        return Dictionary(
            uniqueKeysWithValues: shares.map { (exemplars.types.names[$0], curve.probability(ofShare: $1)) })
    }

    /// The guess for an item; nil where no type is probable.
    func at(_ slot: Int, in snapshot: borrowing Snapshot) throws(SearchError) -> Guess? {
        if let known = kept.withLock({ $0[slot] }) { return known }
        guard let vector = try vectors.row(slot, in: snapshot) else { return nil }
        let guess = guess(from: try exemplars.shares(of: vector, without: slot, in: snapshot))
        kept.withLock { kept in
            // Few are asked for again; a catalog may have more items than memory has room for guesses.
            if kept.count >= TypeGuesses.keptLimit { kept.removeAll() }
            kept[slot] = .some(guess)
        }
        return guess
    }

    /// Forgets the guess for an item whose picture changed.
    func forget(_ slot: Int) {
        kept.withLock { _ = $0.removeValue(forKey: slot) }
        exemplars.forget(slot)
    }

    private func guess(from shares: [Int: Double]) -> Guess? {
        let names = exemplars.types.names
        let probable = shares.filter { curve.probability(ofShare: $0.value) >= GuessCurve.least }.sorted {
            left, right in
            let (first, second) = (counts[left.key] ?? 0, counts[right.key] ?? 0)
            if first != second { return first > second }
            return left.value != right.value ? left.value < right.value : names[left.key] > names[right.key]
        }
        guard let last = probable.last else { return nil }
        return Guess(
            types: probable.map { names[$0.key] }, probability: curve.probability(ofShare: last.value))
    }
}
