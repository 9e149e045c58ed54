internal import SQLite

/// The words of a text: runs of letters and digits, without case and accents, in their order.
///
/// The index of words cuts and folds alike, see ``WordTokens``. Where a script has no blanks between words, all of it is
/// one word here, and each letter one in the index.
struct Words: Sequence {
    private let text: String

    init(_ text: String) { self.text = text }

    func makeIterator() -> AnyIterator<String> {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            var parts = WordParts(text).parts[...]
            return AnyIterator { parts.popFirst()?.text }
        }
        var rest = text.lowercased().unicodeScalars[...]
        return AnyIterator {
            guard let start = rest.firstIndex(where: Words.isPart) else { return nil }
            let end = rest[start...].firstIndex { !Words.isPart($0) } ?? rest.endIndex
            let word = String(rest[start..<end])
            rest = rest[end...]
            return word
        }
    }

    static func isPart(_ scalar: Unicode.Scalar) -> Bool { FoldedScalar.of(scalar).kind != .separator }

    /// Returns a text with other words in place of some of its words, which are given folded.
    static func replaced(in text: String, _ other: [String: String]) -> String {
        var bytes = Array(text.utf8)
        for part in WordParts(text).parts.reversed() {
            if let other = other[part.text] { bytes.replaceSubrange(part.bytes, with: other.utf8) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a text with the likeliest corrections in place of its words.
    static func corrected(_ text: String, _ corrections: [WordMatches.Correction]) -> String {
        replaced(in: text, Dictionary(corrections.map { ($0.word, $0.meant[0]) }) { first, _ in first })
    }
}

extension WordMatches {
    /// Returns the text of the query without the words that no item contains and that were replaced.
    package func withoutReplaced(_ text: String) -> String {
        Words.replaced(in: text, Dictionary(corrections.map { ($0.word, "") }) { first, _ in first })
    }
}
