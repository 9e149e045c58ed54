extension Snapshot {
    /// Reads a typed text as conditions on the fields of the store, as far as it is sure.
    ///
    /// - Parameters:
    ///   - ignored: Phrases that stay words.
    ///   - relatedWords: Where the meanings of words that no item says come from; nil, the default, does without.
    func phrases(
        in text: String, _ language: PhraseLanguage = .english, ignoring ignored: [String] = [],
        relatedWords: RelatedWords? = nil
    ) throws(SearchError) -> PhraseReading {
        let catalog = try phraseCatalog()
        return try PhraseReader.read(
            text, catalog, language, IndexEvidence(catalog, relatedWords, in: self), ignoring: ignored)
    }

    /// The fields of the store and their values, kept until the next change.
    func phraseCatalog() throws(SearchError) -> PhraseCatalog {
        try store.words.phrases.value(at: revision) { () throws(SearchError) in try PhraseCatalog(of: self) }
    }
}

extension PhraseCatalog {
    /// The share of the values of a field that are measures of one dimension, so that it counts as a field of measures.
    private static let measuredShare = 0.8

    /// The least share of items that have a field, so that its values are read by their words alone.
    private static let completeShare = 0.9

    init(of snapshot: borrowing Snapshot) throws(SearchError) {
        let words = try snapshot.storeWords()
        let numbers = PhraseLanguage.of(words.language).numbers(of: "")
        let known = try snapshot.store.columns.fields(of: snapshot).values
            .filter { !$0.name.hasPrefix(IndexedWords.keyPrefix) }.sorted { $0.name < $1.name }
        var fields = known.map { PhraseField($0.name, $0.type) }
        var counted: [Int: [String: Int]] = [:]
        for (index, field) in known.enumerated() where field.type != .text && field.type != .bool {
            if fields[index].isText, fields[index].isProse { continue }
            switch try snapshot.column(field, .whole) {
            case .integers(let column):
                fields[index].range = column.present.lazy.map { Double(column.values[$0]) }.bounds
            case .floats(let column): fields[index].range = column.present.lazy.map { column.values[$0] }.bounds
            case .strings(let column):
                let counts = PhraseCatalog.counts(of: column)
                fields[index].isComplete =
                    Double(column.present.count) >= PhraseCatalog.completeShare * Double(snapshot.count)
                let measures = PhraseCatalog.measures(counts.keys, numbers)
                if let measures {
                    (fields[index].measures, fields[index].dimension) = (measures.values, measures.dimension)
                } else if PhraseCatalog.areValues(counts, items: column.present.count, fields[index]) {
                    counted[index] = counts
                }
            }
        }
        self.init(fields, words)
        for (index, counts) in counted.sorted(by: { $0.key < $1.key }) { add(counts, of: index) }
    }

    private static func counts(of column: StringColumn) -> [String: Int] {
        var counts = [Int](repeating: 0, count: column.strings.count)
        for slot in column.present { for code in column[slot] { counts[Int(code)] += 1 } }
        return Dictionary(uniqueKeysWithValues: zip(column.strings, counts).filter { $0.1 > 0 })
    }

    /// False for names and keys, of which nearly every item has its own.
    private static func areValues(_ counts: [String: Int], items: Int, _ field: PhraseField) -> Bool {
        counts.count <= valueLimit && (field.role != nil || counts.count <= max(64, items / 2))
    }

    /// The measures that values such as `171 g` are; nil where some are not.
    private static func measures(
        _ values: some Collection<String>, _ numbers: PhraseText.Numbers
    ) -> (values: [PhraseField.Measure], dimension: PhraseUnit.Dimension)? {
        guard !values.isEmpty, values.count <= valueLimit else { return nil }
        var found: [PhraseUnit.Dimension: [PhraseField.Measure]] = [:]
        var misses = 0
        for value in values {
            let text = PhraseText(value, numbers)
            let amount = text.amount(at: 0, before: text.count, .english)
            if let amount, let unit = amount.unit, amount.tokens.count == text.count {
                found[unit.dimension, default: []].append(
                    .init(size: amount.number * unit.size, decimalSize: amount.number * unit.decimalSize, value: value))
            } else {
                misses += 1
                // Names and words of fields without measures end here.
                if Double(misses) > (1 - measuredShare) * Double(values.count) { return nil }
            }
        }
        guard found.count == 1, let (dimension, measures) = found.first else { return nil }
        return (measures.sorted { ($0.size, $0.value) < ($1.size, $1.value) }, dimension)
    }
}

extension Sequence<Double> {
    /// The least and the largest number; nil without any.
    fileprivate var bounds: ClosedRange<Double>? {
        var range: ClosedRange<Double>?
        for number in self where number.isFinite {
            range = range.map { Swift.min($0.lowerBound, number)...Swift.max($0.upperBound, number) } ?? number...number
        }
        return range
    }
}
