extension PhraseReader {
    /// The values that a word stands for that no item says.
    struct Meaning {
        var groups: [PhraseCatalog.Group]
        /// False where only a negation takes them, as they are several.
        var isCertain: Bool
        /// True where the word itself finds nothing: it is not searched for beside its condition.
        var isSilent = false
    }

    /// Corrects words of conditions and words that no item says, and notes the values that synonyms stand for.
    ///
    /// - Returns: The typed words, by token, in whose place only a negation takes the correction.
    mutating func substitute() throws(SearchError) -> [Int: String] {
        var guesses: [Int: String] = [:]
        let namesPeople = catalog.field(.people) != nil
        for place in text.tokens.indices where !isTaken[place] && isContent(place) {
            let word = text.tokens[place].text
            guard word.count > 2, catalog.groups(word).isEmpty, !language.hasMeaning(word),
                !catalog.fields.contains(where: { $0.words.contains(word) })
            else { continue }
            let own = groups(of: evidence.synonyms(of: word))
            if !own.isEmpty {
                meanings[place] = Meaning(groups: own, isCertain: true)
                continue
            }
            let isKnown = try evidence.isKnown(word)
            if let color = try color(of: word, at: place, isKnown: isKnown) {
                meanings[place] = color
                continue
            }
            if isKnown { continue }
            if namesPeople, language.people.contains(word) { continue }
            if let meant = language.meant(by: word), !evidence.isWord(word) {
                correct(place, meant)
                continue
            }
            if language.mayNegate(word), !evidence.isWord(word) { unclear.insert(place) }
            let translations = try evidence.translations(of: text.typed(text.tokens[place].bytes))
            if !translations.isEmpty {
                let found = groups(of: translations)
                if !found.isEmpty {
                    let isCertain = found.count == 1 && found[0].values.count == 1
                    meanings[place] = Meaning(groups: found, isCertain: isCertain)
                }
                continue
            }
            let related = try evidence.related(to: word).filter { $0.relation != .sibling }
            guard related.isEmpty else {
                meanings[place] = meaning(of: related)
                continue
            }
            guard let meant = try correction(of: word) else { continue }
            correct(place, meant)
            if try !isCertain(meant, at: place, typed: word) { guesses[place] = word }
        }
        return guesses
    }

    /// The values of the color that a word of the language names, as English or another language spells them.
    private func color(of word: String, at place: Int, isKnown: Bool) throws(SearchError) -> Meaning? {
        guard let meant = language.colors[word] else { return nil }
        // Of a language beside that of the store only where no item says the word.
        if isKnown, language.guestColors?.contains(word) == true { return nil }
        let names = Set(meant.split(separator: "|").map(String.init))
        let others = language.colors.sequences { !names.isDisjoint(with: $0.split(separator: "|").map(String.init)) }
        let found = groups(of: names.sorted() + others).filter { catalog.fields[$0.field].role == .color }
        guard !found.isEmpty else { return nil }
        var isSilent = !isKnown
        if isSilent { isSilent = try evidence.translations(of: text.typed(text.tokens[place].bytes)).isEmpty }
        return Meaning(groups: found, isCertain: true, isSilent: isSilent)
    }

    private mutating func correct(_ place: Int, _ meant: String) {
        typed[place] = text.tokens[place].text
        text.tokens[place].text = meant
    }

    /// Takes back what only a negation needed.
    mutating func withdraw(_ guesses: [Int: String]) {
        for (place, word) in guesses where !isTaken[place] { text.tokens[place].text = word }
        meanings = meanings.filter(\.value.isCertain)
    }

    /// The likeliest word of the catalog: one that items say, or one of the name of a flag.
    private func correction(of word: String) throws(SearchError) -> String? {
        let flags = catalog.fields.lazy.filter { $0.type == .bool }.flatMap(\.words)
        if let flag = flags.first(where: { $0.count > 3 && Misspelling.isSlip(word, $0) }) { return flag }
        return try evidence.corrections(of: word).first
    }

    /// True where one slip of the finger was made, and the word is not the beginning of another one that is still typed.
    private func isCertain(_ meant: String, at place: Int, typed word: String) throws(SearchError) -> Bool {
        guard Misspelling.isSlip(word, meant), !evidence.isWord(word) else { return false }
        if place < text.count - 1 || !text.tail.isEmpty { return true }
        return try !evidence.isBeginning(word)
    }

    private func groups(of terms: [String]) -> [PhraseCatalog.Group] {
        var groups: [PhraseCatalog.Group] = []
        for group in terms.flatMap(catalog.groups) {
            if let index = groups.firstIndex(where: { $0.field == group.field }) {
                groups[index].values += group.values.filter { !groups[index].values.contains($0) }
            } else {
                groups.append(group)
            }
        }
        return groups
    }

    /// The values among related terms: those that mean the same, else the nearest broader color or material. Narrower terms
    /// are too many: a bag is a case, and `without case` speaks of no bag.
    private func meaning(of related: [RelatedTerm]) -> Meaning? {
        let same = groups(of: related.filter { $0.relation == .synonym && $0.countsBesideWord }.map(\.text))
        if !same.isEmpty { return Meaning(groups: same, isCertain: same.count == 1 && same[0].values.count == 1) }
        for term in related where term.relation == .broader {
            let found = catalog.groups(term.text).filter {
                [.color, .material].contains(catalog.fields[$0.field].role)
            }
            if !found.isEmpty { return Meaning(groups: found, isCertain: found[0].values.count == 1) }
        }
        return nil
    }
}

extension PhraseLanguage {
    /// True for a word that two slips may have made of a negation.
    func mayNegate(_ word: String) -> Bool {
        let letters = Array(word.unicodeScalars)
        return slips.contains { other in
            other.count > 5 && negations.has(other)
                && editDistance(letters, Array(other.unicodeScalars), limit: 2) != nil
        }
    }

    /// The word of a condition that a word is a slip of: a single letter is off, and of three letters two are swapped.
    func meant(by word: String) -> String? {
        let letters = Array(word.unicodeScalars)
        let cost = EditCost(letters)
        return slips.filter { other in
            guard Misspelling.isSlip(word, other) else { return false }
            return other.count > 3 || (letters.count == other.count && Set(word) == Set(other))
        }.min { cost.cost(of: Array($0.unicodeScalars)) < cost.cost(of: Array($1.unicodeScalars)) }
    }
}
