internal import SQLite

/// The meanings of sequences of words, found by the longest that begins at a word.
struct PhraseTable<Meaning: Sendable & Decodable>: Sendable, Decodable {
    private var meanings: [String: Meaning] = [:]
    private var longest = 0
    /// The words of all sequences.
    private var words: Set<String> = []

    /// Reads an object with the sequences as names, several with bars between them, and their meanings.
    init(from decoder: any Decoder) throws {
        for (list, meaning) in try [String: Meaning](from: decoder) {
            for phrase in list.split(separator: "|") {
                let parts = WordParts(String(phrase)).parts
                insert(parts.map(\.text), meaning)
                // Some write ae for ä.
                let spelledOut = parts.map { $0.spelledOut ?? $0.text }
                if meanings[spelledOut.joined(separator: " ")] == nil { insert(spelledOut, meaning) }
            }
        }
    }

    mutating func insert(_ words: [String], _ meaning: Meaning) {
        meanings[words.joined(separator: " ")] = meaning
        longest = max(longest, words.count)
        self.words.formUnion(words)
    }

    /// The same sequences with other meanings.
    func mapped(_ change: (Meaning) -> Meaning) -> PhraseTable {
        var mapped = self
        mapped.meanings = meanings.mapValues(change)
        return mapped
    }

    /// Adds the sequences of another table that this one lacks.
    ///
    /// - Parameters:
    ///   - isBarred: True for a sequence that is not added.
    ///   - replaces: True for a meaning of this table in whose place the other one comes. Default: none.
    mutating func add(
        _ other: PhraseTable, unless isBarred: (String) -> Bool,
        replacing replaces: (Meaning, Meaning) -> Bool = { _, _ in false }
    ) {
        for (sequence, meaning) in other.meanings where !isBarred(sequence) {
            if let own = meanings[sequence], !replaces(own, meaning) { continue }
            insert(sequence.split(separator: " ").map(String.init), meaning)
        }
    }

    /// The meaning of one word, or of several with blanks between them.
    subscript(words: String) -> Meaning? { meanings[words] }

    func contains(_ words: String) -> Bool { meanings[words] != nil }

    /// The sequences with a meaning that passes, in their order.
    func sequences(_ passes: (Meaning) -> Bool) -> [String] {
        meanings.filter { passes($0.value) }.keys.sorted()
    }

    /// True for a word of some sequence.
    func has(_ word: String) -> Bool { words.contains(word) }

    /// The longest sequence that begins at a token and ends before `end`.
    func match(in text: PhraseText, at start: Int, before end: Int) -> (meaning: Meaning, end: Int)? {
        for stop in stride(from: min(start + longest, end), to: start, by: -1) {
            if let meaning = meanings[text.words(start..<stop)], text.isUnbroken(start..<stop) {
                return (meaning, stop)
            }
        }
        return nil
    }

    /// The longest sequence that ends before a token.
    func match(in text: PhraseText, endingAt end: Int, from first: Int) -> (meaning: Meaning, start: Int)? {
        for start in max(first, end - longest)..<max(end, max(first, end - longest)) {
            if let meaning = meanings[text.words(start..<end)], text.isUnbroken(start..<end) { return (meaning, start) }
        }
        return nil
    }
}
