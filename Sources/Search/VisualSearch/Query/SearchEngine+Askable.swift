/// A notice of what words find in a store: names and values as many as fit a line.
private struct AskableLine {
    /// A line of a terminal, without the period at its end.
    private static let width = 79

    private(set) var text: String
    private(set) var isEmpty = true

    init(_ beginning: String) { text = beginning }

    /// Adds a part where it fits, and returns whether it did.
    @discardableResult
    mutating func add(_ part: String) -> Bool {
        let longer = text + (isEmpty ? " " : ", ") + part
        guard longer.count <= Self.width else { return false }
        (text, isEmpty) = (longer, false)
        return true
    }

    var notice: Notice? { isEmpty ? nil : Notice(.askable, text) }
}

extension SearchEngine {
    /// Fields and values of each that a notice names at most, and the letters of a value that is worth naming.
    private static let (askableFields, askableValues, valueLength) = (12, 3, 24)
    /// Items whose texts or pictures are looked at for what most of them have.
    private static let askableItems = 400
    /// The evidence for a class that a picture shows with certainty.
    private static let certain: Float = 5
    /// Fields whose values are for people who know them, and are named to nobody: the other fields of files, and persons.
    private static let unnamedFields = Snapshot.fileFields.subtracting(["folder"]).union(["people"])

    /// The notice of what can be asked of the items that words were searched in without a hit; nil where they tell nothing.
    ///
    /// It names nothing of items that the filter, a rule or the words with a minus leave out.
    func askable(
        _ request: SearchRequest, _ query: PreparedQuery, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> Notice? {
        guard request.page == 1, query.isTextOnly, request.query.wantedText != nil else { return nil }
        let items = try Ranking.passing(query, request, in: snapshot)
        guard items.count > 0 else { return nil }
        let silent = try store.words.silent(in: snapshot).intersection(items)
        if silent.count * 2 > items.count, let notice = try askable(showing: silent, in: snapshot) { return notice }
        if let notice = try askable(having: items, in: snapshot) { return notice }
        return try askable(saying: items, in: snapshot)
    }

    /// The kinds that most pictures show with certainty.
    private func askable(showing items: Bitmap, in snapshot: borrowing Snapshot) throws(SearchError) -> Notice? {
        guard let classes = pictureClasses else { return nil }
        var counts: [Int: Int] = [:]
        for row in try catalog.described.rows(Self.sample(of: items), in: snapshot) {
            if let row, let seen = classes.strongest(in: row), seen.evidence >= Self.certain {
                counts[seen.number, default: 0] += 1
            }
        }
        var line = AskableLine("pictures here seem to show")
        for (number, _) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            if !line.add(classes.names[number]) { break }
        }
        return line.notice
    }

    /// The fields with values that several items share, types first, then those of the most items.
    private func askable(having items: Bitmap, in snapshot: borrowing Snapshot) throws(SearchError) -> Notice? {
        let known = try snapshot.wordFields().filter { $0.type != .text && !Self.unnamedFields.contains($0.name) }
        let types = typeFields.filter { name in known.contains { $0.name == name } }
        let names = types + known.map(\.name).filter { !types.contains($0) }
        var fields: [(name: String, values: [String], items: Int)] = []
        for name in names.prefix(Self.askableFields) {
            let wanted = SearchRequest.FacetRequest([name], limit: Self.askableValues, bins: 0)
            guard let facet = try snapshot.facets(wanted, over: items).first, let most = facet.values.first,
                most.count > 1
            else { continue }
            let values = facet.values.filter { $0.count > 1 && !$0.value.isEmpty && $0.value.count <= Self.valueLength }
            if values.isEmpty { continue }
            // The types come first.
            let rank = types.contains(name) ? items.count : values.reduce(0) { $0 + $1.count }
            fields.append((name, values.map(\.value), rank))
        }
        var line = AskableLine("items here have")
        for field in fields.sorted(by: { $0.items != $1.items ? $0.items > $1.items : $0.name < $1.name }) {
            for count in stride(from: field.values.count, to: 0, by: -1)
            where line.add("\(field.name) (\(field.values.prefix(count).joined(separator: ", ")))") { break }
        }
        return line.notice
    }

    /// The words that the texts of several items say.
    private func askable(saying items: Bitmap, in snapshot: borrowing Snapshot) throws(SearchError) -> Notice? {
        var counts: [String: Int] = [:]
        for slot in Self.sample(of: items) {
            guard let item = try snapshot.item(at: slot) else { continue }
            var words: Set<String> = []
            for (name, value) in item.attributes
            where !Self.unnamedFields.contains(name) && !name.hasPrefix(IndexedWords.keyPrefix) {
                for text in value.strings { words.formUnion(Words(text)) }
            }
            for word in words where Self.isTelling(word) { counts[word, default: 0] += 1 }
        }
        var line = AskableLine("texts here often say")
        for (word, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) where count > 1 {
            if !line.add(word) { break }
        }
        return line.notice
    }

    private static func isTelling(_ word: String) -> Bool {
        (3...valueLength).contains(word.count) && !QueryWords.stopWords.contains(word)
            && word.unicodeScalars.allSatisfy { $0.properties.numericType == nil }
    }

    /// Some of the slots, evenly.
    private static func sample(of items: Bitmap) -> [Int] {
        let step = max(items.count / askableItems, 1)
        return items.slots.enumerated().filter { $0.offset.isMultiple(of: step) }.prefix(askableItems).map(\.element)
    }
}

extension AttributeValue {
    /// The texts of the value; none for numbers, dates and flags.
    fileprivate var strings: [String] {
        switch self {
        case .string(let text), .text(let text): [text]
        case .list(let texts): texts
        default: []
        }
    }
}
