// Kinds of characters as the reference has them: some of its tables are of older versions of Unicode.
extension Unicode.Scalar {
    /// One of the version of Unicode, or an older one.
    func isOf(_ major: Int, _ minor: Int) -> Bool {
        guard value >= 0x80, let age = properties.age else { return value < 0x80 }
        return (age.major, age.minor) <= (major, minor)
    }

    /// `\w` of patterns: letters, marks, numbers and connectors.
    var isPatternWord: Bool {
        if value < 0x80 { return isASCIIWord }
        return isIn([.marks, .numbers, .connectors]) || properties.isAlphabetic
    }

    /// `\w` as UTS #18 has it, which the pre-tokenizer `Whitespace` and added tokens use.
    var isWord: Bool {
        if value < 0x80 { return isASCIIWord }
        return isIn([.marks, .digits, .connectors]) || properties.isAlphabetic || properties.isJoinControl
    }

    private var isASCIIWord: Bool {
        0x30...0x39 ~= value || 0x41...0x5A ~= value || 0x61...0x7A ~= value || value == 0x5F
    }

    var isSpace: Bool { value < 0x80 ? value == 0x20 || 0x09...0x0D ~= value : properties.isWhitespace }

    var isNumber: Bool { value < 0x80 ? 0x30...0x39 ~= value : isIn(.numbers) }

    /// Punctuation and symbols of ASCII, and the punctuation of Unicode 8.0.
    var isPunctuation: Bool {
        switch value {
        case 0..<0x80: 0x21...0x7E ~= value && !isASCIIWord || value == 0x5F
        // Of other kinds since then.
        case 0x166D, 0x111C9: true
        default: isIn(.punctuation) && isOf(8, 0)
        }
    }

    /// The characters that `clean_text` of BERT removes: controls, formats and private use of Unicode 8.0.
    var isControl: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x80: value < 0x20 || value == 0x7F
        case 0x8E2: false
        default:
            switch properties.generalCategory {
            case .control, .privateUse: true
            case .format: isOf(8, 0)
            default: false
            }
        }
    }

    /// The ideographs that BERT takes one by one; not all of Unicode.
    var isIdeograph: Bool {
        switch value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2A6DF, 0x2A700...0x2B81F,
            0x2B920...0x2CEAF, 0x2F800...0x2FA1F:
            true
        default: false
        }
    }
}
