internal import Essentials

/// The language of a catalog by its own words: words such as `with` and the names of colors, each of which only one language has, and,
/// where the texts say few of them, the names of its columns.
package struct LanguageGuess: Sendable {
    private var votes: [CatalogLanguage: Int] = [:]
    private var columns: [CatalogLanguage: Int] = [:]

    /// The fewest words of a language, and its least share of those of all languages.
    private static let (least, share) = (3, 0.6)
    /// The fewest names of columns.
    private static let leastColumns = 2
    /// The items whose texts are read, spread over the store, and the characters of each text.
    static let (sample, textLimit) = (256, 600)

    package init() {}

    /// Counts the words of a text, each once.
    package mutating func add(_ text: String) {
        for word in Set(Words(text)) {
            if let language = LanguageGuess.telling[word] { votes[language, default: 0] += 1 }
        }
    }

    /// Counts the name of a column.
    package mutating func add(column name: String) {
        if let language = LanguageGuess.columnNames[Words(name).joined(separator: " ")] {
            columns[language, default: 0] += 1
        }
    }

    /// English where neither texts nor columns tell.
    package var language: CatalogLanguage {
        let all = votes.values.reduce(0, +)
        if all >= LanguageGuess.least {
            guard let best = votes.max(by: { ($0.value, $1.key.code) < ($1.value, $0.key.code) }),
                Double(best.value) >= LanguageGuess.share * Double(all)
            else { return .english }
            return best.key
        }
        guard columns.count == 1, let named = columns.first, named.value >= LanguageGuess.leastColumns,
            votes.keys.allSatisfy({ $0 == named.key })
        else { return .english }
        return named.key
    }

    /// The words that only one language has.
    private static let telling = ofOne { language in
        let (alone, english) = (PhraseLanguage.alone(language), PhraseLanguage.english)
        if language == .english { return alone.functionWords.union(englishColors) }
        // English texts have words such as the Dutch `door`, and perfumes `pour homme`.
        let others = english.otherwise.union(english.recipients).union(englishColors)
        return alone.functionWords.union(alone.colors.sequences { _ in true }).filter { word in
            word.count > 1 && !word.contains(" ") && others.isDisjoint(with: WordForms(word).all)
        }
    }

    /// The English names of the colors that the other languages have names for.
    private static let englishColors = Set(
        CatalogLanguage.allCases.flatMap { language -> [String] in
            let colors = PhraseLanguage.alone(language).colors
            return colors.sequences { _ in true }.flatMap { name in
                (colors[name] ?? "").split(separator: "|").map(String.init)
            }
        })

    private static let columnNames = ofOne { PhraseLanguage.alone($0).words?.columns ?? [] }

    /// The words that one language has and no other, with that language.
    private static func ofOne(_ words: (CatalogLanguage) -> Set<String>) -> [String: CatalogLanguage] {
        var found: [String: CatalogLanguage] = [:]
        var shared: Set<String> = []
        for language in CatalogLanguage.allCases {
            for word in words(language) where found.updateValue(language, forKey: word) != nil { shared.insert(word) }
        }
        return found.filter { !shared.contains($0.key) }
    }
}
