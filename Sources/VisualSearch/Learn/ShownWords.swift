/// The items whose pictures show what a word means, in one state of the catalog. Only in a read of it.
struct ShownWords: Sendable {
    let space: WordSpace
    private let catalog: InMemoryCatalog
    private let kept: KeptSlots
    private let revision: Int

    init(_ space: WordSpace, in catalog: InMemoryCatalog, revision: Int, kept: KeptSlots) {
        self.space = space
        self.catalog = catalog
        self.revision = revision
        self.kept = kept
    }

    /// Returns the items whose pictures show a word and that lack the field that says it, best first, as many as pages can
    /// reach.
    func slots(showing word: String, in snapshot: borrowing Snapshot) throws(SearchError) -> [Int] {
        guard let number = space.number(of: word) else { return [] }
        if let known = kept.slots(of: number, at: revision) { return known }
        let word = space.words[number]
        var candidates = try snapshot.live()
        var filter = Filter.all
        if let name = word.field, let field = try snapshot.store.columns.fields(of: snapshot)[name] {
            candidates.subtract(try snapshot.column(field, .whole).present)
            filter = .not(.exists(name))
        }
        let rows = try catalog.nearest(
            word.vector, count: SearchRequest.window, among: candidates, passing: filter, mode: .exact, in: snapshot)
        let slots = rows.prefix { $0.dot >= word.cut }.map(\.slot)
        kept.keep(slots, of: number, at: revision)
        return slots
    }

    /// Moves the vector of a picture toward the words of a text that it does not show.
    func moved(_ vector: [Int8], toward text: String) -> [Int8] {
        space.moved(vector, toward: QueryWords(text).words.compactMap { space.number(of: $0.text) })
    }
}

/// The slots of words that were searched for, kept between searches: a word takes a scan of all vectors.
final class KeptSlots: Sendable {
    private let state = Locked((revision: -1, slots: [Int: [Int]]()))

    func slots(of word: Int, at revision: Int) -> [Int]? {
        state.withLock { $0.revision == revision ? $0.slots[word] : nil }
    }

    func keep(_ slots: [Int], of word: Int, at revision: Int) {
        state.withLock { state in
            if state.revision < revision { state = (revision, [:]) }
            if state.revision == revision { state.slots[word] = slots }
        }
    }
}
