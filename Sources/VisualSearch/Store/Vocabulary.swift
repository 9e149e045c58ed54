internal import SearchAPI

/// All words of a store, for finding those that a mistyped one may have meant. Read when the first such word comes.
final class VocabularyCache: Sendable {
    private struct State {
        var revision = -1
        var words: [(word: [Unicode.Scalar], items: Int)] = []
    }

    private let state = Locked(State())

    /// The words nearest to one that nobody has: one letter off from 4 letters on, two from 8; the nearest and most
    /// frequent first, at most 16 of them.
    func near(
        _ word: String, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> [(word: String, distance: Int)] {
        let letters = Array(word.unicodeScalars)
        guard letters.count >= 4, letters.count <= 64 else { return [] }
        let limit = letters.count >= 8 ? 2 : 1
        let (database, revision) = (snapshot.database, snapshot.revision)
        let near = try state.withLock { state throws(SearchError) in
            if state.revision != revision {
                state = State()
                var words: [(word: [Unicode.Scalar], items: Int)] = []
                try database.each("SELECT term, doc FROM vocabulary") { row in
                    words.append((Array(row.text(0).unicodeScalars), row.integer(1)))
                }
                state = State(revision: revision, words: words)
            }
            return state.words.compactMap { entry in
                editDistance(letters, entry.word, limit: limit).map { (entry.word, entry.items, $0) }
            }
        }
        let best = near.sorted { ($0.2, -$0.1) < ($1.2, -$1.1) }.prefix(16)
        return best.map { entry in
            var word = String.UnicodeScalarView()
            word.append(contentsOf: entry.0)
            return (String(word), entry.2)
        }
    }
}
