internal import Foundation

/// An item that contains some of the words of the query.
package struct WordMatch: Hashable, Sendable {
    /// The slot of the item.
    package var slot: Int
    /// 0…1: near 1 when the item contains all words in fields of high weight, and small when it contains one of several
    /// in passing.
    package var relevance: Double
}

/// The items that contain some of the words of the query, and the corrections of words that no item contains.
package struct WordMatches: Hashable, Sendable {
    /// A word that no item contains, and its corrections, likeliest first.
    package struct Correction: Hashable, Sendable {
        /// The word of the query.
        package var word: String
        /// The words that were searched for instead.
        package var meant: [String]
    }

    /// Best first, ties by slot.
    package var matches: [WordMatch] = []
    /// In the order of the words.
    package var corrections: [Correction] = []
}

extension Snapshot {
    /// Returns the items that contain at least one word of `text` in a string, text or list attribute.
    ///
    /// Items are ordered by BM25 over the stems of the words: a word counts the more, the fewer items contain it, the
    /// oftener an item contains it, and the higher the weight of its field (titles before categories and brands, these
    /// before tags, and tags before descriptions). The last word may be the beginning of one, unless something follows
    /// it. A word that no item contains is replaced by those that it may be a misspelling of, which count less. Case
    /// and accents do not matter, and no character has a special meaning.
    package func saying(_ text: String) throws(SearchError) -> WordMatches {
        let words = QueryWords(text).words
        guard !words.isEmpty else { return WordMatches() }
        var scores = WordScores(index: try store.words.index(in: self), slots: slots)
        var unknown: [(index: Int, word: QueryWords.Word)] = []
        for (index, word) in words.enumerated() {
            try scores.find(word.text, isOpen: word.isOpen, in: database)
            if scores.hasFound { scores.add(weight: word.weight) } else { unknown.append((index, word)) }
        }
        var found = WordMatches()
        let near = unknown.isEmpty ? [] : try store.words.vocabulary(of: self).near(unknown.map(\.word.text))
        for (word, candidates) in zip(unknown.map(\.word), near) {
            var meant: [String] = []
            for candidate in candidates
            where try scores.find(candidate, in: database) {
                meant.append(candidate.word)
            }
            // A word without a correction still counts as missing.
            scores.add(weight: word.weight)
            if !meant.isEmpty { found.corrections.append(.init(word: word.text, meant: meant)) }
        }
        found.matches = scores.matches()
        return found
    }

    /// A string in the language of FTS5, where nothing inside has a meaning.
    static func quoted(_ word: String) -> String { "\"" + word.replacing("\"", with: "\"\"") + "\"" }
}
