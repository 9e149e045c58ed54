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
    /// The query with its corrections, nil without one.
    package var corrected: String?
}

extension Snapshot {
    /// Returns the items that contain at least one word of `text` in a string, text or list attribute.
    ///
    /// Items are ordered by BM25 over the stems of the words: a word counts the more, the fewer items contain it, the
    /// oftener an item contains it, and the higher the weight of its field (titles before categories and brands, these
    /// before tags, and tags before descriptions). The last word may be the beginning of one, unless something follows
    /// it. Two words may be written as one and one as two. A word that no item contains is replaced by those that it
    /// may be a misspelling of, which count less. An item whose title, id or article number is the whole query comes
    /// first. Case and accents do not matter, and no character has a special meaning.
    package func saying(_ text: String) throws(SearchError) -> WordMatches {
        let words = QueryWords(text).words
        guard !words.isEmpty else { return WordMatches() }
        var scores = WordScores(index: try store.words.index(in: self), slots: slots)
        var unknown: [(index: Int, word: QueryWords.Word)] = []
        for (index, word) in words.enumerated() {
            try scores.find(word.text, isOpen: word.isOpen, in: database)
            for compound in word.joined.sorted() { try scores.find(compound: compound, in: database) }
            for compound in Compounds.parts(of: word.text, isKnown: scores.hasFound) {
                try scores.find(compound: compound, in: database)
            }
            if scores.hasFound { scores.add(weight: word.weight) } else { unknown.append((index, word)) }
        }
        var found = WordMatches()
        let near = unknown.isEmpty ? [] : try store.words.vocabulary(of: self).near(unknown.map(\.word.text))
        for (word, candidates) in zip(unknown.map(\.word), near) {
            let parts = Compounds.splits(of: word.text).map(Vocabulary.Candidate.init(parts:))
            var meant: [String] = []
            for (correction, weight) in try scores.weighed(candidates + parts, in: database) {
                try scores.find(correction: correction, weight: weight, in: database)
                meant.append(correction)
            }
            // A word without a correction still counts as missing.
            scores.add(weight: word.weight)
            if !meant.isEmpty { found.corrections.append(.init(word: word.text, meant: meant)) }
        }
        if !found.corrections.isEmpty { found.corrected = Words.corrected(text, found.corrections) }
        found.matches = try withNamed(found.corrected ?? text, first: scores.matches())
        return found
    }

    /// A string in the language of FTS5, where nothing inside has a meaning.
    static func quoted(_ word: String) -> String { "\"" + word.replacing("\"", with: "\"\"") + "\"" }
}
