/// The forms of an English word, or of two: as it is, its singulars, and its plurals.
struct WordForms {
    private let word: String

    init(_ word: String) { self.word = word }

    /// The word itself first, then what it may be the plural of: those that a thesaurus may have.
    var all: [String] {
        var forms = [word]
        func add(_ form: String) {
            if form.count > 1, !forms.contains(form) { forms.append(form) }
        }
        if let singular = WordForms.irregular(word, from: \.plural, to: \.singular) { add(singular) }
        for (plural, singulars) in WordForms.endings where word.hasSuffix(plural) && word.count > plural.count + 1 {
            for ending in singulars { add(word.dropLast(plural.count) + ending) }
        }
        // Neither glass nor canvas nor tennis is a plural.
        let isSingular = ["ss", "us", "is"].contains { word.hasSuffix($0) }
        if word.hasSuffix("s"), !isSingular, word.count > 3 { add(String(word.dropLast())) }
        return forms
    }

    /// The other forms of the word, singulars and plurals.
    var others: [String] {
        guard word.count > 1, word.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
            return []
        }
        var forms = Array(all.dropFirst())
        if let plural = WordForms.irregular(word, from: \.singular, to: \.plural) { forms.append(plural) }
        for (plural, singulars) in WordForms.endings {
            for ending in singulars where !ending.isEmpty && word.hasSuffix(ending) && word.count > ending.count + 1 {
                forms.append(word.dropLast(ending.count) + plural)
            }
        }
        forms += [word + "s", word + "es"]
        return forms.filter { $0 != word }
    }

    /// The singular of a plural in `s`; nil for any other word.
    var plainSingular: String? {
        word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 2 ? String(word.dropLast()) : nil
    }

    /// Endings of plurals, and what stands there in the singular.
    private static let endings: [(plural: String, singulars: [String])] = [
        ("ies", ["y"]), ("ves", ["f", "fe"]), ("zzes", ["z"]), ("sses", ["s"]), ("ses", ["s", "se"]),
        ("xes", ["x"]), ("zes", ["z"]), ("ches", ["ch"]), ("shes", ["sh"]), ("oes", ["o"]),
        ("ices", ["ix", "ex"]),
    ]

    /// The words whose plural no ending tells, also as the last part of others: women, firemen.
    private static func irregular(
        _ word: String, from: KeyPath<Irregular, String>, to: KeyPath<Irregular, String>
    ) -> String? {
        for pair in irregulars where word.hasSuffix(pair[keyPath: from]) {
            return word.dropLast(pair[keyPath: from].count) + pair[keyPath: to]
        }
        return nil
    }

    private struct Irregular {
        var singular: String
        var plural: String
    }

    private static let irregulars = [
        ("woman", "women"), ("man", "men"), ("child", "children"), ("tooth", "teeth"), ("foot", "feet"),
        ("goose", "geese"), ("mouse", "mice"), ("louse", "lice"), ("person", "people"), ("die", "dice"),
        ("ox", "oxen"), ("cactus", "cacti"), ("fungus", "fungi"), ("nucleus", "nuclei"), ("radius", "radii"),
        ("stimulus", "stimuli"), ("axis", "axes"), ("basis", "bases"), ("crisis", "crises"), ("oasis", "oases"),
        ("medium", "media"), ("criterion", "criteria"), ("phenomenon", "phenomena"), ("penny", "pence"),
    ].map(Irregular.init)
}
