internal import CSearchData
internal import Essentials
internal import SQLite

extension PhraseLanguage {
    /// The English words, with those that carry no meaning anywhere.
    static let english = alone(.english)

    /// The words of one language, with those that carry no meaning anywhere.
    static func alone(_ language: CatalogLanguage) -> PhraseLanguage {
        switch language {
        case .english: Single.english
        case .german: Single.german
        case .french: Single.french
        case .spanish: Single.spanish
        case .italian: Single.italian
        case .dutch: Single.dutch
        }
    }

    /// Each read when it is first needed.
    private enum Single {
        // Safe: each function gives constant bytes, with their count.
        static let english = unsafe read(LinkedBytes(csd_phrases), QueryWords.stopWords)
        static let german = unsafe read(LinkedBytes(csd_phrases_de))
        static let french = unsafe read(LinkedBytes(csd_phrases_fr))
        static let spanish = unsafe read(LinkedBytes(csd_phrases_es))
        static let italian = unsafe read(LinkedBytes(csd_phrases_it))
        static let dutch = unsafe read(LinkedBytes(csd_phrases_nl))

        private static func read(_ bytes: LinkedBytes, _ stopWords: Set<String> = []) -> PhraseLanguage {
            var language = bytes.read { try PhraseLanguage(json: $0.all) }
            language.functionWords.formUnion(language.words?.stopWords ?? stopWords)
            return language
        }
    }

    /// The words of a language with those of others beside them, and of English: people mix. Where two languages read a word
    /// differently, the first one counts.
    static func of(_ language: CatalogLanguage, with others: [CatalogLanguage] = []) -> PhraseLanguage {
        var guests: [CatalogLanguage] = []
        for guest in others + [.english] where guest != language && !guests.contains(guest) { guests.append(guest) }
        if guests.isEmpty { return alone(language) }
        let key = [language] + guests
        if let known = known.withLock({ $0[key] }) { return known }
        var all = guests.reduce(alone(language)) { $0.adding(alone($1)) }
        if language != .english { all.addEnglishColors() }
        known.withLock { $0[key] = all }
        return all
    }

    private static let known = Locked<[[CatalogLanguage]: PhraseLanguage]>([:])

    /// The way in which a text writes its numbers: that of the first language, unless the text has words of another one alone.
    func numbers(of text: String) -> PhraseText.Numbers {
        var writing = self
        if let joined, let first = joined.first {
            let words = Set(Words(text))
            let isOwn = words.contains { word in
                first.hasMeaning(word) && !joined.dropFirst().contains { $0.hasMeaning(word) }
            }
            let other = joined.dropFirst().first { guest in
                words.contains { guest.hasMeaning($0) && !first.hasMeaning($0) }
            }
            writing = isOwn ? first : other ?? first
        }
        return PhraseText.Numbers(decimal: writing.decimal, groupsByBlank: writing.groupsByBlank)
    }

    /// Folds the words as texts are folded, and adds the forms of the names of colors.
    mutating func fold() {
        for set in PhraseLanguage.sets + [\.functionWords, \.otherwise] {
            self[keyPath: set] = self[keyPath: set].foldedWords
        }
        negationEndings = negationEndings.map { Words($0).joined(separator: " ") }
        slips = slips.map { Words($0).joined(separator: " ") }
        words = words?.prepared()
        guard let words else { return }
        for name in colors.sequences({ _ in true }) where !name.contains(" ") {
            for form in words.others(of: name) where !colors.contains(form) {
                if let meaning = colors[name] { colors.insert([form], meaning) }
            }
        }
    }

    private static var sets: [WritableKeyPath<PhraseLanguage, Set<String>>] {
        [
            \.comparisonEnds, \.rangeWords, \.photoWords, \.recipients, \.fillers, \.makers, \.either, \.headEnds,
            \.ages,
            \.negationsEnd,
        ]
    }

    /// Adds the English names of the colors to those of the language: they are values that catalogs have.
    private mutating func addEnglishColors() {
        for name in colors.sequences({ _ in true }) {
            guard let meaning = colors[name] else { continue }
            for english in meaning.split(separator: "|").map(String.init)
            where !colors.contains(english) && !claims(english) && !negations.contains(english) {
                colors.insert(english.split(separator: " ").map(String.init), meaning)
                guestColors?.insert(english)
            }
        }
    }

    /// True for a word, or several, that mean something in conditions, other than a negation.
    private func claims(_ words: String) -> Bool {
        otherwise.contains(words) || comparatives.contains(words) || trailing.contains(words) || ranges.contains(words)
            || rangeWords.contains(words) || dateWords.contains(words) || fillers.contains(words)
            || either.contains(words) || makers.contains(words) || headEnds.contains(words)
            || recipients.contains(words)
            || negationJoins.contains(words) || flags.contains(words) || orders.contains(words)
            || roles.contains(words)
    }

    /// The same with the words of another language, as far as this one does not read them itself.
    private func adding(_ guest: PhraseLanguage) -> PhraseLanguage {
        var all = self
        let isTaken = { (words: String) in claims(words) }
        // A word that negates here is never read as anything else.
        let isTakenOrNegates = { (words: String) in isTaken(words) || negations.contains(words) }
        all.comparatives.add(guest.comparatives, unless: isTakenOrNegates)
        all.trailing.add(guest.trailing, unless: isTakenOrNegates)
        all.ranges.add(guest.ranges, unless: isTakenOrNegates)
        all.months.add(guest.months, unless: isTakenOrNegates)
        all.dateWords.add(guest.dateWords, unless: isTakenOrNegates)
        all.currencies.add(guest.currencies, unless: isTakenOrNegates)
        all.units.add(guest.units, unless: isTakenOrNegates)
        // A chip is in the first language.
        let labels = orders.sequences { _ in true }.compactMap { orders[$0] }
        let own = guest.orders.mapped { order in
            labels.first { $0.role == order.role && $0.isAscending == order.isAscending } ?? order
        }
        all.orders.add(own, unless: isTakenOrNegates)
        all.flags.add(guest.flags, unless: isTakenOrNegates)
        all.people.add(guest.people, unless: isTakenOrNegates)
        all.counted.add(guest.counted, unless: isTakenOrNegates)
        all.roles.add(guest.roles, unless: isTakenOrNegates)
        all.negationJoins.add(guest.negationJoins, unless: { isTaken($0) })
        // A language knows its own negations better than a list of foreign ones.
        let isBetter = { (own: Negation, other: Negation) in own == .unclear && other != .unclear }
        all.negations.add(guest.negations, unless: isTaken, replacing: isBetter)
        all.negationsBehind.add(guest.negationsBehind, unless: isTaken, replacing: isBetter)
        var colors = guest.colors.sequences { _ in true }
        colors.removeAll { all.colors.contains($0) || isTakenOrNegates($0) }
        all.guestColors = (all.guestColors ?? []).union(colors)
        all.colors.add(guest.colors, unless: isTakenOrNegates)
        for set in PhraseLanguage.sets {
            all[keyPath: set].formUnion(guest[keyPath: set].filter { !isTakenOrNegates($0) })
        }
        all.functionWords.formUnion(guest.functionWords.subtracting(otherwise))
        all.negationEndings += guest.negationEndings.filter { !all.negationEndings.contains($0) }
        all.slips += guest.slips.filter { !all.slips.contains($0) && !otherwise.contains($0) }
        all.joined = (joined ?? [self]) + [guest]
        return all
    }
}
