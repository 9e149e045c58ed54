internal import SQLite

/// The titles of a store in the order of their words, for those that begin as somebody types.
struct Titles: Sendable {
    struct Title: Hashable, Sendable {
        /// As the item spells it.
        var text: String
        /// Its words, in lower case and without accents.
        var words: String
        var items: Int
    }

    /// The most titles that are kept: some ten megabytes.
    static let limit = 200_000
    /// Longer ones are no text that people search for.
    private static let longest = 80
    /// The most titles that begin alike and are looked at.
    private static let reach = 4096

    private let titles: [Title]
    var bytes: Int { titles.reduce(titles.capacity * 40) { $0 + $1.text.heapBytes + $1.words.heapBytes } }

    /// - Parameter texts: Titles, each once for an item.
    init(_ texts: [String: Int]) {
        var byWords: [String: Title] = [:]
        for (text, items) in texts where text.unicodeScalars.count <= Titles.longest {
            let words = Words(text).joined(separator: " ")
            // A word alone is completed as a word, unless the index has its letters only.
            guard words.contains(" ") || words.unicodeScalars.contains(where: \.isUnspaced) else { continue }
            if var known = byWords[words] {
                if text < known.text { known.text = text }
                known.items += items
                byWords[words] = known
            } else {
                byWords[words] = Title(text: text, words: words, items: items)
            }
        }
        titles = byWords.values.sorted { $0.words.utf8.lexicographicallyPrecedes($1.words.utf8) }
    }

    /// Returns the titles of several words with this beginning, those of most items first, then the shortest.
    func beginning(with text: String, limit: Int) -> [Title] {
        var (low, high) = (0, titles.count)
        while low < high {
            let middle = (low + high) / 2
            if titles[middle].words.utf8.lexicographicallyPrecedes(text.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        let found = titles[low...].prefix(Titles.reach).prefix { $0.words.utf8.starts(with: text.utf8) }
        let ordered = found.sorted { left, right in
            if left.items != right.items { return left.items > right.items }
            let (first, second) = (left.words.utf8.count, right.words.utf8.count)
            return first != second ? first < second : left.words < right.words
        }
        return Array(ordered.prefix(limit))
    }
}
