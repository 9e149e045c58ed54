/// The forms of an English word, or of two, that a thesaurus may have: as it is, and as a singular.
struct WordForms {
    private let word: String

    init(_ word: String) { self.word = word }

    /// The word itself first.
    var all: [String] {
        var forms = [word]
        let endings: [(plural: String, singulars: [String])] = [
            ("ies", ["y"]), ("ves", ["f", "fe"]), ("es", [""]), ("s", [""]),
        ]
        for (plural, singulars) in endings where word.hasSuffix(plural) && !word.hasSuffix("ss") {
            guard word.count > plural.count + 2 else { continue }
            forms += singulars.map { word.dropLast(plural.count) + $0 }
        }
        return forms
    }

    /// The singular of a plural in `s`; nil for any other word.
    var plainSingular: String? {
        word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 2 ? String(word.dropLast()) : nil
    }
}
