internal import Essentials

/// The fields of a catalog and their values, as phrases are read with.
struct PhraseCatalog: Sendable {
    /// A value of a field of strings, or a branch of them, such as `Bags` above `Bags > Totes`.
    struct Value: Hashable, Sendable {
        /// The index of the field.
        var field: Int
        /// As the items spell it; of a branch with those above it.
        var text: String
        var items: Int

        /// The last level.
        var title: String { text.components(separatedBy: Facet.branchSeparator).last ?? text }

        func isWithin(_ other: Value) -> Bool {
            field == other.field && (text == other.text || text.hasPrefix(other.text + Facet.branchSeparator))
        }
    }

    /// Values of one field that a phrase may mean.
    struct Group: Hashable, Sendable {
        var field: Int
        var values: [Value]
    }

    /// Different values of one field that are known; fields of more are names of items, or keys.
    static let valueLimit = 50_000
    /// The most words of a value.
    private static let wordLimit = 5

    let fields: [PhraseField]
    /// The forms of words, in the language of the store.
    let words: StoreWords
    /// By folded words.
    private(set) var values: [String: [Value]] = [:]
    private(set) var longest = 1
    /// The fields that have a value with levels.
    private var branched: Set<Int> = []
    /// The currencies that the catalog names; nil where it names none, and all prices are of one.
    var currencies: Set<String>?
    /// The field of currencies, by its index, where items have one.
    var currencyField: Int?

    init(_ fields: [PhraseField], _ words: StoreWords = .english) {
        self.fields = fields
        self.words = words
        let named = Set(fields.compactMap { $0.role == .price ? $0.currency : nil })
        currencies = named.isEmpty ? nil : named
        currencyField = fields.firstIndex { $0.isText && $0.words.last == "currency" }
    }

    /// Adds the values of a field with the number of items of each.
    mutating func add(_ counts: [String: Int], of field: Int) {
        if field == currencyField {
            let codes = Set(counts.keys.map { $0.uppercased() }.filter(PhraseCurrency.codes.contains))
            if !codes.isEmpty { currencies = codes }
        }
        var branches: [String: Int] = [:]
        for (text, items) in counts {
            let levels = text.components(separatedBy: Facet.branchSeparator)
            if levels.count > 1 { branched.insert(field) }
            for end in 1...levels.count {
                branches[levels[..<end].joined(separator: Facet.branchSeparator), default: 0] += items
            }
        }
        for (text, items) in branches.sorted(by: { $0.key < $1.key }) where items > 0 {
            let value = Value(field: field, text: text, items: items)
            let words = Array(Words(value.title))
            guard (1...Self.wordLimit).contains(words.count) else { continue }
            values[words.joined(separator: " "), default: []].append(value)
            longest = max(longest, words.count)
            // T-shirts are also tshirts.
            if words.count > 1, value.title.contains("-") { values[words.joined(), default: []].append(value) }
        }
    }

    /// The values that words name, as they are written or in another number, by field.
    func groups(_ words: String) -> [Group] {
        var found = values[words] ?? []
        if found.isEmpty {
            let start = words.lastIndex(of: " ").map(words.index(after:)) ?? words.startIndex
            for form in self.words.others(of: String(words[start...])) where form.count > 1 {
                found += values[words[..<start] + form] ?? []
            }
        }
        var groups: [Group] = []
        for value in found {
            if let index = groups.firstIndex(where: { $0.field == value.field }) {
                if !groups[index].values.contains(value) { groups[index].values.append(value) }
            } else {
                groups.append(Group(field: value.field, values: [value]))
            }
        }
        return groups
    }

    /// The best field of a role: that with the fewest further words in its name.
    func field(_ role: PhraseField.Role) -> Int? {
        fields.indices.filter { fields[$0].role == role }.min {
            (fields[$0].words.count, fields[$0].name) < (fields[$1].words.count, fields[$1].name)
        }
    }

    func hasBranches(_ field: Int) -> Bool { branched.contains(field) }

    /// True for a field of kinds of products: by its name, or because its values have levels.
    func isOfKinds(_ field: Int) -> Bool { fields[field].role == .category || hasBranches(field) }

    /// The field whose name ends before a token, and the beginning of that name.
    func named(
        in text: PhraseText, endingAt end: Int, from first: Int, _ language: PhraseLanguage, among holds: (Int) -> Bool
    ) -> (fields: [Int], start: Int)? {
        var end = end
        if end > first, language.fillers.contains(text.tokens[end - 1].text) { end -= 1 }
        guard end > first else { return nil }
        for index in fields.indices where holds(index) {
            let words = fields[index].words
            guard !words.isEmpty, end - words.count >= first,
                text.words(end - words.count..<end) == words.joined(separator: " ")
            else { continue }
            return ([index], end - words.count)
        }
        if let (role, start) = language.roles.match(in: text, endingAt: end, from: first) {
            let found = fields.indices.filter { fields[$0].role == role && holds($0) }
            if !found.isEmpty { return (role == .size ? Array(found) : [field(role) ?? found[0]].filter(holds), start) }
        }
        return nil
    }
}
