/// The choice among values of one field that a text names: both sides of an `or`, the deeper of two branches, or the kind of
/// product that the others describe.
struct PhraseChoice {
    private(set) var findings: [PhraseFinding]

    init<Evidence>(_ found: [PhraseFinding], _ reader: PhraseReader<Evidence>) {
        findings = []
        for finding in found {
            guard let last = findings.last, let group = finding.group, let other = last.group,
                group.field == other.field,
                let joined = PhraseChoice.joined(last, other, finding, group, reader)
            else {
                findings.append(finding)
                continue
            }
            findings[findings.count - 1] = joined
        }
        for field in Set(findings.compactMap { $0.group?.field }) { settle(field, reader) }
    }

    /// One finding of two neighbors that belong together.
    private static func joined<Evidence>(
        _ first: PhraseFinding, _ group: PhraseCatalog.Group, _ second: PhraseFinding, _ other: PhraseCatalog.Group,
        _ reader: PhraseReader<Evidence>
    ) -> PhraseFinding? {
        let between = reader.text.tokens[first.tokens.upperBound..<second.tokens.lowerBound]
        var joined = first
        joined.tokens = first.tokens.lowerBound..<second.tokens.upperBound
        joined.bytes = first.bytes.lowerBound..<second.bytes.upperBound
        if between.count == 1, let word = between.first?.text, reader.language.either.contains(word) {
            joined.group = PhraseCatalog.Group(
                field: group.field, values: group.values + other.values.filter { !group.values.contains($0) })
            return joined
        }
        guard between.isEmpty, let deeper = deeper(group, other) else { return nil }
        joined.group = deeper
        return joined
    }

    /// The values of one group that lie within those of the other; nil where none does.
    private static func deeper(_ group: PhraseCatalog.Group, _ other: PhraseCatalog.Group) -> PhraseCatalog.Group? {
        for (inner, outer) in [(group, other), (other, group)] {
            let values = inner.values.filter { value in outer.values.contains { value.isWithin($0) } }
            if !values.isEmpty { return PhraseCatalog.Group(field: inner.field, values: values) }
        }
        return nil
    }

    /// Leaves one of several values of a field that an item has only one of.
    private mutating func settle<Evidence>(_ field: Int, _ reader: PhraseReader<Evidence>) {
        let places = findings.indices.filter { findings[$0].group?.field == field }
        guard places.count > 1, places.contains(where: { findings[$0].group != findings[places[0]].group }) else {
            return
        }
        if !reader.catalog.isOfKinds(field) {
            // Several strings of a list may hold together; of two colors of one item, nobody knows which is meant.
            if reader.catalog.fields[field].type != .list { findings.removeAll { $0.group?.field == field } }
            return
        }
        if let shared = places.dropFirst().reduce(
            findings[places[0]].group,
            { group, place in
                group.flatMap { group in findings[place].group.flatMap { PhraseChoice.deeper(group, $0) } }
            })
        {
            for place in places { findings[place].group = shared }
            return
        }
        // The last noun is the kind of product, unless a preposition stands before it.
        let head = places.first { place in
            let next = findings[place].tokens.upperBound
            return next < reader.text.count && reader.language.headEnds.contains(reader.text.tokens[next].text)
        }
        let kept = findings[head ?? places[places.count - 1]].tokens
        findings.removeAll { $0.group?.field == field && $0.tokens != kept }
    }
}
