extension Character {
    /// The columns that a terminal gives the character, with half-width voice marks, which take one column.
    var columns: Int { firstColumns + unicodeScalars.dropFirst().count { (0xFF9E...0xFF9F).contains($0.value) } }

    /// The columns of the first letter: 2 for the wide ones of East Asia and for emoji (Unicode
    /// Standard Annex 11, wide and full-width), 0 for what has no place of its own.
    private var firstColumns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) { return 2 }
        switch first.value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0xFEFF: return 0
        case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x1F200...0x1F2FF,
            0x20000...0x3FFFD:
            return 2
        default:
            return [.nonspacingMark, .enclosingMark].contains(first.properties.generalCategory) ? 0 : 1
        }
    }
}

extension StringProtocol {
    /// The columns that a terminal gives the text.
    var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension String {
    /// The beginning of the text that fits, with `…` where something is missing.
    func cut(to width: Int) -> String {
        if columns <= width { return self }
        var left = width - 1
        return left < 0
            ? ""
            : prefix { character in
                left -= character.columns
                return left >= 0
            } + "…"
    }

    /// The end of the text that fits, with `…` where something is missing.
    func cutAtFront(to width: Int) -> String {
        if columns <= width { return self }
        return String(String(reversed()).cut(to: width).reversed())
    }

    /// The text with blanks up to a width.
    func filled(to width: Int) -> String { self + String(repeating: " ", count: max(width - columns, 0)) }

    /// Lines of whole words that fit, and of parts of a word that is wider. A text that fits is one line as it is.
    func folded(to width: Int) -> [String] {
        if columns <= width { return [self] }
        var lines: [String] = []
        var (line, used) = ("", 0)
        for word in split(separator: " ") {
            let length = word.columns
            if used > 0, used + 1 + length <= width {
                line += " " + word
                used += 1 + length
                continue
            }
            if used > 0 { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                if used > 0, used + character.columns > width {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += character.columns
            }
        }
        return used > 0 ? lines + [line] : lines
    }
}
