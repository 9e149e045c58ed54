internal import Essentials

/// The translations in an entry of a dictionary of FreeDict.
enum DictionaryEntry {
    /// Beginnings of lines that hold no translations.
    private static let others = ["Synonym", "Antonym", "see:", "Note:", "\"", "{"]
    /// The most words of a translation; longer ones explain.
    private static let longest = 4

    static func translations(in entry: String) -> [String] {
        var found: [String] = []
        // The first line repeats the word with its sound and its kind.
        for line in entry.split(whereSeparator: \.isNewline).dropFirst() {
            let line = line.trimmingBlanks()
            if line.isEmpty || others.contains(where: line.hasPrefix) { continue }
            for part in withoutRemarks(line).split(whereSeparator: { ",;".contains($0) }) {
                let text = term(part)
                if !text.isEmpty, !found.contains(text) { found.append(text) }
            }
        }
        return found
    }

    /// A translation in small letters, without the number of its sense and the `to` of a verb; empty for other texts.
    private static func term(_ part: Substring) -> String {
        var words = part.lowercased().split(separator: " ")
        if let first = words.first, first.hasSuffix("."), first.dropLast().allSatisfy(\.isNumber) {
            words.removeFirst()
        }
        if words.count > 1, words[0] == "to" { words.removeFirst() }
        let isText = words.allSatisfy { $0.allSatisfy { $0.isLetter || "-'’".contains($0) } }
        return isText && (1...longest).contains(words.count) ? words.joined(separator: " ") : ""
    }

    /// The line without what stands in brackets and between slashes.
    private static func withoutRemarks(_ line: String) -> String {
        let pairs: [Character: Character] = ["[": "]", "<": ">", "(": ")", "{": "}", "/": "/", "\"": "\""]
        var (kept, closing, before) = ("", nil as Character?, Character(" "))
        for character in line {
            defer { before = character }
            if let awaited = closing {
                if character == awaited { closing = nil }
            } else if let end = pairs[character], character != "/" || before == " " {
                closing = end
                kept.append(" ")
            } else {
                kept.append(character)
            }
        }
        return kept
    }
}
