internal import SQLite

extension Snapshot {
    /// The least letters of the beginning of a word, and the first letters that a word and its stem share.
    private static let (shortestBeginning, sharedLetters) = (3, 2)

    /// Returns the words of a text field that a comparison with texts means, as a search by words would find them: any of
    /// the words itself, its forms and spellings, and for the last word of a text those that begin so. Where the field
    /// has none of them, the likeliest of which it may be a misspelling.
    func words(meantBy texts: [String], in known: [String]) throws(SearchError) -> Set<String> {
        var found: Set<String> = []
        for word in texts.flatMap({ QueryWords($0, keepsAll: true).words }) {
            let same = try words(like: word, in: known)
            if same.isEmpty, !word.isUnspaced, let near = Snapshot.near(word.text, in: known) {
                found.insert(near)
            } else {
                found.formUnion(same)
            }
        }
        return found
    }

    private func words(like word: QueryWords.Word, in known: [String]) throws(SearchError) -> Set<String> {
        if word.isUnspaced { return Set(known.filter { $0.contains(word.text) }) }
        // The field has the parts of a number such as 2.5 one by one.
        let parts = word.text.split(separator: " ").map(String.init)
        var wanted = Set(parts).union(word.joined)
        if parts.count == 1 { wanted.formUnion(try storeWords().others(of: word.text)) }
        let isBeginning = word.isOpen && !word.isNumber && word.text.count >= Snapshot.shortestBeginning
        let start = String(word.text.prefix(Snapshot.sharedLetters))
        let candidates = known.filter { $0.hasPrefix(start) }
        let stems = try database.stems(of: [word.text] + candidates)
        return Set(known.filter(wanted.contains)).union(
            zip(candidates, stems.dropFirst()).filter { candidate, stem in
                (parts.count == 1 && stem == stems[0]) || (isBeginning && candidate.hasPrefix(word.text))
            }.map(\.0))
    }

    private static func near(_ word: String, in known: [String]) -> String? {
        var search = Misspelling(word)
        for other in known {
            let letters = Array(other.unicodeScalars)
            guard Vocabulary.isCorrectable(letters),
                search.shape.mayBe(length: letters.count, mask: Vocabulary.mask(letters))
            else { continue }
            search.compare(letters[...], items: 1)
        }
        return search.best.first?.word
    }
}
