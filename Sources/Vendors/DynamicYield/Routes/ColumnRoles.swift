internal import Essentials
internal import SearchServer

/// The fields of a store that stand for columns of Dynamic Yield of another name: `title` is the `name`, and the path
/// of `category` gives the `categories`.
///
/// A column that the store has under its own name is that one. Where no field holds the `keywords`, they are the words
/// of the name and of the categories.
struct ColumnRoles {
    /// The columns that distinguish products. They have no facets.
    static let telling = ["sku", "name", "url", "image_url", "group_id"]
    private static let (name, categories, keywords) = ("name", "categories", "keywords")
    /// The fields that may hold a column, the likeliest first.
    private static let usual = [
        name: ["title", "name", "product_name"], categories: ["category", "product_type", "type", "product_category"],
        keywords: ["tags", "keywords"],
        "image_url": ["im_url", "image", "picture"], "url": ["product_url", "link"],
        "in_stock": ["available"],
    ]

    private var fields: [String: String] = [:]

    /// - Parameters:
    ///   - known: The fields of the store.
    ///   - chosen: The fields by the columns that somebody has chosen them for.
    init(_ known: some Collection<String>, chosen: [String: String]) {
        for (column, names) in Self.usual { fields[column] = FieldRole.fields(names, among: known).first }
        fields.merge(chosen) { _, chosen in chosen }
    }

    /// The field that holds a column which the store does not have under its own name.
    func field(_ column: String) -> String? { fields[column] }

    /// True for a column that is made of others.
    func makes(_ column: String) -> Bool {
        column == Self.keywords && (fields[Self.name] != nil || fields[Self.categories] != nil)
    }

    /// The columns of an item with those that other fields hold.
    func complete(_ values: [String: AttributeValue]) -> [String: AttributeValue] {
        var all = values
        for (column, field) in fields where values[column] == nil {
            guard let value = values[field] else { continue }
            all[column] = column == Self.categories ? .list(Self.path(value)) : value
        }
        if all[Self.keywords] == nil {
            let words = Self.words([all[Self.name], all[Self.categories]].compactMap(\.self))
            if !words.isEmpty { all[Self.keywords] = .list(words) }
        }
        return all
    }

    /// From the widest category to the narrowest.
    private static func path(_ value: AttributeValue) -> [String] {
        var path: [String] = []
        for part in value.strings.flatMap({ $0.components(separatedBy: ">") }) {
            let name = part.trimmingBlanks()
            if !name.isEmpty, !path.contains(name) { path.append(name) }
        }
        return path
    }

    /// Each word once, in small letters.
    private static func words(_ values: [AttributeValue]) -> [String] {
        var words: [String] = []
        for text in values.flatMap(\.strings) {
            for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" })
            where word.count > 2 && !words.contains(String(word)) {
                words.append(String(word))
            }
        }
        return words
    }
}

extension AttributeValue {
    /// The strings of a value that has some.
    fileprivate var strings: [String] {
        switch self {
        case .string(let text), .text(let text): [text]
        case .list(let texts): texts
        case .int, .float, .bool, .date: []
        }
    }
}
