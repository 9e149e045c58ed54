internal import Essentials
internal import SQLite

/// An item that contains some of the words of the query.
package struct WordMatch: Hashable, Sendable {
    /// The slot of the item.
    package var slot: Int
    /// 0…1: near 1 when the item contains all words in fields of high weight, and small when it contains one of several
    /// in passing.
    package var relevance: Double
    /// The same beside a picture or colors, where words that its picture shows count nearly as much as those of its
    /// text.
    package var joined: Double
    /// The share of it that comes from words that its picture shows and its text lacks, 0…1.
    package var shown: Double

    init(slot: Int, relevance: Double, joined: Double? = nil, shown: Double = 0) {
        self.slot = slot
        self.relevance = relevance
        self.joined = joined ?? relevance
        self.shown = shown
    }
}

/// The items that contain the words of the query, or as many as any item, and what replaced the words that no item contains.
package struct WordMatches: Hashable, Sendable {
    /// A word that no item contains, and what was searched for instead.
    package struct Correction: Hashable, Sendable {
        /// The word of the query.
        package var word: String
        /// The words that were searched for instead, likeliest first.
        package var meant: [String]
        /// True if they mean much the same, and false if the word may be a misspelling of them.
        package var isRelated = false
    }

    /// Best first, ties by slot.
    package var matches: [WordMatch] = []
    /// Those with related terms first, each in the order of the words.
    package var corrections: [Correction] = []
    /// The query with its corrections, nil without one.
    package var corrected: String?
    /// The words that no item meets, as they were typed, where others are met.
    package var unmet: [String] = []
    /// The words that no item meets, as they were typed, where items of a near meaning were found.
    package var meant: [String] = []
    /// True where these are items whose pictures show what the words say.
    package var isSeen = false
    /// Query words found in the store, as typed.
    package var met: [String] = []
    /// The number of these words that a match must contain.
    package var needed = 0
}

extension Snapshot {
    /// Returns the items that contain the words of `text` in string, text or list attributes; where no item has all
    /// that some item has, those with the most of them.
    ///
    /// Items are ordered by BM25 over the stems of the words: a word counts the more, the fewer items contain it, the
    /// oftener an item contains it, and the higher the weight of its field (titles before categories and brands, these
    /// before tags, and tags before descriptions). The last word may be the beginning of one, unless something follows
    /// it. The very word comes before its singular and plural, and these before other words of its stem. Two words may be written as one and one as two. Items that contain a related term instead of a word come
    /// after those that contain the word. A word that no item contains, and no related term of it, is replaced by those
    /// that it may be a misspelling of, which count less. An item whose title, id or article number is the whole query
    /// comes first. Where some word is met by no item, those whose texts come near in meaning are found; see ``MeaningJoin``. Where
    /// pictures show a word, items whose text lacks it come after all that say it or a related term.
    /// Items that write a word without its signs, as `C` for `C++`, come after those that write it with them. Case and accents
    /// do not matter, and no character has a special meaning.
    ///
    /// - Parameter relatedWords: Where related terms come from; nil, the default, does without.
    package func wordMatches(_ text: String, relatedWords: RelatedWords? = nil) throws(SearchError) -> WordMatches {
        try wordMatches(text, relatedWords: relatedWords, among: nil) { _ in [] }
    }

    /// - Parameters:
    ///   - slots: The items that count; nil for all.
    ///   - alternatives: Words of which one is enough: they order the matches, which need none of them. Default none.
    ///   - joinsMeanings: Adds items whose texts come near in meaning.
    ///   - shown: Returns the items whose pictures show a word that the text lacks.
    func wordMatches(
        _ text: String, relatedWords: RelatedWords?, among slots: Bitmap?, alternatives: Set<String> = [],
        joinsMeanings: Bool = true, shown: (String) throws(SearchError) -> [Int]
    ) throws(SearchError) -> WordMatches {
        let ofLanguage = try storeWords()
        // Words that only ask: also those of the languages that dictionaries translate.
        let asking = relatedWords.map { PhraseLanguage.of(ofLanguage.language, with: $0.languages).functionWords }
        let query = QueryWords(text, stopWords: ofLanguage.stopWords)
        let words = query.words
        guard !words.isEmpty else { return WordMatches() }
        let index = try store.words.index(in: self)
        let catalog = CatalogTerms(database: database, revision: revision, stems: index.stems)
        let expansion = try relatedWords?.expansion(of: query, in: catalog)
        var scores = WordScores(index: index)
        var found = WordMatches()
        let vectors = relatedWords?.vectors
        var meaning = MeaningJoin.Query(words: words.count)
        func isNeeded(_ word: QueryWords.Word) -> Bool { !alternatives.contains(word.text) }
        func note(_ word: QueryWords.Word, isMet: Bool) {
            if !isMet { meaning.isMet = false }
            if !isMet { found.unmet.append(word.typed) } else if isNeeded(word) { found.met.append(word.typed) }
        }
        var unknown: [(word: QueryWords.Word, siblings: [RelatedTerm])] = []
        for (place, word) in words.enumerated() {
            let isWhole = try scores.find(word, in: database)
            for compound in word.joined.sorted() { try scores.find(compound: compound, in: database) }
            if !word.isUnspaced {
                for compound in Compounds.parts(of: word.text, isKnown: scores.hasFound) {
                    try scores.find(compound: compound, in: database)
                }
            }
            if let signs = word.signs { scores.prefer(try self.slots(writing: word.text, with: signs)) }
            let isSaid = scores.hasFound
            // The beginning of other words may not be meant as a word.
            let number = isWhole || !isSaid ? vectors?.number(ofForms: word.text) : nil
            if let number { meaning.numbers.append(number) }
            var related = expansion?.terms[place] ?? []
            if isSaid {
                related.removeAll { !isWhole || !$0.countsBesideWord }
            }
            let siblings = words.count > 1 ? related.filter { $0.relation == .sibling } : []
            related.removeAll { $0.relation == .sibling }
            for term in related { try scores.find(term, in: database) }
            guard isSaid || scores.hasRelated else {
                // A word that only asks, as in `show me red bags`, is no misspelling.
                if words.count > 1, (asking ?? ofLanguage.functionWords).contains(word.text) { continue }
                unknown.append((word, siblings))
                continue
            }
            for term in siblings { try scores.find(term, in: database) }
            if isWhole { scores.find(shownAt: try shown(word.text)) }
            let isMet = scores.add(weight: word.weight, isAlone: words.count == 1, isNeeded: isNeeded(word))
            note(word, isMet: isMet)
            if !isSaid {
                // A dictionary and the thesaurus may know the same term.
                var meant: [String] = []
                for term in related where !meant.contains(term.text) { meant.append(term.text) }
                found.corrections.append(.init(word: word.text, meant: meant, isRelated: true))
            }
        }
        for (word, siblings) in unknown {
            if word.isInitials {
                // Each letter has a point behind it on purpose.
                note(word, isMet: scores.add(weight: word.weight, isNeeded: isNeeded(word)))
                continue
            }
            let candidates = try store.words.near(word.text, slots: self.slots, at: revision, database)
            if word.isUnspaced, word.text.unicodeScalars.count > 1 {
                let meant = try scores.addParts(of: word, in: database)
                note(word, isMet: !meant.isEmpty)
                if !meant.isEmpty {
                    found.corrections.append(.init(word: word.text, meant: meant, isRelated: true))
                }
                continue
            }
            let hasMeaning = vectors?.number(ofForms: word.text) != nil
            let parts = Compounds.splits(of: word.text).map(Vocabulary.Candidate.init(parts:))
            // A word with a meaning of its own is taken for another one only where a single letter is off.
            let likely = hasMeaning ? candidates.filter { Misspelling.isSlip(word.text, $0.word) } : candidates
            var meant: [String] = []
            for (correction, weight) in try scores.weighed(likely + parts, in: database) {
                try scores.find(correction: correction, weight: weight, in: database)
                meant.append(correction)
            }
            if meant.isEmpty, !hasMeaning {
                for (term, weight) in try relatedWords?.corrections(of: word.text, in: catalog) ?? [] {
                    try scores.find(correction: term, weight: weight, in: database)
                    meant.append(term)
                }
            }
            if meant.isEmpty {
                for term in siblings { try scores.find(term, in: database) }
            }
            // A word without a correction still counts as missing.
            note(word, isMet: scores.add(weight: word.weight, isNeeded: isNeeded(word)))
            if !hasMeaning { meaning.hasUnknown = true }
            if !meant.isEmpty { found.corrections.append(.init(word: word.text, meant: meant)) }
        }
        let misspelled = found.corrections.filter { !$0.isRelated }
        if !misspelled.isEmpty { found.corrected = Words.corrected(text, misspelled) }
        let (matches, needed, meetable) = scores.matches(among: slots)
        found.needed = needed < meetable ? needed : found.met.count
        let all = joinsMeanings ? try withMeanings(matches, meaning, vectors, among: slots) : matches
        if all.count > matches.count {
            found.meant = found.unmet.filter { vectors?.number(ofForms: $0.lowercased()) != nil }
            found.unmet.removeAll(where: found.meant.contains)
        }
        found.matches = try withNamed(found.corrected ?? text, first: all)
        return found
    }

    /// Adds the items whose texts come near to what the query means.
    private func withMeanings(
        _ matches: [WordMatch], _ query: MeaningJoin.Query, _ vectors: WordVectors?, among slots: Bitmap?
    ) throws(SearchError) -> [WordMatch] {
        // If each word is met, items with the most of them are the hits; the meanings of all texts take a while to read.
        guard let vectors, !query.numbers.isEmpty, !query.isMet else { return matches }
        let join = MeaningJoin(meanings: try store.words.meanings(vectors, of: self), query: query)
        let counted = if let slots { slots } else { try live() }
        return join.joined(matches, among: counted)
    }

    /// A string in the language of FTS5, where nothing inside has a meaning.
    static func quoted(_ word: String) -> String { "\"" + word.replacing("\"", with: "\"\"") + "\"" }
}
