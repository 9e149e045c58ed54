internal import Foundation

extension String {
    /// The text with some of its words replaced.
    ///
    /// - Parameter other: The text in place of a word, which it gets without letter case and accents; nil to keep it.
    func replacingWords(_ other: (String) -> String?) -> String {
        var result = ""
        var rest = self[...]
        while let start = rest.firstIndex(where: \.isWordPart) {
            result += rest[..<start]
            let end = rest[start...].firstIndex { !$0.isWordPart } ?? rest.endIndex
            let word = String(rest[start..<end])
            let folded = word.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased()
            result += other(folded) ?? word
            rest = rest[end...]
        }
        return result + rest
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}
