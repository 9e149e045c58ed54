extension PhraseReader {
    /// One condition in place of those of two products of which one is enough: `red bag or blue shoe`. Both have a kind, and the
    /// values beside the `or` are of different fields; otherwise it joins the values alone.
    func joiningProducts(_ found: [PhraseFinding]) -> [PhraseFinding] {
        var joined = found
        for (place, token) in text.tokens.enumerated() where language.either.contains(token.text) && !isTaken[place] {
            guard let last = joined.lastIndex(where: { $0.tokens.upperBound == place }),
                let next = joined.firstIndex(where: { $0.tokens.lowerBound == place + 1 }),
                joined[last].group?.field != joined[next].group?.field
            else { continue }
            var (start, end) = (last, next)
            while start > 0, joined[start - 1].tokens.upperBound == joined[start].tokens.lowerBound { start -= 1 }
            while end + 1 < joined.count, joined[end].tokens.upperBound == joined[end + 1].tokens.lowerBound {
                end += 1
            }
            let sides = [joined[start...last], joined[next...end]].map { side in side.compactMap(\.group) }
            guard sides.allSatisfy({ $0.contains { catalog.isOfKinds($0.field) } }),
                sides.map(\.count) == [last - start + 1, end - next + 1]
            else { continue }
            let tokens = joined[start].tokens.lowerBound..<joined[end].tokens.upperBound
            var finding = finding(
                tokens, text.typed(joined[start].bytes.lowerBound..<joined[end].bytes.upperBound),
                filter: .or(sides.map { groups in groups.map(filter).reduce(.all) { $0 && $1 } }))
            finding.keepsWords = true
            joined.replaceSubrange(start...end, with: [finding])
        }
        return joined
    }

    /// The words of the conditions that an `or` joins, as they were typed.
    var alternatives: Set<String> {
        var words: Set<String> = []
        for finding in findings where finding.keepsWords {
            let places = finding.tokens.filter { !language.either.contains(text.tokens[$0].text) }
            guard places.count < finding.tokens.count else { continue }
            words.formUnion(places.map { typed[$0] ?? text.tokens[$0].text })
        }
        return words
    }

    /// Leaves conditions of which one is enough among the words: all conditions of a reading have to hold.
    mutating func leaveAlternatives() {
        for (place, token) in text.tokens.enumerated() where language.either.contains(token.text) {
            let sides = findings.filter { $0.tokens.upperBound == place || $0.tokens.lowerBound == place + 1 }
            if sides.count > 1 { findings.removeAll { finding in sides.contains { $0.tokens == finding.tokens } } }
        }
    }
}
