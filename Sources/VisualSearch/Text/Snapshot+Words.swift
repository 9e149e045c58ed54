internal import Foundation

/// An item that says some of the words looked for.
package struct WordMatch: Hashable, Sendable {
    /// The slot of the item.
    package var slot: Int
    /// 0…1: near 1 when it says all words where they count, and little when it says one of several in passing.
    package var relevance: Double
}

/// The items that say some of the words looked for, and how a word was understood that nobody says.
package struct WordMatches: Hashable, Sendable {
    /// A word that no item says, and those that it was taken for, likeliest first.
    package struct Correction: Hashable, Sendable {
        /// The word of the query.
        package var word: String
        /// The words that were searched for in its place.
        package var meant: [String]
    }

    /// Best first, ties by slot.
    package var matches: [WordMatch] = []
    /// In the order of the words.
    package var corrections: [Correction] = []
}

extension Snapshot {
    /// The items that say at least one word of `text` in a string, text or list attribute.
    ///
    /// Items are ordered by BM25 over the stems of the words: a word counts the more, the fewer items say it, the oftener
    /// an item says it, and the more its field tells (titles before categories and brands, these before tags, and tags
    /// before descriptions). The last word may be the beginning of one, unless something follows it. A word
    /// that nobody says stands for those that it may be a misspelling of, which count less. Case and accents do not
    /// matter, and no character has a special meaning.
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
            // A word that nobody means either counts for what is missing.
            scores.add(weight: word.weight)
            if !meant.isEmpty { found.corrections.append(.init(word: word.text, meant: meant)) }
        }
        found.matches = scores.matches()
        return found
    }

    /// A string in the language of FTS5, where nothing inside has a meaning.
    static func quoted(_ word: String) -> String { "\"" + word.replacing("\"", with: "\"\"") + "\"" }
}
