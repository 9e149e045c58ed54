internal import Essentials
internal import SQLite

/// The evidence of a store: its index of words, and the columns of its values.
struct IndexEvidence: PhraseEvidence {
    /// Items that are looked at for each sequence of words: the first of them in the store.
    private static let sample = 128

    private let database: Database
    private let revision: Int
    private let slots: Int
    private let index: WordIndex
    private let cache: WordCache
    private let catalog: PhraseCatalog
    private let relatedWords: RelatedWords?
    /// The columns of the index that have the names of items: also short values where titles have a foreign name.
    private let namingColumns: String
    /// By the index of the field; nil for fields without values that phrases mean.
    private let columns: [Column?]

    init(
        _ catalog: PhraseCatalog, _ relatedWords: RelatedWords?, in snapshot: borrowing Snapshot
    ) throws(SearchError) {
        (self.catalog, self.relatedWords) = (catalog, relatedWords)
        namingColumns =
            "\(WordColumn.names)" + (catalog.fields.contains(where: \.isForeignName) ? " \(WordColumn.kinds)" : "")
        (database, revision, slots) = (snapshot.database, snapshot.revision, snapshot.slots)
        cache = snapshot.store.words
        index = try cache.index(in: snapshot)
        let known = try snapshot.store.columns.fields(of: snapshot)
        var columns: [Column?] = []
        for field in catalog.fields {
            let isRead = (field.isText && !field.isProse) || field.type == .bool
            let stored = isRead ? known[field.name] : nil
            columns.append(try stored.map { stored throws(SearchError) in try snapshot.column(stored, .whole) })
        }
        self.columns = columns
    }

    func support(
        _ words: String, _ group: PhraseCatalog.Group, among others: [PhraseCatalog.Group]
    ) throws(SearchError) -> PhraseSupport {
        let items = try slots(naming: words).filter { slot in others.allSatisfy { has(slot, $0) } }
        return PhraseSupport(items: items.count, having: items.count { has($0, group) })
    }

    func support(_ words: String, _ flag: Bool, of field: Int) throws(SearchError) -> PhraseSupport {
        let items = try slots(naming: words)
        guard case .integers(let column)? = columns[field] else { return PhraseSupport(items: items.count, having: 0) }
        let having = items.count { column.present[$0] && (column.values[$0] != 0) == flag }
        return PhraseSupport(items: items.count, having: having)
    }

    func isName(_ words: String) throws(SearchError) -> Bool { try !slots(naming: words).isEmpty }

    func isKnown(_ word: String) throws(SearchError) -> Bool { try !slots(saying: word, limit: Self.sample).isEmpty }

    func isSaid(_ word: String, with group: PhraseCatalog.Group) throws(SearchError) -> Bool {
        let first = try slots(saying: word, limit: Self.sample)
        if first.contains(where: { has($0, group) }) { return true }
        guard first.count == Self.sample else { return false }
        return try slots(saying: word, limit: nil).contains { has($0, group) }
    }

    func isBeginning(_ letters: String) throws(SearchError) -> Bool {
        try database.integer(
            "SELECT EXISTS(SELECT 1 FROM words WHERE words MATCH ?)", .text(Snapshot.quoted(letters) + "*")) > 0
    }

    func translations(of word: String) throws(SearchError) -> [String] {
        let catalog = CatalogTerms(database: database, revision: revision, stems: index.stems)
        return try relatedWords?.translations(of: word, in: catalog) ?? []
    }

    func synonyms(of word: String) -> [String] { relatedWords?.synonyms(of: word) ?? [] }

    func related(to word: String) throws(SearchError) -> [RelatedTerm] {
        let catalog = CatalogTerms(database: database, revision: revision, stems: index.stems)
        return try relatedWords?.terms(of: word, in: catalog) ?? []
    }

    func isWord(_ word: String) -> Bool { relatedWords?.knows(word) ?? false }

    func corrections(of word: String) throws(SearchError) -> [String] {
        let hasMeaning = relatedWords?.vectors?.number(ofForms: word) != nil
        return try cache.near(word, slots: slots, at: revision, database).map(\.word)
            .filter { !hasMeaning || Misspelling.isSlip(word, $0) }
    }

    private func has(_ slot: Int, _ group: PhraseCatalog.Group) -> Bool {
        guard case .strings(let column)? = columns[group.field], column.present[slot] else { return false }
        let hasBranches = catalog.hasBranches(group.field)
        return column[slot].contains { code in
            let text = column.strings[Int(code)]
            return group.values.contains { value in
                if !hasBranches || text == value.text { return text == value.text }
                return text.hasPrefix(value.text)
                    && text.utf8.dropFirst(value.text.utf8.count).starts(with: Facet.branchSeparator.utf8)
            }
        }
    }

    private func slots(naming words: String) throws(SearchError) -> [Int] {
        let quoted = Snapshot.quoted(words)
        return try slots(matching: index.hasColumns ? "{\(namingColumns)} : \(quoted)" : quoted, limit: Self.sample)
    }

    private func slots(saying word: String, limit: Int?) throws(SearchError) -> [Int] {
        try slots(matching: Snapshot.quoted(word), limit: limit)
    }

    private func slots(matching expression: String, limit: Int?) throws(SearchError) -> [Int] {
        let key = limit == nil ? "all " + expression : expression
        return try cache.phraseSlots.value(
            for: key, at: revision, cost: { $0.count * 8 + key.utf8.count + 64 },
            make: { () throws(SearchError) in try read(expression, limit: limit) })
    }

    private func read(_ expression: String, limit: Int?) throws(SearchError) -> [Int] {
        var found: [Int] = []
        try database.each(
            "SELECT rowid FROM \(index.stems) WHERE \(index.stems) MATCH ? LIMIT ?", .text(expression),
            .integer(limit ?? -1)
        ) { row in
            let slot = row.integer(0)
            if slot >= 0, slot < slots { found.append(slot) }
        }
        return found
    }
}
