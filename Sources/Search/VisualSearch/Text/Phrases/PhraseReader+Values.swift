extension PhraseReader {
    /// The values that some tokens may mean by themselves: no bare numbers, and no letters of sizes.
    func groups(at tokens: Range<Int>) -> [PhraseCatalog.Group] {
        guard text.isUnbroken(tokens) else { return [] }
        if tokens.count == 1 {
            let word = text.tokens[tokens.lowerBound].text
            // Size is a brand somewhere, and the name of a field nearly everywhere.
            guard isContent(tokens.lowerBound), word.count > 2, !language.roles.contains(word) else { return [] }
        }
        guard tokens.contains(where: { text.tokens[$0].number == nil }) else { return [] }
        var groups = catalog.groups(text.words(tokens))
        if tokens.count == 1, groups.isEmpty { groups = meanings[tokens.lowerBound]?.groups ?? [] }
        return groups.filter { catalog.fields[$0.field].role != .size }
    }

    /// A value beside the name of its field: `brand Nike`, `size 42`, `by Nike`.
    func namedValue(at place: Int) -> PhraseFinding? {
        let first = start(upTo: place)
        guard first < place else { return nil }
        for end in stride(from: min(end(from: place), place + catalog.longest), to: place, by: -1) {
            let groups = catalog.groups(text.words(place..<end))
            guard !groups.isEmpty, text.isUnbroken(place..<end) else { continue }
            let fields = Set(groups.map(\.field))
            var named = catalog.named(in: text, endingAt: place, from: first, language, among: fields.contains)
            if named == nil, language.makers.contains(text.tokens[place - 1].text) {
                let makers = fields.filter { catalog.fields[$0].role == .brand }
                if !makers.isEmpty { named = (Array(makers), place - 1) }
            }
            guard let named, text.isUnbroken(named.start..<place + 1) else { continue }
            let wanted = groups.filter { named.fields.contains($0.field) }
            let filters = wanted.map(filter)
            return finding(
                named.start..<end, label(of: wanted[0]), filter: filters.count == 1 ? filters[0] : .or(filters))
        }
        return nil
    }

    /// By field, the words that are searched for without the values of the field alone among them.
    func wordsWithout(_ findings: [PhraseFinding]) -> [String: String] {
        func field(of finding: PhraseFinding) -> String? {
            guard finding.keepsWords, let fields = finding.filter?.fields, fields.count == 1 else { return nil }
            return fields.first
        }
        var words: [String: String] = [:]
        for name in Set(findings.compactMap(field)) {
            words[name] = text.without(findings.filter { !$0.keepsWords || field(of: $0) == name }.map(\.bytes))
        }
        return words
    }

    func label(of group: PhraseCatalog.Group) -> String {
        var titles: [String] = []
        for value in group.values where !titles.contains(value.title) { titles.append(value.title) }
        return "\(catalog.fields[group.field].title): \(titles.prefix(3).joined(separator: ", "))"
    }

    /// Reads the values among the tokens that are left.
    mutating func readValues() throws(SearchError) {
        var found: [PhraseFinding] = []
        var place = 0
        while place < text.count {
            let value = isTaken[place] ? nil : try self.value(at: place)
            if let value { found.append(value) }
            place = value?.tokens.upperBound ?? place + 1
        }
        found = joiningProducts(found)
        // A value that another one of the field was preferred to stays a word, and tells nothing about the kind.
        let rest = text.tokens.indices.filter { place in
            isContent(place) && !isTaken[place] && !found.contains { $0.tokens.contains(place) }
        }
        for var finding in PhraseChoice(found, self).findings {
            if let group = finding.group {
                if catalog.isOfKinds(group.field), try contradict(rest, group) { continue }
                finding.filter = filter(group)
                finding.label = label(of: group)
            }
            add(finding)
        }
        try readDoubtful(besides: Set(found.compactMap { $0.group?.field }))
    }

    /// Reads values that the names of all items do not confirm and those of the items that the other values leave do: `black` in
    /// `black boots`, though `Black Friday` is in titles of other kinds.
    ///
    /// - Parameter settled: The fields of which sure values were found, whether they were chosen or not.
    private mutating func readDoubtful(besides settled: Set<Int>) throws(SearchError) {
        let known = findings.compactMap(\.group)
        guard !known.isEmpty else { return }
        for place in text.tokens.indices where !isTaken[place] {
            for group in groups(at: place..<place + 1)
            where !settled.contains(group.field) && !catalog.isOfKinds(group.field)
                && catalog.fields[group.field].isComplete
            {
                let support = try evidence.support(text.tokens[place].text, group, among: known)
                guard support.items > 0, support.agrees, try agreeNeighbors(of: place..<place + 1, group) else {
                    continue
                }
                var finding = finding(place..<place + 1, label(of: group), filter: filter(group), group: group)
                finding.keepsWords = !isSilent(place..<place + 1)
                add(finding)
                break
            }
        }
    }

    /// True for a word that items say, but no item of a kind: `chair` in `office chair`, where only dresses are for offices.
    private func contradict(_ places: [Int], _ group: PhraseCatalog.Group) throws(SearchError) -> Bool {
        for place in places {
            let word = text.tokens[place].text
            if try evidence.isKnown(word), try !evidence.isSaid(word, with: group) { return true }
        }
        return false
    }

    /// The longest sure value that begins at a token.
    private func value(at place: Int) throws(SearchError) -> PhraseFinding? {
        for end in stride(from: min(end(from: place), place + catalog.longest), to: place, by: -1) {
            var sure: [PhraseCatalog.Group] = []
            for group in groups(at: place..<end) where catalog.fields[group.field].isComplete {
                if try isSure(place..<end, group) { sure.append(group) }
            }
            guard let first = sure.first else { continue }
            var finding = finding(place..<end, label(of: first), group: sure.count == 1 ? first : nil)
            finding.keepsWords = !isSilent(place..<end)
            if sure.count > 1 { finding.filter = .or(sure.map(filter)) }
            return finding
        }
        return nil
    }

    /// True for a word that finds nothing by itself.
    private func isSilent(_ tokens: Range<Int>) -> Bool {
        tokens.count == 1 && catalog.groups(text.words(tokens)).isEmpty
            && meanings[tokens.lowerBound]?.isSilent == true
    }

    /// True where the names of items agree that the words mean the value, alone and with their neighbors: `black` is no
    /// color beside `friday`, where a title says `Black Friday`.
    private func isSure(_ tokens: Range<Int>, _ group: PhraseCatalog.Group) throws(SearchError) -> Bool {
        guard try evidence.support(text.words(tokens), group, among: []).agrees else { return false }
        if tokens.count > 1 { return true }
        return try agreeNeighbors(of: tokens, group)
    }

    private func agreeNeighbors(of tokens: Range<Int>, _ group: PhraseCatalog.Group) throws(SearchError) -> Bool {
        for place in [tokens.lowerBound - 1, tokens.upperBound] where isContent(place) {
            let pair = min(place, tokens.lowerBound)..<max(place + 1, tokens.upperBound)
            guard text.isUnbroken(pair) else { continue }
            if try !evidence.support(text.words(pair), group, among: []).agrees { return false }
        }
        // Before a word that the catalog does not know, a value may be a part of a name: orange juice.
        let next = tokens.upperBound
        guard !catalog.isOfKinds(group.field), isContent(next), !isTaken[next], text.isUnbroken(next - 1..<next + 1),
            groups(at: next..<next + 1).isEmpty
        else { return true }
        return try evidence.isKnown(text.tokens[next].text)
    }
}
