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

    typealias Flag = (field: Int, isTrue: Bool, tokens: Range<Int>, end: Int)

    func flag(in tokens: Range<Int>) -> Flag? {
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
}
