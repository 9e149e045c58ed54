internal import Essentials

/// The effect of one scalar of a text on its words.
///
/// Case, width, accents, and the strokes of Latin letters go; so do the marks of Arabic and Hebrew that are mostly left
/// out. Marks that are letters stay: the vowel signs of Indic scripts, and the breve that tells й from и.
package struct FoldedScalar: Sendable {
    package enum Kind: Sendable {
        /// Ends a word.
        case separator
        /// Changes nothing.
        case ignored
        /// A mark on the letter before it.
        case mark
        /// A letter or a digit.
        case letter
        /// A letter of a script that is written without blanks between words.
        case unspaced
    }

    package private(set) var kind: Kind
    /// A fraction is cut by the blanks in it.
    private(set) var scalars: [Unicode.Scalar] = []

    package static func of(_ scalar: Unicode.Scalar) -> FoldedScalar {
        switch scalar.value {
        case 0..<0x80: ascii[Int(scalar.value)]
        case 0x80..<0x530: near[Int(scalar.value) - 0x80]
        case 0x530..<0x2000: far[Int(scalar.value) - 0x530]
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: FoldedScalar(kind: .unspaced, scalars: [scalar])
        default: FoldedScalar(scalar)
        }
    }

    private init(kind: Kind, scalars: [Unicode.Scalar]) { (self.kind, self.scalars) = (kind, scalars) }

    // Made when the first such letter comes.
    private static let ascii = table(0..<0x80)
    private static let near = table(0x80..<0x530)
    private static let far = table(0x530..<0x2000)

    private static func table(_ values: Range<UInt32>) -> [FoldedScalar] {
        values.map { value in
            Unicode.Scalar(value).map { FoldedScalar($0) } ?? FoldedScalar(kind: .separator, scalars: [])
        }
    }

    private init(_ scalar: Unicode.Scalar) {
        kind = .separator
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark:
            (kind, scalars) = (.mark, Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars))
        case .format:
            // A blank without width is one between words all the same.
            kind = scalar.value == 0x200B ? .separator : .ignored
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            read(scalar)
        default: break
        }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        kind = scalar.isUnspaced ? .unspaced : .letter
        switch scalar.value {
        case 0x640: kind = .ignored
        // The marks of voice behind kana of half width.
        case 0xFF9E, 0xFF9F: (kind, scalars) = (.mark, [scalar.value == 0xFF9E ? "\u{3099}" : "\u{309A}"])
        case 0x0E00..<0x0F00, 0x1000..<0x1200, 0x3041..<0x3100, 0xAC00..<0xD7A4: scalars = [scalar]
        default:
            if let digit = scalar.digit {
                scalars = [digit]
                return
            }
            let plain = String(scalar).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
            scalars = plain.flatMap(FoldedScalar.plain)
            if plain.contains("\u{2044}") { scalars = [" "] + scalars + [" "] }
            if kind == .letter, scalars.contains(where: \.isUnspaced) { kind = .unspaced }
        }
    }

    /// A scalar without case and compatibility forms.
    private static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let other = others[scalar] { return Array(other.unicodeScalars) }
        if scalar.value < 0x80 { return scalar.properties.isAlphabetic || scalar.digit != nil ? [scalar] : [] }
        if scalar == "\u{2044}" { return [" "] }
        if scalar.properties.numericType != nil, let digit = scalar.digit { return [digit] }
        // A letter with a stroke or a hook has no other form in Unicode than its name: LATIN SMALL LETTER L WITH STROKE.
        if let name = scalar.properties.name, name.hasPrefix("LATIN SMALL LETTER ") {
            let letter = name.dropFirst(19).prefix { $0 != " " }.lowercased()
            if letter.utf8.count == 1, name.contains(" WITH ") { return Array(letter.unicodeScalars) }
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .otherPunctuation, .mathSymbol, .openPunctuation, .closePunctuation: return []
        default: return [scalar]
        }
    }

    /// Letters that are written with others, or that people do not tell apart.
    private static let others: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ı": "i", "ȷ": "j", "ŋ": "n", "ĸ": "k", "ς": "σ",
        // As the umlaut, it is also written oe.
        "ø": "o\u{308}",
        "ٱ": "ا", "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك",
    ]
}

extension Unicode.Scalar {
    /// True for scripts that are written without blanks between words, and Korean, which leaves many out.
    package var isUnspaced: Bool {
        switch value {
        case 0x0E00..<0x0F00, 0x1000..<0x10A0, 0x1100..<0x1200, 0x1780..<0x1800, 0x2E80..<0x2FE0, 0x3005...0x3007,
            0x3021...0x3029, 0x3031...0x303C, 0x3041..<0x3100, 0x3100..<0x31C0, 0x31F0..<0x3200, 0x3400..<0x4DC0,
            0x4E00..<0xA000, 0xA960..<0xA980, 0xAA60..<0xAA80, 0xAC00..<0xD800, 0xF900..<0xFB00, 0x1B000..<0x1B170,
            0x20000..<0x40000:
            properties.numericType != .decimal
        default: false
        }
    }

    /// The digit of a decimal number in any script.
    var digit: Unicode.Scalar? {
        guard properties.numericType == .decimal, let number = properties.numericValue else { return nil }
        return Unicode.Scalar(0x30 + UInt8(number))
    }

    package var isNumber: Bool { properties.numericType != nil && !isUnspaced }

    /// True for marks that do not make another letter: accents, and the points of Arabic and Hebrew.
    var isAccent: Bool {
        switch value {
        case 0x300..<0x370, 0x483..<0x48A, 0x591..<0x5C8, 0x610..<0x61B, 0x64B..<0x660, 0x670, 0x6D6..<0x6EE, 0x711,
            0x730..<0x74B, 0x1AB0..<0x1B00, 0x1DC0..<0x1E00, 0x20D0..<0x2100, 0xFE00..<0xFE10, 0xFE20..<0xFE30,
            0xE0100..<0xE01F0:
            true
        default: false
        }
    }
}
