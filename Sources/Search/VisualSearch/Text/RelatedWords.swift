internal import SQLite

/// The words of a query in other words: those of the shop's synonyms, of its dictionaries and of the thesaurus that the catalog
/// contains.
package final class RelatedWords: Sendable {
    private let thesaurus: Thesaurus?
    private let synonyms: Synonyms
    private let dictionaries: [any WordDictionary]
    /// The translations of words, which do not depend on the synonyms either.
    private let translated: RevisionCache<String, [RelatedTerm]>
    /// The meanings of words; nil does without.
    let vectors: WordVectors?
    /// The terms of the thesaurus, which do not depend on the synonyms.
    private let kept: RevisionCache<String, [RelatedTerm]>
    var bytes: Int { kept.bytes + translated.bytes }
    /// The words of the built-in thesaurus, read with the first word that nothing else explains.
    private static let builtInVocabulary = Thesaurus.builtIn.vocabulary

    /// The most related terms of one word.
    static let limit = 24
    /// The most words of a query that the thesaurus is asked about; longer texts say enough themselves.
    static let wordLimit = 10
    /// A shop's own synonym counts a little less than the word.
    private static let ownWeight = 0.95
    /// Letters of a word from which on a single slip is corrected to a term whose broader terms alone are in the catalog.
    private static let sureLength = 6
    private static let (joinedWeight, splitWeight, headWeight) = (0.95, 0.9, 0.35)

    init(
        thesaurus: Thesaurus?, synonyms: Synonyms, dictionaries: [any WordDictionary] = [], vectors: WordVectors? = nil
    ) {
        self.thesaurus = thesaurus
        self.synonyms = synonyms
        self.dictionaries = dictionaries
        self.vectors = vectors
        kept = RevisionCache(bytes: 4 << 20)
        translated = RevisionCache(bytes: 1 << 20)
    }

    private init(_ other: RelatedWords, adding synonyms: Synonyms) {
        (thesaurus, vectors, kept) = (other.thesaurus, other.vectors, other.kept)
        (dictionaries, translated) = (other.dictionaries, other.translated)
        self.synonyms = other.synonyms.merging(synonyms)
    }

    /// The same with further synonyms, for one search.
    func adding(_ synonyms: Synonyms) -> RelatedWords {
        synonyms.isEmpty ? self : RelatedWords(self, adding: synonyms)
    }

    /// Returns the related terms of each word of a query.
    func expansion(of query: QueryWords, in catalog: CatalogTerms) throws(SearchError) -> Expansion {
        var expansion = Expansion(words: query.words.count)
        if !synonyms.isEmpty {
            for (places, phrase) in query.phrases(upTo: synonyms.longest) {
                var found: [RelatedTerm] = []
                for text in synonyms[phrase] where try catalog.contains(text) {
                    found.append(RelatedTerm(text: text, weight: RelatedWords.ownWeight, relation: .synonym))
                }
                expansion.addOwn(found, to: places)
            }
        }
        if !dictionaries.isEmpty { try addTranslations(to: &expansion, of: query, in: catalog) }
        guard let thesaurus, query.words.count <= RelatedWords.wordLimit else { return expansion }
        let finder = SenseFinder(thesaurus: thesaurus, catalog: catalog)
        let phrases = query.phrases(upTo: 2)
        for (places, phrase) in phrases where places.count == 2 {
            expansion.add(
                try terms(of: phrase, catalog) { pair throws(SearchError) in
                    try RelatedWords.terms(ofPair: pair, finder)
                }, to: places)
        }
        for (places, word) in phrases where places.count == 1 {
            expansion.add(
                try terms(of: word, catalog) { word throws(SearchError) in
                    try RelatedWords.terms(ofWord: word, finder)
                }, to: places[0])
        }
        return expansion
    }

    /// Adds the translations of words that no item says, of two beside each other first.
    private func addTranslations(
        to expansion: inout Expansion, of query: QueryWords, in catalog: CatalogTerms
    ) throws(SearchError) {
        var isOpen: [Bool] = []
        for (place, word) in query.words.enumerated() {
            let isAsked = !word.isNumber && expansion.terms[place].isEmpty && place < RelatedWords.wordLimit
            isOpen.append(isAsked ? try !catalog.contains(word.text) : false)
        }
        for (places, _) in query.phrases(upTo: 2).sorted(by: { $0.words.count > $1.words.count }) {
            guard places.allSatisfy({ isOpen[$0] }) else { continue }
            let typed = places.map { query.words[$0].typed }.joined(separator: " ")
            let found = try translations(of: typed, catalog)
            if found.isEmpty { continue }
            expansion.addOwn(found, to: places)
            for place in places { isOpen[place] = false }
        }
    }

    /// The languages that the dictionaries translate from, as far as they are known.
    var languages: [CatalogLanguage] {
        dictionaries.compactMap { $0.language.flatMap(CatalogLanguage.init(rawValue:)) }
    }

    /// The translations of a word that some item says.
    func translations(of word: String, in catalog: CatalogTerms) throws(SearchError) -> [String] {
        dictionaries.isEmpty ? [] : try translations(of: word, catalog).map(\.text)
    }

    /// The translations of a term that some item says.
    private func translations(of term: String, _ catalog: CatalogTerms) throws(SearchError) -> [RelatedTerm] {
        try translated.value(
            for: term, at: catalog.revision,
            cost: { $0.reduce(64 + term.utf8.count) { $0 + 48 + $1.text.utf8.count } },
            make: { () throws(SearchError) in
                for dictionary in dictionaries {
                    for group in try dictionary.translations(of: term) {
                        var said: [RelatedTerm] = []
                        for text in group.map({ Words($0).joined(separator: " ") }) {
                            // Words such as "out of" tell nothing of an item.
                            let tells = text.split(separator: " ").contains {
                                !PhraseLanguage.english.functionWords.contains(String($0))
                            }
                            guard tells, said.count < RelatedWords.limit, try catalog.contains(text) else { continue }
                            said.append(
                                RelatedTerm(text: text, weight: RelatedWords.ownWeight, relation: .synonym))
                        }
                        if !said.isEmpty { return said }
                    }
                }
                return []
            })
    }

    /// The terms that a shop's own synonyms give for a word.
    func synonyms(of word: String) -> [String] { synonyms[word] }

    /// The terms of the catalog that the shop's own synonyms, or else the thesaurus, give for the word that another one may be a
    /// misspelling of, likeliest first, with their weights. A word of English is no misspelling of one of the thesaurus.
    func corrections(
        of word: String, in catalog: CatalogTerms
    ) throws(SearchError) -> [(term: String, weight: Double)] {
        if let meant = synonyms.correction(of: word) {
            var terms: [(String, Double)] = []
            for term in synonyms[meant] where try catalog.contains(term) {
                terms.append((term, WordScores.synonymOfSlip))
            }
            if !terms.isEmpty { return terms }
        }
        guard thesaurus != nil, !RelatedWords.isEnglish(word), !knows(word) else { return [] }
        // The thesaurus has no plurals.
        let near = RelatedWords.builtInVocabulary.near(WordForms(word).all).flatMap(\.self)
        for candidate in near.sorted(by: { ($0.cost, $0.word) < ($1.cost, $1.word) })
        where RelatedWords.isEnglish(candidate.word) {
            // Nearly every short word is a slip away from some term, and that has something broader in the catalog.
            let isSure = word.count >= RelatedWords.sureLength && Misspelling.isSlip(word, candidate.word)
            let terms = try terms(of: candidate.word, in: catalog).filter {
                $0.countsBesideWord || isSure && $0.relation != .sibling
            }
            guard !terms.isEmpty else { continue }
            return terms.map { ($0.text, WordScores.synonymOfSlip * $0.weight) }
        }
        return []
    }

    /// True for a usual word of English, in any form.
    private static func isEnglish(_ word: String) -> Bool {
        WordVectors.builtIn.number(ofForms: word) != nil || PhraseLanguage.english.functionWords.contains(word)
    }

    /// The terms of the thesaurus for one word, kept as those of ``expansion(of:in:)``.
    func terms(of word: String, in catalog: CatalogTerms) throws(SearchError) -> [RelatedTerm] {
        guard let thesaurus else { return [] }
        let finder = SenseFinder(thesaurus: thesaurus, catalog: catalog)
        return try terms(of: word, catalog) { word throws(SearchError) in
            try RelatedWords.terms(ofWord: word, finder)
        }
    }

    /// True if the thesaurus or the vectors have some form of the word.
    func knows(_ word: String) -> Bool {
        if vectors?.number(ofForms: word) != nil { return true }
        return WordForms(word).all.contains { thesaurus?.senses(of: $0).isEmpty == false }
    }

    private func terms(
        of text: String, _ catalog: CatalogTerms, find: (String) throws(SearchError) -> [RelatedTerm]
    ) throws(SearchError) -> [RelatedTerm] {
        try kept.value(
            for: text, at: catalog.revision,
            cost: { $0.reduce(64 + text.utf8.count) { $0 + 48 + $1.text.utf8.count } },
            make: { () throws(SearchError) in try find(text) })
    }

    /// Two neighboring words, as a term or written as one word.
    private static func terms(
        ofPair pair: String, _ finder: SenseFinder
    ) throws(SearchError) -> [RelatedTerm] {
        let joined = pair.replacing(" ", with: "")
        var found = try finder.terms(of: WordForms(pair).all + WordForms(joined).all)
        if try finder.catalog.contains(joined) {
            found.insert(RelatedTerm(text: joined, weight: joinedWeight, relation: .synonym), at: 0)
        }
        return Array(found.prefix(limit))
    }

    /// One word, which may be a compound of two: such words are split where no item contains them.
    private static func terms(
        ofWord word: String, _ finder: SenseFinder
    ) throws(SearchError) -> [RelatedTerm] {
        var found = try finder.terms(of: WordForms(word).all)
        let splits = Compounds.pairs(of: word, shortest: Compounds.shortestPart)
        guard !splits.isEmpty, try !finder.catalog.contains(word) else { return found }
        for (first, second) in splits where try finder.catalog.contains(first + " " + second) {
            found.insert(RelatedTerm(text: first + " " + second, weight: splitWeight, relation: .synonym), at: 0)
        }
        if found.isEmpty {
            // Its last part tells what it is: a houseplant is a plant.
            for (first, second) in splits where second.count > 3 && finder.knows(first) && finder.knows(second) {
                guard try finder.catalog.contains(second) else { continue }
                found.append(RelatedTerm(text: second, weight: headWeight, relation: .broader))
                break
            }
        }
        return Array(found.prefix(limit))
    }
}

/// Which terms some item contains, at one revision.
struct CatalogTerms {
    let database: Database
    let revision: Int
    /// The table that stems are looked up in.
    let stems: String

    /// Returns true if some item contains the term: its stems, or its very words.
    func contains(_ term: String, asStems: Bool = true) throws(SearchError) -> Bool {
        let table = asStems ? stems : "words"
        return try database.integer(
            "SELECT EXISTS(SELECT 1 FROM \(table) WHERE \(table) MATCH ?)", .text(Snapshot.quoted(term))) > 0
    }
}
