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

    private let witnesses: TypeWitnesses
    private let counts: [Int: Int]
    private let curve: GuessCurve
    private let map: LearnedMap?
    private let vectors: any ComparedVectors
    private let kept = Locked<[Int: Guess?]>([:])

    /// - Parameter looks: The vectors as they are described.
    init(
        _ space: LearnedSpace, curve: GuessCurve, types: ItemTypes, vectors: (any ComparedVectors)?, looks: VectorIndex
    ) {
        self.vectors = vectors ?? looks
        self.curve = curve
        map = space.map
        witnesses = TypeWitnesses(of: types, in: self.vectors)
        counts = witnesses.counts
    }

    /// The probability of each type that something speaks for, by name.
    func probabilities(of vector: [Int8], without own: Int? = nil) -> [String: Double] {
        let shares = witnesses.shares(of: map?.apply(vector.span) ?? vector, without: own)
        return Dictionary(
            uniqueKeysWithValues: shares.map { (witnesses.types.names[$0], curve.probability(ofShare: $1)) })
    }

    /// The guess for an item; nil where no type is probable.
    func at(_ slot: Int) -> Guess? {
        if let known = kept.withLock({ $0[slot] }) { return known }
        guard let vector = vectors.row(slot) else { return nil }
        let guess = guess(from: witnesses.shares(of: vector, without: slot))
        kept.withLock { $0[slot] = .some(guess) }
        return guess
    }

    /// Forgets the guess for an item whose picture changed.
    func forget(_ slot: Int) { kept.withLock { _ = $0.removeValue(forKey: slot) } }

    private func guess(from shares: [Int: Double]) -> Guess? {
        let names = witnesses.types.names
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
