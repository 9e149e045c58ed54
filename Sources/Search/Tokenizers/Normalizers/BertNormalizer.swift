/// The normalization of BERT: without controls, blanks around ideographs, without accents, lowercase; each if wanted.
struct BertNormalizer: Sendable {
    private let cleans: Bool
    private let spacesIdeographs: Bool
    private let stripsAccents: Bool
    private let lowercases: Bool

    init(_ section: Section) throws(TokenizerError) {
        try section.allow("clean_text", "handle_chinese_chars", "strip_accents", "lowercase")
        cleans = try section.flag("clean_text", default: true)
        spacesIdeographs = try section.flag("handle_chinese_chars", default: true)
        lowercases = try section.flag("lowercase", default: true)
        stripsAccents = try section.flag("strip_accents", default: lowercases)
    }

    func apply(to text: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result = text
        if cleans {
            result = result.compactMap { scalar -> Unicode.Scalar? in
                scalar.value == 0 || scalar.value == 0xFFFD || scalar.isControl ? nil : scalar.isSpace ? " " : scalar
            }
        }
        if spacesIdeographs, result.contains(where: \.isIdeograph) {
            result = result.flatMap { $0.isIdeograph ? [" ", $0, " "] : [$0] }
        }
        if stripsAccents { result = CanonicalForm.decomposed.apply(to: result).filter { !Self.isAccent($0) } }
        return lowercases ? result.lowercased() : result
    }

    /// A mark without width of Unicode 8.0.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300: false
        // Of other kinds since then.
        case 0x1885, 0x1886, 0xA9BD, 0x111C9: false
        case 0x1734, 0x1171E: true
        default: scalar.properties.generalCategory == .nonspacingMark && scalar.isOf(8, 0)
        }
    }
}
