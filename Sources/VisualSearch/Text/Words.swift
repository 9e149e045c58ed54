internal import Foundation

/// The words of a text: runs of letters and digits, without case and accents, in their order.
///
/// The index of words cuts alike (SQLite's `unicode61` without diacritics), up to rare scripts.
struct Words: Sequence {
    private let folded: String

    init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        folded =
            isPlain
            ? text.lowercased()
            : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased()
    }

    func makeIterator() -> AnyIterator<String> {
        var rest = folded.unicodeScalars[...]
        return AnyIterator {
            guard let start = rest.firstIndex(where: Words.isPart) else { return nil }
            let end = rest[start...].firstIndex { !Words.isPart($0) } ?? rest.endIndex
            let word = String(rest[start..<end])
            rest = rest[end...]
            return word
        }
    }

    static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 {
            return (scalar >= "a" && scalar <= "z") || (scalar >= "0" && scalar <= "9")
                || (scalar >= "A" && scalar <= "Z")
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark:
            return true
        default: return false
        }
    }

    /// Returns a text with the likeliest corrections in place of its words.
    static func corrected(_ text: String, _ corrections: [WordMatches.Correction]) -> String {
        let meant = Dictionary(corrections.map { ($0.word, $0.meant[0]) }) { first, _ in first }
        var result = ""
        var rest = text.unicodeScalars[...]
        while let first = rest.first {
            let isWord = isPart(first)
            let end = rest.firstIndex { isPart($0) != isWord } ?? rest.endIndex
            let part = String(rest[..<end])
            result += isWord ? meant[Words(part).joined()] ?? part : part
            rest = rest[end...]
        }
        return result
    }
}
