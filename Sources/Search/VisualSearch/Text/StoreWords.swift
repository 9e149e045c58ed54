/// The words of the language of a store: those that only fill a text, and the forms of all others.
struct StoreWords: Sendable {
    let language: CatalogLanguage
    /// Words that nearly every text has; they only fill a question.
    let stopWords: Set<String>
    /// Words that carry no meaning of their own, stop words among them.
    let functionWords: Set<String>
    private let rules: LanguageWords?

    static let english = StoreWords(
        language: .english, stopWords: QueryWords.stopWords, functionWords: PhraseLanguage.english.functionWords,
        rules: nil)

    /// People mix languages: those of English go along, but for words that the language has with another meaning.
    static func of(_ language: CatalogLanguage) -> StoreWords {
        guard language != .english, let rules = PhraseLanguage.alone(language).words else { return .english }
        let phrases = PhraseLanguage.of(language)
        return StoreWords(
            language: language,
            stopWords: QueryWords.stopWords.subtracting(phrases.otherwise).union(rules.stopWords),
            functionWords: phrases.functionWords, rules: rules)
    }

    /// The other forms of a word: singulars, plurals and genders.
    func others(of word: String) -> [String] {
        let english = WordForms(word).others
        guard let rules else { return english }
        let own = rules.others(of: word)
        return own + english.filter { !own.contains($0) }
    }
}

extension Snapshot {
    /// The words of the language of the store.
    func storeWords() throws(SearchError) -> StoreWords {
        let language = try self.language().language
        return language == .english ? .english : store.words.storeWords(language)
    }
}
