/// Reads a typed text as conditions on the fields of a catalog, where it is sure of them.
///
/// Syntax comes first: amounts with a comparison, orders, flags, negations and values beside the name of their field. Then
/// come the values by their words alone, which count only where the names of items do not contradict; see ``PhraseSupport``.
struct PhraseReader<Evidence: PhraseEvidence> {
    /// With corrections in place of words that no item says.
    var text: PhraseText
    let catalog: PhraseCatalog
    let language: PhraseLanguage
    let evidence: Evidence
    var findings: [PhraseFinding] = []
    /// Tokens that were read, or that stay words.
    var isTaken: [Bool]
    /// Tokens beside a negation that is not understood, which stay words.
    var doubtful: [Range<Int>] = []
    /// Notices of negations that are not understood.
    var doubts: [Notice] = []
    /// Tokens that may be a negation with several slips.
    var unclear: Set<Int> = []
    /// By token, the words that corrections replaced.
    var typed: [Int: String] = [:]
    /// By token, the values that a word stands for that no item says.
    var meanings: [Int: Meaning] = [:]

    /// Texts of more words are no queries but descriptions, and stay words.
    static var wordLimit: Int { 32 }

    init(_ text: String, _ catalog: PhraseCatalog, _ language: PhraseLanguage, _ evidence: Evidence) {
        self.text = PhraseText(text, language.numbers(of: text))
        self.catalog = catalog
        self.language = language
        self.evidence = evidence
        isTaken = Array(repeating: false, count: self.text.count)
    }

    /// Returns the reading of a text.
    ///
    /// - Parameter ignored: Phrases that stay words.
    static func read(
        _ text: String, _ catalog: PhraseCatalog, _ language: PhraseLanguage, _ evidence: Evidence,
        ignoring ignored: [String] = []
    ) throws(SearchError) -> PhraseReading {
        var reader = PhraseReader(text, catalog, language, evidence)
        guard (1...wordLimit).contains(reader.text.count) else {
            return PhraseReading(rest: text, words: text, wanted: text, phrases: [])
        }
        reader.keepWords(ignored)
        let guesses = try reader.substitute()
        try reader.readSyntax()
        reader.withdraw(guesses)
        try reader.readValues()
        reader.leaveAlternatives()
        return reader.reading
    }

    private var reading: PhraseReading {
        let ordered = findings.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
        let all = text.typed(0..<(text.tokens.last?.bytes.upperBound ?? 0)) + text.tail
        let negated = ordered.filter(\.isNegated).map(\.bytes) + doubtful.map(bytes)
        let wanted = negated.isEmpty ? all : text.without(negated)
        guard !ordered.isEmpty else {
            return PhraseReading(rest: all, words: all, wanted: wanted, phrases: [], notices: doubts)
        }
        var phrases: [ReadPhrase] = []
        for finding in ordered
        where !phrases.contains(where: { $0.filter == finding.filter && $0.sort == finding.sort }) {
            phrases.append(
                ReadPhrase(
                    text.typed(finding.bytes), label: finding.label, range: text.scalars(finding.bytes),
                    filter: finding.filter, sort: finding.sort))
        }
        return PhraseReading(
            rest: text.without(ordered.map(\.bytes)),
            words: text.without(ordered.filter { !$0.keepsWords }.map(\.bytes)), wanted: wanted, phrases: phrases,
            notices: notices(of: ordered) + doubts, alternatives: alternatives, wordsWithout: wordsWithout(ordered))
    }

    private func notices(of findings: [PhraseFinding]) -> [Notice] {
        var notices: [Notice] = []
        for finding in findings where !finding.keepsWords {
            for (place, word) in typed.sorted(by: { $0.key < $1.key }) where finding.tokens.contains(place) {
                let meant = text.tokens[place].text
                notices.append(
                    Notice(.correctedWord, "no item says `\(word)`; read as `\(meant)`", suggestion: meant))
            }
            if finding.isBackward {
                let typed = text.typed(finding.bytes)
                notices.append(Notice(.backwardRange, "`\(typed)` runs backward; read as `\(finding.label)`"))
            }
        }
        return notices
    }

    /// The bytes from the first to the last of some tokens.
    func bytes(_ tokens: Range<Int>) -> Range<Int> {
        text.tokens[tokens.lowerBound].bytes.lowerBound..<text.tokens[tokens.upperBound - 1].bytes.upperBound
    }

    /// Takes the phrases away that stay words.
    private mutating func keepWords(_ ignored: [String]) {
        for phrase in ignored {
            let other = PhraseText(phrase, language.numbers(of: phrase))
            guard other.count > 0, other.count <= text.count else { continue }
            for start in 0...text.count - other.count
            where text.words(start..<start + other.count) == other.words(0..<other.count) {
                for place in start..<start + other.count { isTaken[place] = true }
            }
        }
    }

    private mutating func readSyntax() throws(SearchError) {
        var place = 0
        while place < text.count {
            if !isTaken[place], let finding = try syntax(at: place) {
                add(finding)
                place = finding.tokens.upperBound
            } else {
                if !isTaken[place] { try leaveInDoubt(at: place) }
                place += 1
            }
        }
    }

    private mutating func syntax(at place: Int) throws(SearchError) -> PhraseFinding? {
        let found = amount(at: place) ?? order(at: place) ?? date(at: place) ?? negatedDate(at: place)
        if let finding = found ?? people(at: place) {
            return try isName(finding.tokens) ? nil : finding
        }
        if let finding = namedValue(at: place) { return finding }
        if let finding = try flag(at: place) { return finding }
        if let finding = try negationBehind(at: place) { return finding }
        if let finding = try compoundNegation(at: place) { return finding }
        return try negation(at: place)
    }

    mutating func add(_ finding: PhraseFinding) {
        findings.append(finding)
        for place in finding.tokens { isTaken[place] = true }
    }

    /// The first token from a place on that is taken already.
    func end(from place: Int) -> Int { isTaken[place...].firstIndex(of: true) ?? text.count }

    /// The first of the free tokens that end at a place.
    func start(upTo place: Int) -> Int { (isTaken[..<place].lastIndex(of: true) ?? -1) + 1 }

    /// True where the name of an item says all of the tokens.
    func isName(_ tokens: Range<Int>) throws(SearchError) -> Bool {
        if tokens.count > 1 { return try evidence.isName(text.words(tokens)) }
        for place in [tokens.lowerBound - 1, tokens.upperBound] where isContent(place) {
            let pair = min(place, tokens.lowerBound)..<max(place + 1, tokens.upperBound)
            if try evidence.isName(text.words(pair)) { return true }
        }
        return false
    }

    /// True for a word that means something, unlike numbers and words such as `the`.
    func isContent(_ place: Int) -> Bool {
        guard text.tokens.indices.contains(place) else { return false }
        let token = text.tokens[place]
        return token.number == nil && !language.functionWords.contains(token.text)
            && !language.currencies.contains(token.text) && !language.units.contains(token.text)
    }

    /// The finding of some tokens, with the signs of currencies and comparisons beside them.
    func finding(
        _ tokens: Range<Int>, _ label: String, filter: Filter? = nil, sort: SearchRequest.Sort? = nil,
        group: PhraseCatalog.Group? = nil, before: Int = 0, after: Int = 0
    ) -> PhraseFinding {
        let start = text.tokens[tokens.lowerBound].bytes.lowerBound - before
        let end = text.tokens[tokens.upperBound - 1].bytes.upperBound + after
        return PhraseFinding(
            tokens: tokens, bytes: start..<end, label: label, filter: filter, sort: sort, group: group)
    }
}
