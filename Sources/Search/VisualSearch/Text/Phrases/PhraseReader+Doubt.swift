extension PhraseReader {
    /// Words that a negation may skip before a value: `not the usual red`.
    private static var skipLimit: Int { 2 }

    /// Leaves a negation that is not understood among the words, with the values that it may be about: `not size 42` does not
    /// ask for it, and `never red` for no red. A kind behind other words is not in doubt: `no logo poster`.
    mutating func leaveInDoubt(at place: Int) throws(SearchError) {
        let limit = end(from: place)
        let found = language.negations.match(in: text, at: place, before: limit)
        guard let (meaning, after) = found ?? (unclear.contains(place) ? (.unclear, place + 1) : nil) else { return }
        // A brand may be called so.
        if meaning == .unclear, !groups(at: place..<after).isEmpty { return }
        var (next, skipped, last) = (after, 0, meaning == .excludes ? min(after + 1, limit) : place)
        if meaning == .unrelated { (next, last) = (limit, after) }
        if try leavesValueInDoubt(before: place, after: after) { return }
        while next < limit, text.isUnbroken(next - 1..<next + 1) {
            if let (_, end) = language.negations.match(in: text, at: next, before: limit) {
                next = end
            } else if let end = valueEnd(at: next, before: limit) {
                if skipped > 0, groups(at: next..<end).contains(where: { catalog.isOfKinds($0.field) }) { break }
                last = end
                let join = language.negationJoins.match(in: text, at: end, before: limit)?.end
                let isHeadEnd = end < limit && language.headEnds.contains(text.tokens[end].text)
                guard let following = join ?? (isHeadEnd ? end + 1 : nil) else { break }
                next = following
            } else {
                if isContent(next) || text.tokens[next].number != nil { skipped += 1 }
                if skipped > Self.skipLimit { break }
                next += 1
            }
        }
        guard last > place else { return }
        doubt(place..<last)
        if meaning != .unrelated, last > after { try tell(negation: place..<last) }
    }

    /// Leaves a value before a negation at the end of the text among the words, where the language may mean it so: `rot nicht`.
    private mutating func leavesValueInDoubt(before place: Int, after: Int) throws(SearchError) -> Bool {
        guard language.negationsEnd.contains(text.words(place..<after)),
            text.tokens[after...].allSatisfy({ language.functionWords.contains($0.text) })
        else { return false }
        let first = start(upTo: place)
        for start in max(first, place - catalog.longest)..<max(place, first)
        where text.isUnbroken(start..<after) && !groups(at: start..<place).isEmpty {
            doubt(start..<after)
            try tell(negation: start..<after)
            return true
        }
        return false
    }

    /// Adds the notice of a negation that is not understood, unless a name says the same: `no smoking`.
    mutating func tell(negation tokens: Range<Int>) throws(SearchError) {
        var end = tokens.upperBound
        // Up to the word that `not for` speaks of.
        while end < text.count, !isContent(end - 1), text.tokens[end - 1].number == nil,
            text.isUnbroken(end - 1..<end + 1)
        { end += 1 }
        let all = tokens.lowerBound..<end
        guard try !evidence.isName(text.words(all)) else { return }
        let typed = text.typed(bytes(all))
        doubts.append(
            Notice(.unclearNegation, "`\(typed)` is no clear negation; its words were searched for as words"))
    }

    private func valueEnd(at place: Int, before limit: Int) -> Int? {
        if let flag = flag(in: place..<limit) { return flag.end }
        return stride(from: min(limit, place + catalog.longest), to: place, by: -1).first {
            !groups(at: place..<$0).isEmpty
        }
    }

    /// Leaves tokens among the words.
    mutating func doubt(_ tokens: Range<Int>) {
        doubtful.append(tokens)
        for place in tokens { isTaken[place] = true }
    }
}
