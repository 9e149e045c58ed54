extension PhraseReader {
    /// The people that a product is for: `for him`, `guys`, `Herren`.
    ///
    /// A field of people has them, with those of items for anybody. Where many items have no such field, those without it
    /// stay: nobody knows. A catalog without one may have branches for men and for women: those of the others leave.
    func people(at place: Int) -> PhraseFinding? {
        let limit = end(from: place)
        let isFor = language.recipients.contains(text.tokens[place].text)
        let first = isFor ? place + 1 : place
        guard first < limit, text.isUnbroken(place..<first + 1), !isNegated(place),
            let (people, end) = language.people.match(in: text, at: first, before: limit), people.kind != .any,
            isFor || people.needsFor != true,
            // A value of the catalog is read as one.
            catalog.groups(text.words(first..<end)).isEmpty
        else { return nil }
        let fields = catalog.fields.indices
        let found =
            fields.lazy.filter { catalog.fields[$0].role == .people }.compactMap { condition(on: people.kind, $0) }
            .first
            ?? fields.lazy.filter(catalog.isOfKinds).compactMap { self.branches(of: people.kind, $0) }.first
        return found.map { finding(place..<end, $0.label, filter: $0.filter) }
    }

    private func condition(
        on kind: PhraseLanguage.People.Kind, _ field: Int
    ) -> (label: String, filter: Filter)? {
        // A garment for anybody is for no child.
        guard let group = group(of: kind == .child ? [.child] : [kind, .any], field) else { return nil }
        let known = filter(group)
        let isComplete = catalog.fields[field].isComplete
        return (label(of: group), isComplete ? known : .or([known, .not(.exists(catalog.fields[field].name))]))
    }

    private func branches(
        of kind: PhraseLanguage.People.Kind, _ field: Int
    ) -> (label: String, filter: Filter)? {
        if kind == .child { return group(of: [.child], field).map { (label(of: $0), filter($0)) } }
        let other = kind == .male ? PhraseLanguage.People.Kind.female : .male
        guard let group = group(of: [kind], field), let others = self.group(of: [other], field) else { return nil }
        return (label(of: group), .or([filter(group), .not(filter(others))]))
    }

    /// The values of a field that name people of some kinds.
    private func group(of kinds: [PhraseLanguage.People.Kind], _ field: Int) -> PhraseCatalog.Group? {
        var group = PhraseCatalog.Group(field: field, values: [])
        for kind in kinds {
            for name in language.people.sequences({ $0.kind == kind && $0.needsFor != true }) {
                for found in catalog.groups(name) where found.field == field {
                    group.values += found.values.filter { !group.values.contains($0) }
                }
            }
        }
        return group.values.isEmpty ? nil : group
    }
}
