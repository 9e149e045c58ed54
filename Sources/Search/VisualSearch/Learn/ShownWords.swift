/// The items whose pictures show what a word means, in one state of the catalog. Only in a read of it.
struct ShownWords: Sendable {
    let space: WordSpace
    private let catalog: InMemoryCatalog
    private let kept: RevisionCache<Int, [Int]>

    init(_ space: WordSpace, in catalog: InMemoryCatalog, kept: RevisionCache<Int, [Int]>) {
        self.space = space
        self.catalog = catalog
        self.kept = kept
    }

    /// Returns the items whose pictures show a word and that lack the field that says it, best first, as many as pages can
    /// reach.
    func slots(showing word: String, in snapshot: borrowing Snapshot) throws(SearchError) -> [Int] {
        guard let number = space.number(of: word) else { return [] }
        let word = space.words[number]
        return try kept.value(
            for: number, at: snapshot.completeRevision, cost: { 64 + 8 * $0.count },
            make: { () throws(SearchError) in
                var candidates = try snapshot.live()
                var filter = Filter.all
                if let name = word.field, let field = try snapshot.field(name) {
                    candidates.subtract(try snapshot.column(field, .whole).present)
                    filter = .not(.exists(name))
                }
                let rows = try catalog.nearest(
                    word.vector, count: SearchRequest.window, among: candidates, passing: filter, mode: .exact,
                    in: snapshot)
                return rows.prefix { $0.dot >= word.cut }.map(\.slot)
            })
    }

    /// Moves the vector of a picture toward the words of a text that it does not show.
    func moved(_ vector: [Int8], toward text: String) -> [Int8] {
        space.moved(vector, toward: QueryWords(text).words.compactMap { space.number(of: $0.text) })
    }
}
