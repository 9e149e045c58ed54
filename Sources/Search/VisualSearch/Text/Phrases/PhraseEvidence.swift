/// The evidence of a catalog's items, which tells a value from a word that is part of a name.
protocol PhraseEvidence {
    /// Returns how many items of a sample say words in their names, one after the other, and how many of these have one of
    /// the values.
    ///
    /// - Parameter others: Values that all of the items have.
    func support(
        _ words: String, _ group: PhraseCatalog.Group, among others: [PhraseCatalog.Group]
    ) throws(SearchError) -> PhraseSupport

    /// The same for a flag.
    func support(_ words: String, _ flag: Bool, of field: Int) throws(SearchError) -> PhraseSupport

    /// True if the name of some item has the words, one after the other.
    func isName(_ words: String) throws(SearchError) -> Bool

    /// True if some item says the word anywhere.
    func isKnown(_ word: String) throws(SearchError) -> Bool

    /// True if some item that has one of the values says the word anywhere.
    func isSaid(_ word: String, with group: PhraseCatalog.Group) throws(SearchError) -> Bool

    /// True if some item says a word that begins with these letters.
    func isBeginning(_ letters: String) throws(SearchError) -> Bool

    /// The terms that a shop's own synonyms give for a word.
    func synonyms(of word: String) -> [String]

    /// The terms that items say and that dictionaries give for a word, as it was typed; none for a word that some item says.
    func translations(of word: String) throws(SearchError) -> [String]

    /// The terms of the thesaurus that items say in place of a word, likeliest first.
    func related(to word: String) throws(SearchError) -> [RelatedTerm]

    /// True for a word of the language, which a slip seldom makes.
    func isWord(_ word: String) -> Bool

    /// The words that items say and that a word may be a misspelling of, likeliest first.
    func corrections(of word: String) throws(SearchError) -> [String]
}

/// Items that say some words, and those among them that have a value.
struct PhraseSupport: Hashable, Sendable {
    var items: Int
    var having: Int

    /// The least share of items that say the words and have the value, so that the words mean it.
    static let least = 0.9

    /// True where no item contradicts, or hardly one.
    var agrees: Bool { Double(having) >= Self.least * Double(items) }
}
