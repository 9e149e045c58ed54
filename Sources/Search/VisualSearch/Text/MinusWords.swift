internal import SQLite

/// The words of a query with a minus before them: `red bag -leather -"knee high"`. Items that contain one of them are left
/// out.
///
/// The minus stands at the beginning or after a blank, and a letter or a quotation mark follows it at once: `t-shirt`, `x-ray`,
/// `red - blue` and `-5` have none, and `-"5"` has one.
struct MinusWords: Hashable, Sendable {
    /// A word, or words that follow each other.
    struct Part: Hashable, Sendable {
        /// As it was typed, with its minus.
        var typed: String
        /// The folded words but the last one, each with a blank behind it.
        var before: String
        /// The last word, and all words as one where they may be written so.
        var last: [String]
        /// Another spelling of the only word.
        var spelledOut: String?

        /// In the language of FTS5: the words, with the last one in its forms, as they may be spelled.
        func expression(_ words: StoreWords) -> String {
            var spellings = ([last[0]] + words.others(of: last[0])).map { before + $0 }
            for joined in last.dropFirst() { spellings += [joined] + words.others(of: joined) }
            if let spelledOut { spellings.append(spelledOut) }
            return spellings.map(Snapshot.quoted).joined(separator: " OR ")
        }
    }

    /// The text with a blank in place of each of their Unicode scalars, so that the places of all others stay.
    let rest: String
    let parts: [Part]

    /// The most parts of a query.
    static let limit = 32

    private static let minuses = Set("-\u{2212}".unicodeScalars)
    private static let quotes: [Unicode.Scalar: Unicode.Scalar] = [
        "\"": "\"", "\u{201C}": "\u{201D}", "\u{201E}": "\u{201C}", "\u{AB}": "\u{BB}",
    ]

    /// - Parameter isRead: False keeps the whole text. Default true.
    init(_ text: String, isRead: Bool = true) {
        guard isRead, text.unicodeScalars.contains(where: Self.minuses.contains) else {
            (rest, parts) = (text, [])
            return
        }
        let scalars = Array(text.unicodeScalars)
        var kept = String.UnicodeScalarView()
        var parts: [Part] = []
        var place = 0
        while place < scalars.count {
            let isFirst = place == 0 || scalars[place - 1].properties.isWhitespace
            if isFirst, Self.minuses.contains(scalars[place]), let (part, end) = Self.part(scalars, after: place) {
                parts.append(part)
                kept.append(contentsOf: repeatElement(" ", count: end - place))
                place = end
            } else {
                kept.append(scalars[place])
                place += 1
            }
        }
        rest = String(kept)
        self.parts = parts
    }

    /// The parts as they were typed, with blanks between them.
    var typed: String { parts.map(\.typed).joined(separator: " ") }

    /// A text in place of ``rest`` with the parts behind it.
    func added(to rest: String) -> String {
        parts.isEmpty ? rest : rest.split(separator: " ").joined(separator: " ") + " " + typed
    }

    /// The words that follow a minus, and the place where they end; nil where that is no word.
    private static func part(_ scalars: [Unicode.Scalar], after minus: Int) -> (part: Part, end: Int)? {
        let start = minus + 1
        guard start < scalars.count else { return nil }
        if let closing = quotes[scalars[start]] {
            // Without its end, a quotation goes on to the end of the text.
            let end = scalars[(start + 1)...].firstIndex(of: closing) ?? scalars.count
            let stop = min(end + 1, scalars.count)
            return part(scalars[(start + 1)..<end], typed: scalars[minus..<stop], isQuoted: true).map { ($0, stop) }
        }
        guard Words.isPart(scalars[start]), scalars[start].properties.generalCategory != .decimalNumber else {
            return nil
        }
        let end = scalars[start...].firstIndex { $0.properties.isWhitespace } ?? scalars.count
        return part(scalars[start..<end], typed: scalars[minus..<end], isQuoted: false).map { ($0, end) }
    }

    private static func part(
        _ scalars: ArraySlice<Unicode.Scalar>, typed: ArraySlice<Unicode.Scalar>, isQuoted: Bool
    ) -> Part? {
        let parts = WordParts(String(String.UnicodeScalarView(scalars))).parts
        let words = parts.map(\.text)
        guard let last = words.last else { return nil }
        // T-shirts are also tshirts, and a Bär is a Baer.
        return Part(
            typed: String(String.UnicodeScalarView(typed)), before: words.dropLast().map { $0 + " " }.joined(),
            last: words.count > 1 && !isQuoted ? [last, words.joined()] : [last],
            spelledOut: words.count == 1 ? parts[0].spelledOut : nil)
    }
}

extension Snapshot {
    /// The slots of items that contain some words in one of their string, text or list attributes; nil for no words.
    func slots(with words: MinusWords) throws(SearchError) -> Bitmap? {
        guard !words.parts.isEmpty else { return nil }
        let ofLanguage = try storeWords()
        var found: Bitmap?
        for part in words.parts {
            let slots = try database.slots(
                "SELECT rowid FROM words WHERE words MATCH ?", .text(part.expression(ofLanguage)), below: slots)
            if found == nil { found = slots } else { found?.formUnion(slots) }
        }
        return found
    }
}

extension SearchRequest.Query {
    /// The words of the text that items are to be left out by, and the text without them.
    var minusWords: MinusWords { MinusWords(text ?? "", isRead: mayHaveMinusWords) }

    /// The text without words with a minus; nil without other words.
    var wantedText: String? {
        guard text != nil else { return nil }
        let rest = minusWords.rest
        return rest.contains { !$0.isWhitespace } ? rest : nil
    }
}
