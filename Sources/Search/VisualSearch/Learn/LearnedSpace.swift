/// The outcome of learning from a catalog: the kinds that its types distinguish, and the map that tells them apart.
struct LearnedSpace: Sendable {
    /// The share of the learned similarity in a mix with the visual similarity, for a query of a learned type.
    static let mapShare = 0.75
    /// The share of the kind in a score, where the kind of the query is inferred from similar items. With a larger one,
    /// more hits have the right type, and fewer show the very same product.
    static let inferredWeight = 0.3
    /// The share where the catalog itself says the kind of the query.
    static let knownWeight = 0.5

    /// The field of the types.
    var field: String
    /// The types that ``map`` was learned from: not too broad, and with enough items.
    var types: Set<String>
    /// Nil where the types help, but no map does.
    var map: LearnedMap?
    /// The words that pictures show; nil where none was learned.
    var words: WordSpace?
    /// The probability of guessed types; nil where none are guessed.
    var curve: GuessCurve?
    var report: LearningReport
}

/// The figures of what a store has learned from its catalog.
public struct LearningReport: Hashable, Sendable, Codable {
    /// The parts of what was learned that searches use.
    public enum Adoption: String, Hashable, Sendable, Codable {
        /// Nothing: ``LearningReport/reason`` says why.
        case nothing
        /// The types of similar items, by pictures as they are described.
        case kinds
        /// The types of similar items, and a map under which pictures of one type lie closer together.
        case map
    }

    /// The figures of the words that pictures show.
    public struct Words: Hashable, Sendable, Codable {
        /// The words that searches look for in pictures.
        public var learned: Int
        /// The words of at least five items that were tried.
        public var tried: Int
        /// Of the pictures in which a learned word was found, the share of those whose item says it, 0…1: the mean over
        /// the words, in pictures that nothing was learned from. Nil without a learned word.
        public var precision: Double?
    }

    /// The parts of what was learned from the types that searches use.
    public var adoption: Adoption
    /// The reason why nothing was adopted; nil otherwise.
    public var reason: String?
    /// The items with a type, at the time of learning.
    public var items: Int
    /// The types with at least five items.
    public var types: Int
    /// The share of the first ten hits that have the type of the query, 0…1, by visual similarity alone: the mean over the types,
    /// each item searched for among items that nothing was learned from. Nil where it was not measured.
    public var precisionBefore: Double?
    /// The same share with what was adopted.
    public var precisionAfter: Double?
    /// The share of items whose type the others told with a probability of 0.7 or more, when it was hidden. Nil where
    /// types are not guessed.
    public var guessed: Double?
    /// The share of these guesses that were right.
    public var guessedRight: Double?
    /// The shrinkage of the map toward the unit matrix, 0…1; nil without a map.
    public var shrinkage: Double?
    /// The figures of the words; nil where no word could be tried.
    public var words: Words?
    /// The revision of the store that it was learned from.
    public var revision: Int
}

/// The learned space of a catalog, with its vectors in it. Only in a read of the catalog.
final class LearnedRows: Sendable {
    let space: LearnedSpace
    /// The mapped vectors by slot; nil without a map.
    let vectors: (any LearnedVectors)?
    /// The vectors of the catalog as they are described.
    private let described: any DescribedVectors
    /// The slots of words that were searched for, by the number of the word: each takes a scan of all vectors.
    private let shown = RevisionCache<Int, [Int]>(bytes: 16 << 20)
    private let guesses = Locked<TypeGuesses?>(nil)
    /// The bytes of the mapped vectors and of the slots of words.
    var bytes: Int { (vectors?.bytes ?? 0) + shown.bytes }

    /// - Parameters:
    ///   - described: The vectors of the catalog as they are described.
    ///   - catalog: The catalog that owns these, whose items may have several pictures; nil compares first pictures.
    init(_ space: LearnedSpace, of described: any DescribedVectors, in catalog: InMemoryCatalog? = nil) {
        self.space = space
        self.described = described
        let mapped = space.map.map(described.mapped)
        vectors = mapped.map { vectors in catalog.map { ItemLearnedVectors(vectors: vectors, catalog: $0) } ?? vectors }
    }

    /// The words that pictures show, in one state of the catalog; nil where none was learned.
    func shownWords(in catalog: InMemoryCatalog) -> ShownWords? {
        space.words.map { ShownWords($0, in: catalog, kept: shown) }
    }

    /// Tells of a row of the catalog that has changed, or is no more.
    func forget(_ slot: Int) {
        vectors?.forget(slot)
        guesses.withLock { $0 }?.forget(slot)
    }

    /// The guessed types, with items that have a type at the first call as exemplars. Nil where none are guessed.
    func guesses(by types: TypeTable, in snapshot: borrowing Snapshot) throws(SearchError) -> TypeGuesses? {
        guard let curve = space.curve else { return nil }
        if let known = guesses.withLock({ $0 }) { return known }
        let made = try TypeGuesses(space, curve: curve, types: types, vectors: vectors ?? described, in: snapshot)
        // Another search may have been first.
        return guesses.withLock { known in
            if let known { return known }
            known = made
            return made
        }
    }
}
