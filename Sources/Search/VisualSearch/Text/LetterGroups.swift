internal import SQLite

/// The words of a text as groups of three letters, which still agree in part where a letter was read wrongly.
enum LetterGroups {
    /// The letters of a text that count. A page of a book has more, and its beginning tells it from others.
    private static let mostLetters = 4096
    /// A model reads many shorter words that nobody wrote: the edge of a box is an l or a 1.
    private static let fewestLetters = 3
    private static let blank = UInt64(0x20)

    /// The groups of a text, each once: those of every word with a blank before and behind it. Words are cut and folded as
    /// the index of words does. Numbers do not count, nor do words that are digits for the most part: prices of a shelf are the
    /// same beside different products. A digit among letters may be a letter that was read wrongly. Words of one or two letters
    /// do not count either, but in scripts that write words without blanks.
    static func of(_ text: String) -> Set<UInt64> {
        var groups: Set<UInt64> = []
        var left = mostLetters
        for word in Words(text) {
            let letters = Array(word.unicodeScalars)
            let digits = letters.count { $0.properties.numericType == .decimal }
            guard 2 * digits < letters.count,
                letters.count >= fewestLetters || letters.contains(where: { FoldedScalar.of($0).kind == .unspaced })
            else { continue }
            let values = [blank] + letters.map { UInt64($0.value) } + [blank]
            for place in 2..<values.count {
                groups.insert(values[place - 2] << 42 | values[place - 1] << 21 | values[place])
            }
            left -= letters.count
            if left <= 0 { break }
        }
        return groups
    }
}
