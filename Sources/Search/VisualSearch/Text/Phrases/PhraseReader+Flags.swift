extension PhraseReader {
    /// An order that begins at a token; only one in a text.
    func order(at place: Int) -> PhraseFinding? {
        guard !findings.contains(where: { $0.sort != nil }),
            let (order, end) = language.orders.match(in: text, at: place, before: end(from: place)),
            let field = catalog.field(order.role)
        else { return nil }
        let sort = SearchRequest.Sort(catalog.fields[field].name, ascending: order.isAscending)
        return finding(place..<end, order.label, sort: sort)
    }

    /// A flag by the name of its field, or by words of the language: `in stock`.
    func flag(at place: Int) throws(SearchError) -> PhraseFinding? {
        guard let found = flag(in: place..<end(from: place)), try agrees(found) else { return nil }
        return flagFinding(found.field, found.isTrue, place..<found.end)
    }

    func flagFinding(_ field: Int, _ isTrue: Bool, _ tokens: Range<Int>) -> PhraseFinding {
        let title = catalog.fields[field].title
        let label = isTrue ? title : language.labels.not.replacing("%", with: title)
        return finding(tokens, label, filter: .equal(catalog.fields[field].name, .bool(isTrue)))
    }

    private typealias Flag = (field: Int, isTrue: Bool, tokens: Range<Int>, end: Int)

    private func flag(in tokens: Range<Int>) -> Flag? {
        let place = tokens.lowerBound
        if let (flag, end) = language.flags.match(in: text, at: place, before: tokens.upperBound),
            let field = catalog.fields.indices.first(where: {
                catalog.fields[$0].role == flag.role && catalog.fields[$0].type == .bool
            })
        {
            return (field, flag.isTrue, place..<end, end)
        }
        for (index, field) in catalog.fields.enumerated() where field.type == .bool {
            let words = ["is", "has", "can"].contains(field.words.first) ? Array(field.words.dropFirst()) : field.words
            let end = place + words.count
            if !words.isEmpty, end <= tokens.upperBound, text.words(place..<end) == words.joined(separator: " "),
                text.isUnbroken(place..<end), end - place > 1 || isContent(place)
            {
                return (index, true, place..<end, end)
            }
        }
        return nil
    }

    private func agrees(_ flag: Flag) throws(SearchError) -> Bool {
        try evidence.support(text.words(flag.tokens), flag.isTrue, of: flag.field).agrees
    }

    /// Leaves a negation that is not understood among the words, with the word behind it: `not size 42` does not ask for it.
    mutating func keepNegation(at place: Int) {
        let limit = end(from: place)
        guard let (_, end) = language.negations.match(in: text, at: place, before: limit) else { return }
        for kept in place..<min(end + 1, limit) { isTaken[kept] = true }
    }

    /// The condition that hits shall not meet: a value, a flag, or a word of names.
    func negation(at place: Int) throws(SearchError) -> PhraseFinding? {
        let limit = end(from: place)
        guard let (_, after) = language.negations.match(in: text, at: place, before: limit) else { return nil }
        // Not in stock.
        if let flag = flag(in: after..<limit) { return flagFinding(flag.field, !flag.isTrue, place..<flag.end) }
        var next = after
        while next < limit, next < after + 2, language.fillers.contains(text.tokens[next].text) { next += 1 }
        guard next < limit, text.isUnbroken(place..<next + 1), try !evidence.isName(text.words(next - 1..<next + 1))
        else {
            return nil
        }
        if let flag = flag(in: next..<limit) { return flagFinding(flag.field, !flag.isTrue, place..<flag.end) }
        for end in stride(from: min(limit, next + catalog.longest), to: next, by: -1) {
            let words = text.words(next..<end)
            var sure: [PhraseCatalog.Group] = []
            let groups = groups(at: next..<end)
            for group in groups {
                // Of names, those of colors and materials are the least likely to be meant after a negation.
                let isPlain = [.color, .material].contains(catalog.fields[group.field].role)
                let isSure = if isPlain { true } else { try evidence.support(words, group, among: []).agrees }
                if isSure { sure.append(group) }
            }
            guard !sure.isEmpty else {
                if groups.isEmpty { continue }
                return nil
            }
            let filters = sure.map { Filter.not(filter($0)) }
            return finding(
                place..<end, language.labels.not.replacing("%", with: sure[0].values[0].title),
                filter: filters.count == 1 ? filters[0] : .and(filters))
        }
        // Of further words, nobody knows how many belong to what is not wanted.
        let isLast = next + 1 >= limit || !isContent(next + 1) || !text.isUnbroken(next..<next + 2)
        guard isLast, isContent(next), text.tokens[next].text.count > 2, try evidence.isName(text.tokens[next].text),
            let filter = filter(withoutName: text.tokens[next].text)
        else { return nil }
        let label = language.labels.not.replacing("%", with: text.tokens[next].text)
        return finding(place..<next + 1, label, filter: filter)
    }
}
