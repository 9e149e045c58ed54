/// The words of a query that count, in their order.
struct QueryWords {
    struct Word: Hashable {
        var text: String
        /// 1, and more for a word that the query repeats.
        var weight: Double
        /// True if the word may be the beginning of a longer one.
        var isOpen: Bool
        /// The word with its neighbor before and after it, each as one word: `backpack` for `pack` in `back pack`.
        var joined: Set<String>
    }

    let words: [Word]
    /// The words in their order in the text, as indexes of ``words``; nil for one that does not count.
    private let places: [Int?]

    /// Different words of a query that count; the rest is ignored.
    static let limit = 32

    /// Words such as `the` and `with` are left out, unless there are no others.
    init(_ text: String) {
        var counts: [String: Int] = [:]
        var order: [String] = []
        var joined: [String: Set<String>] = [:]
        var last: String?
        for word in Words(text) {
            if let last, order.count <= QueryWords.limit {
                for part in [last, word] { joined[part, default: []].insert(last + word) }
            }
            last = word
            if counts[word] == nil { order.append(word) }
            counts[word, default: 0] += 1
        }
        let telling = order.filter { !QueryWords.stopWords.contains($0) }
        let isFinished = text.unicodeScalars.last.map { !Words.isPart($0) } ?? true
        words = (telling.isEmpty ? order : telling).prefix(QueryWords.limit).map { word in
            Word(
                text: word, weight: Double(counts[word] ?? 1).squareRoot(), isOpen: !isFinished && word == last,
                joined: joined[word] ?? [])
        }
        let indexes = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1.text, $0) })
        places = Words(text).prefix(4 * QueryWords.limit).map { indexes[$0] }
    }

    /// Returns each word, and each sequence of neighboring words up to so many, with the indexes of its words; each
    /// sequence once.
    func phrases(upTo length: Int) -> [(words: [Int], text: String)] {
        var found: [(words: [Int], text: String)] = []
        var known = Set<[Int]>()
        for start in places.indices {
            for end in start..<min(start + max(length, 0), places.count) {
                guard let index = places[end] else { break }
                let indexes = places[start..<end].compactMap(\.self) + [index]
                if known.insert(indexes).inserted {
                    found.append((indexes, indexes.map { words[$0].text }.joined(separator: " ")))
                }
            }
        }
        return found
    }

    /// English words that nearly every text has. They only fill a question.
    static let stopWords = Set(
        """
        a about all am an and any are as at be been being but by can could did do does for from had has have he her him \
        his how i if in into is it its may me must my no not of on or our s she should so some such t than that the their \
        them then there these they this those to up us was we were what when where which who why will with would you your
        """.split(separator: " ").map(String.init))
}
