internal import Essentials

/// The properties of a search that the conditions of rules compare.
struct RuleContext {
    /// The words of the query, folded, in their order.
    var words: [String] = []
    /// The categories, as ``RuleText/key(_:)`` writes them.
    var categories: Set<String> = []
    var campaign: String?
    var time = Date.now
    var seconds: Double { time.timeIntervalSince1970 }
    var parts: Set<SearchRule.QueryPart> = []

    /// The words of a query that count; a longer text is no phrase that rules name.
    static let wordLimit = 256

    init() {}

    /// - Parameters:
    ///   - categoryFields: The fields whose required values are categories.
    ///   - hasPicture: True for a search with a picture, or with an object in one.
    ///   - seenType: The type of the object that detection found.
    init(_ request: SearchRequest, categoryFields: Set<String>, hasPicture: Bool, seenType: String?) {
        let text = request.rules.typedText ?? request.query.text ?? ""
        words = Array(Words(MinusWords(text, isRead: request.query.readsMinus).rest).prefix(Self.wordLimit))
        campaign = request.rules.campaign
        time = request.rules.time ?? .now
        for case let type? in [request.detection?.type, seenType] { add(category: type) }
        for value in request.filter.required(of: categoryFields) { add(category: value) }
        if hasPicture { parts.insert(.picture) }
        if request.query.positives.contains(where: { !$0.example.isPicture }) { parts.insert(.item) }
        if !words.isEmpty { parts.insert(.words) }
        if !request.query.colors.isEmpty { parts.insert(.colors) }
    }

    /// Adds a category with all that it lies below: `Bags > Handbags` is in `Bags`, and also goes by `Handbags`.
    mutating func add(category: String) {
        var path = ""
        for part in category.components(separatedBy: Facet.branchSeparator) {
            path += (path.isEmpty ? "" : Facet.branchSeparator) + part
            categories.insert(RuleText.key(path))
            categories.insert(RuleText.key(part))
        }
    }
}

/// Texts of rules as they are compared.
enum RuleText {
    /// The words of a text without case, accents and marks, with blanks between them.
    static func key(_ text: String) -> String { Words(text).joined(separator: " ") }
}

extension Filter {
    /// The values that the filter requires of some fields: each item that passes has one of them.
    fileprivate func required(of fields: Set<String>) -> [String] {
        switch self {
        case .equal(let field, let value): fields.contains(field) ? value.texts : []
        case .oneOf(let field, let values): fields.contains(field) ? values.flatMap(\.texts) : []
        case .and(let filters): filters.flatMap { $0.required(of: fields) }
        // A branch of a tree, or several of them, is written as alternatives of one field.
        case .or(let filters):
            self.fields.count == 1 ? filters.flatMap { $0.required(of: fields) } : []
        default: []
        }
    }
}
