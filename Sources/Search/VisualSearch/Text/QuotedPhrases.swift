internal import SQLite

/// The parts of a query in quotation marks: `"leather chair"`. Items say the words of each one after the other.
///
/// The mark stands at the beginning or after a blank, and a letter or a digit follows it at once; one alone, as in `15" screen`,
/// quotes nothing. One word in marks is searched for as without them.
struct QuotedPhrases {
    /// As they were typed, without the marks.
    let texts: [String]

    /// The most phrases of a query.
    static let limit = 8

    private static let closing: [Character: Set<Character>] = [
        "\"": ["\""], "\u{201C}": ["\u{201D}", "\u{201C}"], "\u{201D}": ["\u{201D}"],
        "\u{201E}": ["\u{201C}", "\u{201D}"], "\u{AB}": ["\u{BB}"], "\u{BB}": ["\u{AB}"],
    ]

    init(_ text: String) {
        var texts: [String] = []
        var rest = text[...]
        var before: Character = " "
        while let first = rest.first, texts.count < Self.limit {
            rest = rest.dropFirst()
            defer { before = first }
            guard before.isWhitespace, let closing = Self.closing[first],
                let end = rest.firstIndex(where: closing.contains), let start = rest.first,
                start.isLetter || start.isNumber
            else { continue }
            let quoted = String(rest[..<end])
            if WordParts(quoted).parts.count > 1 { texts.append(quoted) }
            rest = rest[end...].dropFirst()
        }
        self.texts = texts
    }
}

extension Snapshot {
    /// The slots of items that say each of the phrases that any item says; nil without one.
    func slots(saying quoted: QuotedPhrases) throws(SearchError) -> Bitmap? {
        var found: Bitmap?
        for text in quoted.texts {
            let words = WordParts(text).parts.map(\.text).joined(separator: " ")
            let slots = try database.slots(
                "SELECT rowid FROM words WHERE words MATCH ?", .text(Snapshot.quoted(words)), below: slots)
            if slots.isEmpty { continue }
            if found == nil { found = slots } else { found?.formIntersection(slots) }
        }
        return found
    }
}

extension SearchRequest.Query {
    /// The phrases in quotation marks that items have to say; none where marks are not read.
    var quotedPhrases: QuotedPhrases { QuotedPhrases(readsMinus ? wantedText ?? "" : "") }
}
