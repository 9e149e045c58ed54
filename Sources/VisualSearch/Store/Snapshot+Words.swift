internal import Foundation
public import SearchAPI

/// An item that says some of the words looked for.
public struct WordMatch: Hashable, Sendable {
    public var slot: Int
    /// 0…1: near 1 when it says all words exactly.
    public var relevance: Double
}

extension Snapshot {
    /// Words of a query that count; the rest is ignored.
    static let queryWords = 32

    /// The items that say at least one word of `text` in a string, text or list attribute, best first, ties by slot.
    ///
    /// Each word weighs the more, the fewer items have it; within a word, BM25 tells items apart. The last word may
    /// be the beginning of one (unless a blank follows it), and a word that nobody says stands for those that are one
    /// letter off (two from 8 letters on). Case and accents do not matter, and no character has a special meaning.
    public func saying(_ text: String) throws(SearchError) -> [WordMatch] {
        var words: [String] = []
        for word in Words(text) where !words.contains(word) && words.count < Snapshot.queryWords { words.append(word) }
        let last = text.unicodeScalars.last.map { !$0.properties.isWhitespace } == true ? words.last : nil
        var relevance = [Double](repeating: 0, count: slots)
        var total = 0.0
        for word in words {
            let found = try saying(word: word, isPrefix: word == last)
            // As much as the word narrows the choice; a word that nobody says narrows it most.
            let weight = log(1 + Double(count) / Double(max(found.count, 1)))
            total += weight
            for match in found { relevance[match.slot] += weight * match.relevance }
        }
        guard total > 0 else { return [] }
        var matches: [WordMatch] = []
        for (slot, sum) in relevance.enumerated() where sum > 0 {
            matches.append(WordMatch(slot: slot, relevance: min(sum / total, 1)))
        }
        return matches.sorted { $0.relevance != $1.relevance ? $0.relevance > $1.relevance : $0.slot < $1.slot }
    }

    /// How well items say one word: 0.7…1 for the word itself, less for what it may have meant.
    private func saying(word: String, isPrefix: Bool) throws(SearchError) -> [WordMatch] {
        var (found, seen): ([WordMatch], Bitmap) = ([], Bitmap(size: slots))
        try add(Snapshot.quoted(word), weight: 1, to: &found, &seen)
        if isPrefix { try add(Snapshot.quoted(word) + "*", weight: 0.9, to: &found, &seen) }
        if found.isEmpty {
            for near in try store.vocabulary.near(word, in: self) {
                try add(Snapshot.quoted(near.word), weight: near.distance == 1 ? 0.8 : 0.6, to: &found, &seen)
            }
        }
        return found
    }

    private func add(
        _ expression: String, weight: Double, to found: inout [WordMatch], _ seen: inout Bitmap
    ) throws(SearchError) {
        let start = found.count
        try database.each("SELECT rowid, -bm25(words) FROM words WHERE words MATCH ?", .text(expression)) { row in
            let slot = row.integer(0)
            guard slot >= 0, slot < slots, !seen[slot] else { return }
            seen[slot] = true
            found.append(WordMatch(slot: slot, relevance: max(row.real(1), 0)))
        }
        let best = found[start...].lazy.map(\.relevance).max() ?? 0
        for index in start..<found.count {
            found[index].relevance = weight * (0.7 + (best > 0 ? 0.3 * found[index].relevance / best : 0.3))
        }
    }

    /// A string in the language of FTS5, where nothing inside has a meaning.
    static func quoted(_ word: String) -> String { "\"" + word.replacing("\"", with: "\"\"") + "\"" }
}
