/// The columns of the index of words, by the weight of a word in them.
///
/// There are four of them, however many fields a store has: FTS5 needs its columns named beforehand. The name of a
/// field decides its column; a name without a known word leaves that to the length of each value.
enum WordColumn: Int, CaseIterable {
    /// Titles and names.
    case names
    /// Categories, types, brands, colors, and other short values.
    case kinds
    /// Tags and keywords, and other lists.
    case tags
    /// Descriptions, and other long values.
    case prose

    /// The weight in `bm25()` of each occurrence of a word. Chosen on Cranfield, where weights from twice to half these
    /// change nDCG@10 by less than .003.
    var weight: Double {
        switch self {
        case .names: 3
        case .kinds: 2
        case .tags: 1.5
        case .prose: 1
        }
    }

    /// The names of all columns, in SQL.
    static let list = allCases.map { "\($0)" }.joined(separator: ", ")
    /// The weights of all columns, as arguments of `bm25()`.
    static let weights = allCases.map { "\($0.weight)" }.joined(separator: ", ")
    /// A value of more words is prose where the name of its field is unknown.
    private static let shortValue = 8

    /// The column for one value of a field.
    init(of field: String, _ type: AttributeType, _ value: String) {
        if let column = WordColumn(named: field) {
            self = column
        } else if type == .list {
            self = .tags
        } else {
            let words = value.split(maxSplits: WordColumn.shortValue, whereSeparator: \.isWhitespace)
            self = words.count <= WordColumn.shortValue ? .kinds : .prose
        }
    }

    /// Chooses the column by the last known part of a field's name; `name` itself counts only alone, so `brand_name` is
    /// a brand.
    private init?(named field: String) {
        // Reading a name takes longer than indexing a short value.
        let column = Self.named.withLock { named in
            if let known = named[field] { return known }
            let column = Self.column(named: field)
            if named.count < 10_000 { named[field] = .some(column) }
            return column
        }
        guard let column else { return nil }
        self = column
    }

    private static let named = Locked<[String: WordColumn?]>([:])

    private static func column(named field: String) -> WordColumn? {
        let columns = WordColumn.parts(of: field).compactMap { WordColumn.known[$0] }
        return columns.last { $0 != .names } ?? columns.last
    }

    /// `productTitle`, `product_titles` and `Product-Title` have the parts `product` and `title`.
    private static func parts(of field: String) -> [String] {
        var parts = [""]
        var before: Character = " "
        for character in field {
            let begins = character.isUppercase && before.isLowercase
            if !character.isLetter || begins { parts.append("") }
            if character.isLetter { parts[parts.count - 1] += character.lowercased() }
            before = character
        }
        return parts.map { part in
            if part.hasSuffix("ies") { return String(part.dropLast(3)) + "y" }
            return part.hasSuffix("s") && known[part] == nil ? String(part.dropLast()) : part
        }
    }

    private static let known: [String: WordColumn] = {
        let names: [(WordColumn, String)] = [
            (.names, "title name headline heading label model"),
            (
                .kinds,
                """
                category type kind class group department collection series genre brand maker manufacturer vendor \
                designer author artist color colour material fabric pattern style gender size season
                """
            ),
            (.tags, "tag keyword feature attribute topic theme occasion"),
            (.prose, "description body text content detail summary abstract note comment review story instruction"),
        ]
        var known: [String: WordColumn] = [:]
        for (column, words) in names {
            for word in words.split(separator: " ") { known[String(word)] = column }
        }
        return known
    }()
}

/// The content of the index of words for one item: a text for each ``WordColumn``.
package struct IndexedWords: Equatable {
    private(set) var texts: [String]
    /// Fields whose names begin so are keys, whose values are no words.
    package static let keyPrefix = "@."

    init(texts: [String]) { self.texts = texts }

    /// The strings of an item, those of one field in their order.
    init(_ strings: [(field: String, type: AttributeType, text: String)]) {
        var parts = [[String]](repeating: [], count: WordColumn.allCases.count)
        let ordered = strings.enumerated().sorted { ($0.element.field, $0.offset) < ($1.element.field, $1.offset) }
        for (_, string) in ordered where !string.field.hasPrefix(IndexedWords.keyPrefix) {
            parts[WordColumn(of: string.field, string.type, string.text).rawValue].append(string.text)
        }
        texts = parts.map { parts in
            let text = parts.joined(separator: "\n")
            // SQLite would end a text there.
            return text.utf8.contains(0) ? text.replacing("\0", with: " ") : text
        }
    }

    var isEmpty: Bool { texts.allSatisfy(\.isEmpty) }
}
