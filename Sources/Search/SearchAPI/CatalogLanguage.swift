/// A language that the words of a catalog may be in: its typed conditions, its stop words and the forms of its words are known.
public enum CatalogLanguage: String, CaseIterable, Hashable, Sendable, Codable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case italian = "it"
    case dutch = "nl"

    /// The code of two letters, as ISO 639 has it.
    public var code: String { rawValue }

    /// The English name.
    public var name: String {
        switch self {
        case .english: "English"
        case .german: "German"
        case .french: "French"
        case .spanish: "Spanish"
        case .italian: "Italian"
        case .dutch: "Dutch"
        }
    }

    /// Reads a code.
    ///
    /// - Parameter code: Two letters, such as `de`.
    /// - Throws: `invalidArgument` for any other text, with the code that was probably meant: `de` for `german`.
    public init(code: String) throws(SearchError) {
        if let known = CatalogLanguage(rawValue: code) {
            self = known
            return
        }
        let all = CatalogLanguage.allCases.map { "\($0.code) (\($0.name))" }.joined(separator: ", ")
        let meant = CatalogLanguage.meant(by: code).map { "; did you mean `\($0.code)`?" } ?? ""
        throw .invalidArgument("the language `\(code.prefix(40))` is unknown: known are \(all)\(meant)")
    }

    /// The language that a text other than a code probably means: its name in English or in itself, a code of three letters, or a
    /// code with a region; nil for any other text.
    package static func meant(by text: String) -> CatalogLanguage? {
        let folded = text.lowercased()
        if let known = CatalogLanguage(other: folded) { return known }
        let first = folded.prefix { $0 != "-" && $0 != "_" }
        if first.count < folded.count, let known = CatalogLanguage(other: String(first)) { return known }
        guard folded.utf8.count <= 16 else { return nil }
        let letters = Array(folded.unicodeScalars)
        return allCases.flatMap { language in language.names.map { (language, $0) } }
            .compactMap { language, name in
                name.count < 5
                    ? nil : editDistance(letters, Array(name.unicodeScalars), limit: 2).map { (language, $0) }
            }.min { $0.1 < $1.1 }?.0
    }

    /// The language by a code of two or three letters or by a name.
    package init?(other text: String) {
        guard let known = CatalogLanguage.allCases.first(where: { $0.code == text || $0.names.contains(text) }) else {
            return nil
        }
        self = known
    }

    /// Names in English and in the language, and codes of three letters, in small letters.
    private var names: [String] {
        switch self {
        case .english: ["english", "eng"]
        case .german: ["german", "deutsch", "deu", "ger"]
        case .french: ["french", "français", "francais", "fra", "fre"]
        case .spanish: ["spanish", "español", "espanol", "castellano", "spa"]
        case .italian: ["italian", "italiano", "ita"]
        case .dutch: ["dutch", "nederlands", "nld", "dut"]
        }
    }
}
