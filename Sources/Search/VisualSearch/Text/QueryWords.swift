internal import SQLite

/// The words of a query that count, in their order.
struct QueryWords {
    struct Word: Hashable {
        /// Folded. A number with points or slashes is its digits with blanks in place of them: `2 5` for `2.5`.
        var text: String
        /// As it stands in the query.
        var typed: String
        /// 1, and more for a word that the query repeats.
        var weight: Double
        /// True if the word may be the beginning of a longer one.
        var isOpen: Bool
        /// True for a script without blanks between words.
        var isUnspaced: Bool
        /// The word with its neighbor before and after it, each as one word: `backpack` for `pack` in `back pack`; and
        /// its other spellings.
        var joined: Set<String>

        /// The signs that belong to it; nil for none, and for a word that the query has with others as well.
        var signs: WordSigns?
        /// True for letters with points between them, which are one word: `U.S.A.`.
        var isInitials = false

        /// True for digits alone, which are not the beginning of another number.
        var isNumber: Bool { text.unicodeScalars.allSatisfy { $0.isNumber || $0 == " " } }
    }

    let words: [Word]
    /// The words in their order in the text, as indexes of ``words``; nil for one that does not count.
    private let places: [Int?]

    /// Different words of a query that count; the rest is ignored.
    static let limit = 32

    /// Words such as `the` and `with` are left out, unless there are no others or all are kept.
    ///
    /// - Parameter stopWords: Those words. Default: the English ones.
    init(_ text: String, keepsAll: Bool = false, stopWords: Set<String> = QueryWords.stopWords) {
        var counts: [String: Int] = [:]
        var order: [Word] = []
        var joined: [String: Set<String>] = [:]
        let all = QueryWords.words(of: text)
        for (last, word) in zip([nil] + all, all) {
            if let last, order.count <= QueryWords.limit, QueryWords.mayJoin(last, word) {
                for part in [last, word] { joined[part.text, default: []].insert(last.text + word.text) }
            }
            if let known = order.firstIndex(where: { $0.text == word.text }) {
                if order[known].signs != word.signs { order[known].signs = nil }
            } else {
                order.append(word)
            }
            counts[word.text, default: 0] += 1
        }
        let telling = order.filter { $0.isInitials || !stopWords.contains($0.text) }
        let isFinished = text.unicodeScalars.last.map { !Words.isPart($0) } ?? true
        words = (telling.isEmpty || keepsAll ? order : telling).prefix(QueryWords.limit).map { word in
            var word = word
            word.weight = Double(counts[word.text] ?? 1).squareRoot()
            word.isOpen = !isFinished && word.text == all.last?.text && !word.isUnspaced
            word.joined.formUnion(joined[word.text] ?? [])
            return word
        }
        let indexes = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1.text, $0) })
        places = all.prefix(4 * QueryWords.limit).map { indexes[$0.text] }
    }

    /// The words of a text, each as often as it is there.
    private static func words(of text: String) -> [Word] {
        let bytes = Array(text.utf8)
        var words: [Word] = []
        var before = 0
        let parts = WordParts(text).parts
        var initials = Initials.runs(in: parts)[...]
        for (place, part) in parts.enumerated() {
            let typed = String(decoding: bytes[part.bytes], as: UTF8.self)
            defer { before = part.text.unicodeScalars.count }
            if let run = initials.first, run.contains(place) {
                if place == run.lowerBound { words.append(word(ofInitials: parts[run], bytes)) }
                if place + 1 == run.upperBound { initials = initials.dropFirst() }
                continue
            }
            let signs = WordSigns(typed: part.bytes, in: text)
            if part.link == .numbers, var last = words.popLast() {
                last.text += " " + part.text
                last.typed += String(part.separator.map(Character.init) ?? " ") + typed
                last.signs = WordSigns(from: last.signs, to: signs)
                words.append(last)
            } else if part.link == .letters, let separator = part.separator, apostrophes.contains(separator),
                before > 1, part.text.unicodeScalars.count <= 2, let last = words.indices.last
            {
                // The s of women's is no word of its own.
                words[last].joined.insert(words[last].text + part.text)
            } else {
                words.append(
                    Word(
                        text: part.text, typed: typed, weight: 1, isOpen: false, isUnspaced: part.isUnspaced,
                        joined: ArticleNumber.otherForms(of: part.text).union(part.spelledOut.map { [$0] } ?? []),
                        signs: signs))
            }
        }
        return words
    }

    /// The letters of initials as one word, which items may also write with blanks.
    private static func word(ofInitials parts: ArraySlice<WordParts.Part>, _ bytes: [UInt8]) -> Word {
        let letters = parts.map(\.text)
        let place = parts[parts.startIndex].bytes.lowerBound..<parts[parts.endIndex - 1].bytes.upperBound
        return Word(
            text: letters.joined(), typed: String(decoding: bytes[place], as: UTF8.self), weight: 1, isOpen: false,
            isUnspaced: false, joined: [letters.joined(separator: " ")], isInitials: true)
    }

    private static let apostrophes = Set("'\u{2019}\u{2BC}".unicodeScalars)

    /// Numbers beside each other stay two: 2 5 is not 25.
    private static func mayJoin(_ first: Word, _ second: Word) -> Bool {
        guard !first.isUnspaced, !second.isUnspaced else { return false }
        return first.text.unicodeScalars.last?.isNumber != true || second.text.unicodeScalars.first?.isNumber != true
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
