internal import SQLite

/// The signs that belong to a word and that the index of words does not have: the pluses of `C++`, the point of `.NET`.
struct WordSigns: Hashable {
    /// One sign before the word, behind a blank or another mark.
    private(set) var before = ""
    /// The signs behind the word.
    private(set) var after = ""

    init() {}

    private static let marksBefore: [Unicode.Scalar: String] = [
        "#": "#", "\u{FF03}": "#", "@": "@", "\u{FF20}": "@", ".": ".",
    ]
    private static let marksAfter: [Unicode.Scalar: String] = [
        "#": "#", "\u{FF03}": "#", "\u{266F}": "#", "+": "+", "\u{FF0B}": "+",
    ]

    /// - Parameter isRun: True if the signs behind the word are followed by another word at once: `red+blue`, `c++11`.
    private init(of bytes: Range<Int>, in text: String, isRun: inout Bool) {
        let scalars = text.unicodeScalars
        let start = text.utf8.index(text.startIndex, offsetBy: bytes.lowerBound)
        var place = text.utf8.index(text.startIndex, offsetBy: bytes.upperBound)
        while place < scalars.endIndex, let mark = Self.marksAfter[scalars[place]] {
            after += mark
            place = scalars.index(after: place)
        }
        isRun = place < scalars.endIndex && Words.isPart(scalars[place])
        guard start > scalars.startIndex else { return }
        let last = scalars.index(before: start)
        guard let mark = Self.marksBefore[scalars[last]] else { return }
        if last > scalars.startIndex {
            let other = scalars[scalars.index(before: last)]
            if Words.isPart(other) || Self.marksBefore[other] != nil { return }
        }
        before = mark
    }

    /// The signs of a word in a text of an item.
    init(of bytes: Range<Int>, in text: String) {
        var isRun = false
        self.init(of: bytes, in: text, isRun: &isRun)
    }

    /// The signs of a word that somebody typed; nil for none. A single plus between two words, as in `red+blue`, joins them.
    init?(typed bytes: Range<Int>, in text: String) {
        var isRun = false
        self.init(of: bytes, in: text, isRun: &isRun)
        if isRun, after.count == 1 { after = "" }
        if before.isEmpty, after.isEmpty { return nil }
    }

    /// True if a word of an item has all of these signs: a `.NET` in a text may end a sentence with a plus, a `C++` is no `C+`.
    func areMet(by other: WordSigns) -> Bool {
        (before.isEmpty || before == other.before) && (after.isEmpty || after == other.after)
    }

    /// The folded words of a text with the signs of each.
    static func words(of text: String) -> [(text: String, signs: WordSigns)] {
        WordParts(text).parts.map { ($0.text, WordSigns(of: $0.bytes, in: text)) }
    }
}

extension Snapshot {
    /// Items whose texts are read for the signs of a word.
    private static let signsRead = 20_000

    /// The slots of items that write a word with some signs, among the first 20,000 that contain it.
    func slots(writing word: String, with signs: WordSigns) throws(SearchError) -> Bitmap {
        var slots = Bitmap(size: self.slots)
        let marks = Set((signs.before + signs.after).utf8)
        // Of a number such as 2.5, the signs before belong to the first part and those behind to the last.
        let parts = word.split(separator: " ").map(String.init)
        try database.each(
            "SELECT rowid, * FROM words WHERE words MATCH ? LIMIT ?", .text(Snapshot.quoted(word)),
            .integer(Snapshot.signsRead)
        ) { row in
            let slot = row.integer(0)
            guard slot >= 0, slot < self.slots else { return }
            // As many columns as the form of the file has; past the last one all are empty.
            for column in WordColumn.allCases.indices where !slots[slot] {
                let text = row.text(1 + column)
                guard text.utf8.contains(where: { marks.contains($0) || $0 >= 0x80 }) else { continue }
                let words = WordSigns.words(of: text)
                for start in words.indices where words[start].text == parts[0] {
                    guard parts.count == 1 || words[start...].prefix(parts.count).map(\.text) == parts else { continue }
                    let last = words[start + parts.count - 1].signs
                    if let found = WordSigns(from: words[start].signs, to: last), signs.areMet(by: found) {
                        slots[slot] = true
                    }
                }
            }
        }
        return slots
    }
}

extension WordSigns {
    /// The signs before the first and behind the last part of a number; nil without any.
    init?(from first: WordSigns?, to last: WordSigns?) {
        guard let signs = first ?? last else { return nil }
        self = signs
        before = first?.before ?? ""
        after = last?.after ?? ""
        if before.isEmpty, after.isEmpty { return nil }
    }
}
