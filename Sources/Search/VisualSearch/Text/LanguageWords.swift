/// The stop words, the endings and the names of columns of a language but English.
struct LanguageWords: Sendable, Decodable {
    /// Endings of which one stands for another in the forms of one word.
    struct Forms: Sendable, Decodable {
        /// With bars between them. `V` stands for each vowel and `C` for each consonant, the same one in all endings: `VVC|VCe`
        /// has `ood|ode`, of `rood` and `rode`.
        var endings: String
        /// The least letters before the ending.
        var shortest: Int
    }

    /// Words that nearly every text has.
    var stopWords: Set<String>
    private var forms: [Forms]
    /// Words that only look like forms of each other.
    private var apart: Set<String>
    /// Names of columns that only this language has.
    var columns: Set<String>

    private static let vowels = "aeiou"
    private static let consonants = "bdfgklmnprstz"

    /// Folds the words as the index does, and writes the endings with vowels and consonants out.
    func prepared() -> LanguageWords {
        var all = self
        (all.stopWords, all.apart, all.columns) = (stopWords.foldedWords, apart.foldedWords, columns.foldedWords)
        all.forms = forms.flatMap { form in
            guard form.endings.contains("C") else { return [form] }
            return LanguageWords.vowels.flatMap { vowel in
                LanguageWords.consonants.map { consonant in
                    let endings = form.endings.replacing("V", with: String(vowel))
                        .replacing("C", with: String(consonant))
                    return Forms(endings: endings, shortest: form.shortest)
                }
            }
        }
        return all
    }

    /// The other forms that the rules give for a folded word; some are no words.
    func others(of word: String) -> [String] {
        guard word.count > 2, !apart.contains(word), word.unicodeScalars.allSatisfy(\.properties.isAlphabetic) else {
            return []
        }
        var found: [String] = []
        for form in forms {
            let endings = form.endings.split(separator: "|", omittingEmptySubsequences: false)
            for ending in endings where word.hasSuffix(ending) && word.count >= ending.count + form.shortest {
                let base = word.dropLast(ending.count)
                for other in endings where other != ending {
                    let text = String(base + other)
                    if text.count > 2, !apart.contains(text), !found.contains(text), text != word { found.append(text) }
                }
            }
        }
        return found
    }
}

extension Set<String> {
    /// The words as the index of words folds them.
    var foldedWords: Set<String> { Set(map { Words($0).joined(separator: " ") }) }
}
