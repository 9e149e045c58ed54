internal import SQLite

/// The usual spelling of some words, by the texts that contain them.
///
/// The words are those of a query whose last one is completed. The last one is written with all that hyphens, apostrophes and
/// points join to it, and words that a text joins are written together: `Rock'n'Roll` for `rock` and `n`.
struct WrittenWords {
    private let words: [String]
    /// The spellings of each word or several, by how the words are divided into them.
    private var found: [[Range<Int>]: (count: Int, spellings: [[String: Int]])] = [:]

    init(_ words: [String]) { self.words = words }

    /// The words as most texts have them; nil where no text has the last one.
    var usual: String? {
        let divided = found.max { left, right in
            if left.value.count != right.value.count { return left.value.count < right.value.count }
            // The fewest spellings, then those of the longest first words.
            if left.key.count != right.key.count { return left.key.count > right.key.count }
            return left.key.map(\.upperBound).lexicographicallyPrecedes(right.key.map(\.upperBound))
        }
        return divided?.value.spellings.map { spellings in
            spellings.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? ""
        }.joined(separator: " ")
    }

    /// Reads the texts of an item, in which marks are around what the index found.
    mutating func read(_ text: String, marked begin: Unicode.Scalar, _ end: Unicode.Scalar) {
        var chains: [Chain] = []
        for part in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) where part.contains(begin) {
            var plain = String.UnicodeScalarView()
            plain.append(contentsOf: part.lazy.filter { $0 != begin && $0 != end })
            chains += Chain.all(in: String(plain))
        }
        var spans: [Span] = []
        for (index, word) in words.enumerated() {
            let isLast = index == words.count - 1
            if let last = spans.last, let place = last.place,
                let parts = chains[place.chain].parts(of: word, at: place.parts.upperBound)
            {
                spans[spans.count - 1] = Span(
                    words: last.words.lowerBound..<index + 1,
                    place: (place.chain, place.parts.lowerBound..<parts.upperBound))
                continue
            }
            var span = Span(words: index..<index + 1)
            for chain in chains.indices where span.place == nil {
                if let parts = chains[chain].parts(of: word, isLast: isLast) { span.place = (chain, parts) }
            }
            if isLast, span.place == nil { return }
            spans.append(span)
        }
        let division = spans.map(\.words)
        let spellings = spans.enumerated().map { index, span in
            guard let (number, parts) = span.place else { return words[span.words.lowerBound] }
            let isCompleted = index == spans.count - 1 && parts.lowerBound == 0
            let chain = chains[number]
            return chain.text(isCompleted ? 0..<chain.parts.count : parts)
        }
        var known = found[division] ?? (0, Array(repeating: [:], count: division.count))
        known.count += 1
        for (index, spelling) in spellings.enumerated() { known.spellings[index][spelling, default: 0] += 1 }
        found[division] = known
    }

    /// Words of the query that a text writes as one.
    private struct Span {
        var words: Range<Int>
        /// Nil for a word that stands in another form there.
        var place: (chain: Int, parts: Range<Int>)?
    }

    /// Words that signs join, without a blank: `Mother-in-law`, `2.5`; mostly one.
    private struct Chain {
        private let bytes: [UInt8]
        let parts: ArraySlice<WordParts.Part>

        static func all(in text: String) -> [Chain] {
            let bytes = Array(text.utf8)
            let parts = WordParts(text).parts
            var chains: [Chain] = []
            var start = 0
            for end in parts.indices.dropFirst() + [parts.count] where end > start {
                if end < parts.count, joins(parts[end], in: bytes) { continue }
                chains.append(Chain(bytes: bytes, parts: ArraySlice(Array(parts[start..<end]))))
                start = end
            }
            return chains
        }

        /// False for a point between two sentences that lack the blank: `in red.Made of wool`.
        private static func joins(_ part: WordParts.Part, in bytes: [UInt8]) -> Bool {
            switch part.link {
            case .letters:
                let place = part.bytes.lowerBound
                let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[place])
                let followsLower = place > 1 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[place - 2])
                return part.separator != "." || !isUpper || !followsLower
            case .numbers: return true
            case .apart, .adjacent: return false
            }
        }

        /// The parts that are a word, the first of them at a place.
        func parts(of word: String, at start: Int) -> Range<Int>? {
            guard start < parts.count else { return nil }
            if parts[start].text == word || parts[start].spelledOut == word { return start..<start + 1 }
            var joined = ""
            for end in start..<parts.count {
                joined += parts[end].text
                if joined.utf8.count >= word.utf8.count { return joined == word ? start..<end + 1 : nil }
            }
            return nil
        }

        /// The first parts that are a word. The last word is no other part that several of its kind make within a chain.
        func parts(of word: String, isLast: Bool) -> Range<Int>? {
            for start in parts.indices {
                guard let found = parts(of: word, at: start) else { continue }
                if !isLast || start == 0 || found.count == 1 { return found }
            }
            return nil
        }

        /// The text from the first to the last of some parts.
        func text(_ range: Range<Int>) -> String {
            let (first, last) = (parts[range.lowerBound], parts[range.upperBound - 1])
            return String(decoding: bytes[first.bytes.lowerBound..<last.bytes.upperBound], as: UTF8.self)
        }
    }
}
