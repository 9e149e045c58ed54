extension PhraseReader {
    /// A value or a flag that a negation may be about.
    private struct Negated {
        /// The conditions of the values.
        var filters: [Filter]
        var title: String
        /// The field of the value, or of the flag.
        var field: Int
        var flag: Flag?
        var end: Int
    }

    /// The most values of one negation.
    private static var listLimit: Int { 8 }

    /// The condition that hits shall not meet: values, flags, or a word of names.
    mutating func negation(at place: Int) throws(SearchError) -> PhraseFinding? {
        let limit = end(from: place)
        guard let (meaning, after) = language.negations.match(in: text, at: place, before: limit), meaning == .excludes
        else { return nil }
        guard let (list, rest) = try negatedList(from: after, before: limit) else {
            return try negatedName(place, after: after, before: limit)
        }
        let last = list[list.count - 1]
        // Of `no bags in red`, nobody knows how much is not wanted.
        if last.end < limit, catalog.isOfKinds(last.field), language.headEnds.contains(text.tokens[last.end].text) {
            return nil
        }
        if let rest {
            doubt(rest)
            doubts.append(
                Notice(
                    .unclearNegation,
                    "nobody can tell whether `\(text.typed(bytes(rest)))` is to be left out; searched for as words"))
        }
        var finding: PhraseFinding
        if let flag = last.flag, list.count == 1 {
            finding = flagFinding(flag.field, !flag.isTrue, place..<flag.end)
        } else {
            let filters = list.flatMap(\.filters)
            let label = language.labels.not.replacing("%", with: list.map(\.title).joined(separator: ", "))
            finding = self.finding(
                place..<last.end, label, filter: .not(filters.count == 1 ? filters[0] : .or(filters)))
        }
        finding.isNegated = true
        return finding
    }

    /// The values of a negation, and the tokens of one behind them that may belong to it; nil without a value.
    private func negatedList(
        from start: Int, before limit: Int
    ) throws(SearchError) -> (list: [Negated], rest: Range<Int>?)? {
        guard let first = try negated(from: start, before: limit, isFirst: true) else { return nil }
        var (list, sure) = ([first], 1)
        while list.count < Self.listLimit {
            let end = list[list.count - 1].end
            if let (isAny, next) = language.negationJoins.match(in: text, at: end, before: limit) {
                guard let more = try negated(from: next, before: limit) else { break }
                guard isAny || more.field == first.field else { return (Array(list.prefix(sure)), next..<more.end) }
                list.append(more)
                sure = list.count
            } else if end < limit, text.tokens[end].gap.contains(","),
                let more = try negated(from: end, before: limit, isListed: true), more.field == first.field
            {
                // A comma goes on only where a join comes behind it: red, black or white.
                list.append(more)
            } else {
                break
            }
        }
        // Of `except for red, black shoes`, nobody knows whether black is wanted.
        let rest = list.count > sure ? list[sure - 1].end..<list[list.count - 1].end : nil
        return (Array(list.prefix(sure)), rest)
    }

    /// The value or the flag at a place, behind fillers.
    private func negated(
        from start: Int, before limit: Int, isFirst: Bool = false, isListed: Bool = false
    ) throws(SearchError) -> Negated? {
        // Not in stock.
        if let flag = flag(in: start..<limit) { return negated(flag) }
        var next = start
        while next < limit, next < start + 2, isBeforeValue(next) { next += 1 }
        guard next < limit, text.isUnbroken((isListed ? start : start - 1)..<next + 1) else { return nil }
        if isFirst, try evidence.isName(text.words(next - 1..<next + 1)) { return nil }
        if let flag = flag(in: next..<limit) { return negated(flag) }
        for end in stride(from: min(limit, next + catalog.longest), to: next, by: -1) {
            let groups = groups(at: next..<end)
            if groups.isEmpty { continue }
            var sure: [PhraseCatalog.Group] = []
            for group in groups {
                // Of names, those of colors and materials are the least likely to be meant after a negation.
                let isPlain = [.color, .material].contains(catalog.fields[group.field].role)
                let isSure =
                    if isPlain { true } else {
                        try evidence.support(text.words(next..<end), group, among: []).agrees
                    }
                if isSure { sure.append(group) }
            }
            guard let first = sure.first else { return nil }
            let title = first.values.prefix(3).map(\.title).joined(separator: ", ")
            return Negated(filters: sure.map(filter), title: title, field: first.field, end: end)
        }
        return nil
    }

    private func negated(_ flag: Flag) -> Negated {
        let field = catalog.fields[flag.field]
        return Negated(
            filters: [.equal(field.name, .bool(flag.isTrue))], title: field.title, field: flag.field, flag: flag,
            end: flag.end)
    }

    /// True for a word that may stand between a negation and its value: `not of leather`, `not by Nike`.
    private func isBeforeValue(_ place: Int) -> Bool {
        let word = text.tokens[place].text
        return language.fillers.contains(word) || language.makers.contains(word) || language.roles.contains(word)
    }

    /// The condition that no name has the word behind a negation.
    private func negatedName(_ place: Int, after: Int, before limit: Int) throws(SearchError) -> PhraseFinding? {
        var next = after
        while next < limit, next < after + 2, language.fillers.contains(text.tokens[next].text) { next += 1 }
        guard next < limit, text.isUnbroken(place..<next + 1), groups(at: next..<next + 1).isEmpty else { return nil }
        // Of further words, nobody knows how many belong to what is not wanted.
        let isLast = next + 1 >= limit || !isContent(next + 1) || !text.isUnbroken(next..<next + 2)
        let word = text.tokens[next].text
        guard isLast, isContent(next), word.count > 2, try !evidence.isName(text.words(next - 1..<next + 1)) else {
            return nil
        }
        var names = try evidence.isName(word) ? [word] : []
        if names.isEmpty {
            for other in try evidence.translations(of: text.typed(text.tokens[next].bytes)) {
                if try evidence.isName(other) { names.append(other) }
            }
        }
        guard !names.isEmpty, let filter = filter(withoutNames: names) else { return nil }
        let label = language.labels.not.replacing("%", with: names.joined(separator: ", "))
        var finding = finding(place..<next + 1, label, filter: filter)
        finding.isNegated = true
        return finding
    }

    /// A word that is a value and a negation of it: `lederfrei`.
    func compoundNegation(at place: Int) throws(SearchError) -> PhraseFinding? {
        let word = text.tokens[place].text
        guard catalog.groups(word).isEmpty else { return nil }
        for ending in language.negationEndings where word.hasSuffix(ending) && word.count > ending.count + 2 {
            let base = String(word.dropLast(ending.count))
            var found = catalog.groups(base)
            if found.isEmpty { found = try evidence.translations(of: base).flatMap(catalog.groups) }
            guard let group = found.first, catalog.fields[group.field].role != .size else { continue }
            var finding = finding(
                place..<place + 1, language.labels.not.replacing("%", with: group.values[0].title),
                filter: .not(filter(group)))
            finding.isNegated = true
            return finding
        }
        return nil
    }

    /// A value with a negation behind it that begins at a token: `leather-free`.
    mutating func negationBehind(at place: Int) throws(SearchError) -> PhraseFinding? {
        let limit = end(from: place)
        guard let (meaning, last) = language.negationsBehind.match(in: text, at: place, before: limit),
            meaning != .unrelated
        else { return nil }
        let first = start(upTo: place)
        for start in max(first, place - catalog.longest)..<max(place, first) where text.isUnbroken(start..<place + 1) {
            guard let group = groups(at: start..<place).first else { continue }
            // `free` alone may also speak of the next word, and the values before may belong to it.
            let isJoined = text.tokens[place].gap.allSatisfy { !$0.isWhitespace }
            let isEnd = isJoined || last == limit || !isContent(last) || !groups(at: last..<last + 1).isEmpty
            let isList = start > first && language.negationJoins.has(text.tokens[start - 1].text)
            guard meaning == .excludes, isEnd, !isList else {
                let tokens = (isList ? max(first, start - 2) : start)..<last
                doubt(tokens)
                try tell(negation: tokens)
                return nil
            }
            var finding = finding(
                start..<last, language.labels.not.replacing("%", with: group.values[0].title),
                filter: .not(filter(group)))
            finding.isNegated = true
            return finding
        }
        return nil
    }
}
