internal import SQLite

/// Words of a query or of a rule, spelled as rules compare them: without the blanks between them, so that `t-shirt` is
/// `tshirt` and `iphone 15` is `iphone15`, as for a search. Numbers beside each other stay two: 2 5 is not 25.
struct RuleSpelling {
    private(set) var text = ""

    init(_ words: some Sequence<String> = EmptyCollection()) {
        for word in words { append(word) }
    }

    mutating func append(_ word: String) {
        if text.unicodeScalars.last?.isNumber == true, word.unicodeScalars.first?.isNumber == true { text += " " }
        text += word
    }

    /// The most words of a query that are compared with a phrase; it may write each of its words as two.
    static let wordLimit = 2 * SearchRule.phraseWords

    /// Calls `body` with the spelling of each word, and of those with the words after it, of at most so many bytes.
    static func eachRun(of words: [String], bytes limit: Int = .max, _ body: (String) -> Void) {
        for start in words.indices {
            var run = RuleSpelling()
            for word in words[start...].prefix(wordLimit) {
                run.append(word)
                if run.text.utf8.count > limit { break }
                body(run.text)
            }
        }
    }
}

/// A phrase of a rule.
struct RulePhrase {
    let words: [String]
    var spelling: String { RuleSpelling(words).text }
    /// The letters of its spelling.
    let letters: [Unicode.Scalar]

    init(_ words: [String]) {
        self.words = words
        letters = Array(RuleSpelling(words).text.unicodeScalars)
    }

    /// The places of the letters with which words begin.
    private var starts: [Int] {
        var spelling = RuleSpelling()
        return words.map { word in
            spelling.append(word)
            return spelling.text.unicodeScalars.count - word.unicodeScalars.count
        }
    }

    /// Returns the words of this phrase, taken apart where another phrase begins and ends in it: `t shirt` of `tshirt`
    /// for `shirt`. Nil where it does not have the letters of the other one.
    ///
    /// - Returns: The words, and true where none was taken apart.
    func taken(apart other: RulePhrase) -> (words: [String], isWhole: Bool)? {
        guard let first = other.letters.first, other.letters.count <= letters.count else { return nil }
        var found: Range<Int>?
        var starts: [Int] = []
        for place in 0...letters.count - other.letters.count where letters[place] == first {
            let range = place..<place + other.letters.count
            guard letters[range].elementsEqual(other.letters), mayCut(range.lowerBound), mayCut(range.upperBound) else {
                continue
            }
            if starts.isEmpty { starts = self.starts }
            if starts.contains(place), isEnd(range.upperBound, starts) { return (words, true) }
            if found == nil { found = range }
        }
        guard let found else { return nil }
        let cuts = Set(starts + [found.lowerBound, found.upperBound, letters.count]).sorted()
        let parts = zip(cuts, cuts.dropFirst()).map { letters[$0..<$1].drop { $0 == " " } }
        return (
            parts.map { part in String(String.UnicodeScalarView(part.prefix { $0 != " " })) }.filter { !$0.isEmpty },
            false
        )
    }

    private func isEnd(_ place: Int, _ starts: [Int]) -> Bool {
        place == letters.count || letters[place] == " " || starts.contains(place)
    }

    /// False between the digits of a number, whose parts would be two.
    private func mayCut(_ place: Int) -> Bool {
        guard letters.indices.contains(place), place > 0 else { return true }
        return !letters[place - 1].isNumber || !letters[place].isNumber
    }

    /// The shorter one of the texts that have both phrases, without taking words apart: `red bag strap` for `red bag` and
    /// `bag strap`.
    func joined(with other: RulePhrase) -> [String] {
        let pair = [(words, other.words), (other.words, words)].map { first, second in
            let shared = (0...min(first.count, second.count)).last { first.suffix($0) == second.prefix($0) } ?? 0
            return first + second.dropFirst(shared)
        }
        return pair[1].count < pair[0].count ? pair[1] : pair[0]
    }
}

extension SearchRule.Words {
    /// The phrases that a query has one of. Of a match of any word, the words, and each with the next one: `t`, `shirt`
    /// and `t shirt`.
    var sequences: [[String]] {
        let all = phrases.map { Array(VisualSearch.Words($0)) }
        guard match == .any else { return all }
        return all.flatMap { words in words.map { [$0] } + zip(words, words.dropFirst()).map { [$0, $1] } }
    }
}
