/// The words of a line of bash. Readline has words of its own, which also end at `=` and `:`.
struct BashLine {
    /// The words without their quotes; the last one is empty after a blank.
    private(set) var words: [String] = []
    /// The quote that the end of the line stands in.
    private(set) var quote: Character?

    init(_ line: some StringProtocol) {
        var word: String? = ""
        var isEscaped = false
        for character in line {
            if isEscaped {
                // Between double quotes, a backslash stays before most characters.
                word = (word ?? "") + (quote == "\"" && !"$`\"\\".contains(character) ? "\\" : "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character == " " || character == "\t" {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        words.append(word ?? "")
    }

    /// The words as replacements for the word that readline sees at the end of the line.
    func replacements(_ proposals: [String], of shown: String) -> [String] {
        let typed = words.last ?? ""
        let shown = BashLine(shown).words.last ?? ""
        let kept = typed.hasSuffix(shown) ? typed.count - shown.count : 0
        return proposals.map { String($0.dropFirst(kept)) }.compactMap { word -> String? in
            if quote != nil { return word.contains { "'\"\\$`".contains($0) } ? nil : word }
            return word.map { $0.isPlain ? String($0) : "\\" + String($0) }.joined()
        }
    }
}

extension Character {
    /// True for a character that no shell gives a meaning of its own.
    fileprivate var isPlain: Bool { isLetter || isNumber || !isASCII || "_-./:=,@%+".contains(self) }
}
