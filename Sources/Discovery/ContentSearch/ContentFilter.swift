internal import SQLite
internal import VisualSearch

/// The filter of a content query in terms of the attributes of a store.
struct ContentFilter {
    let schema: ContentSchema
    let modules: [ContentModule]
    let locale: String?
    /// The attributes that the store has. A comparison with any other is false.
    let known: Set<String>
    /// The locales of translated fields, by the attribute without its locale.
    private let locales: [String: [String]]
    private var comparisons = 0

    /// The greatest depth of a filter, and the most comparisons in it.
    static let (depth, comparisons) = (64, 1000)
    /// The most values that one comparison lists.
    static let values = 10_000
    /// The least characters of a pattern that are no wildcards: 3, and 2 where each says as much as several letters, as in
    /// Chinese.
    static let (patternLength, unspacedLength) = (3, 2)

    init(_ schema: ContentSchema, _ modules: [ContentModule], locale: String?, known: some Sequence<String>) {
        self.schema = schema
        self.modules = modules
        self.locale = locale
        self.known = Set(known)
        var locales: [String: [String]] = [:]
        for name in self.known.sorted() {
            if let at = name.lastIndex(of: "@"), at != name.startIndex {
                locales[String(name[..<at]), default: []].append(String(name[name.index(after: at)...]))
            }
        }
        self.locales = locales
    }

    private static let never = Filter.or([])

    /// Returns the filter of attributes.
    mutating func compiled(_ filter: Filter, level: Int = 0) throws(SearchError) -> Filter {
        guard level <= Self.depth else { throw .invalidArgument("a filter is at most \(Self.depth) deep") }
        func each(_ filters: [Filter], _ other: inout Self) throws(SearchError) -> [Filter] {
            try filters.map { filter throws(SearchError) in try other.compiled(filter, level: level + 1) }
        }
        switch filter {
        case .all: return .all
        case .and(let filters): return .and(try each(filters, &self))
        case .or(let filters): return .or(try each(filters, &self))
        case .not(let filter): return .not(try compiled(filter, level: level + 1))
        case .exists(let field): return try leaf(field) { name, _ in .exists(name) }
        case .equal(let field, let value):
            return try leaf(field) { name, kind in kind.operand(value).map { .equal(name, $0) } ?? Self.never }
        case .differs(let field, let value):
            return try leaf(field) { name, kind in kind.unequal(name, [value]) }
        case .oneOf(let field, let values):
            try check(values)
            return try leaf(field) { name, kind in .oneOf(name, values.compactMap { kind.operand($0) }) }
        case .differsFromAll(let field, let values):
            try check(values)
            return try leaf(field) { name, kind in kind.unequal(name, values) }
        case .less(let field, let value): return try ordered(field, value) { .less($0, $1) }
        case .lessOrEqual(let field, let value): return try ordered(field, value) { .lessOrEqual($0, $1) }
        case .greater(let field, let value): return try ordered(field, value) { .greater($0, $1) }
        case .greaterOrEqual(let field, let value): return try ordered(field, value) { .greaterOrEqual($0, $1) }
        case .between(let field, let low, let high):
            return try leaf(field) { name, kind in
                guard kind.hasOrder(for: low), kind.hasOrder(for: high), let low = kind.operand(low),
                    let high = kind.operand(high)
                else { return Self.never }
                return .between(name, low, high)
            }
        case .like(let field, let pattern):
            let literals = pattern.literals
            guard
                literals.count >= Self.patternLength
                    || literals.count >= Self.unspacedLength && literals.allSatisfy(\.isUnspaced)
            else {
                throw .invalidArgument(
                    "a pattern has at least \(Self.patternLength) characters that are no wildcards, or "
                        + "\(Self.unspacedLength) of Chinese, Japanese, Korean or Thai, not `\(pattern)`")
            }
            return try leaf(field) { name, kind in
                kind.attributeType == .string || kind.attributeType == .list ? .like(name, pattern) : Self.never
            }
        }
    }

    private mutating func ordered(
        _ field: String, _ value: AttributeValue, _ make: (String, AttributeValue) -> Filter
    ) throws(SearchError) -> Filter {
        try leaf(field) { name, kind in
            kind.hasOrder(for: value) ? kind.operand(value).map { make(name, $0) } ?? Self.never : Self.never
        }
    }

    private func check(_ values: [AttributeValue]) throws(SearchError) {
        guard values.count <= Self.values else {
            throw .invalidArgument("a comparison lists at most \(Self.values) values, not \(values.count)")
        }
    }

    /// A comparison with a field, in whichever module and translation it is.
    private mutating func leaf(
        _ field: String, _ make: (String, ContentField.Kind) -> Filter
    ) throws(SearchError) -> Filter {
        comparisons += 1
        guard comparisons <= Self.comparisons else {
            throw .invalidArgument("a filter has at most \(Self.comparisons) comparisons")
        }
        if field.hasPrefix("@") {
            guard let (name, kind) = ContentColumn.ofAllContent(field) else { throw unknown(field) }
            return known.contains(name) ? make(name, kind) : Self.never
        }
        var choices: [Filter] = []
        var isKnown = false
        for module in modules {
            guard let found = module.field(field) else { continue }
            isKnown = true
            if !found.isTranslated {
                let name = ContentColumn.name(of: found, in: module)
                if known.contains(name) { choices.append(make(name, found.kind)) }
                continue
            }
            var earlier: [Filter] = []
            for name in translations(of: found, in: module) {
                let holds = make(name, found.kind)
                // Only where no better translation is there.
                choices.append(locale == nil || earlier.isEmpty ? holds : .and(earlier + [holds]))
                earlier.append(.not(.exists(name)))
            }
        }
        guard isKnown else { throw unknown(field) }
        return choices.count == 1 ? choices[0] : .or(choices)
    }

    /// The attributes of a translated field that count for the locale, the best first; without a locale, all.
    func translations(of field: ContentField, in module: ContentModule) -> [String] {
        let base = ContentColumn.name(of: field, in: module)
        let there = locales[base] ?? []
        guard let locale else { return there.map { "\(base)@\($0)" } }
        return ContentLocale.chain(locale, default: module.defaultLocale).filter(there.contains).map { "\(base)@\($0)" }
    }

    /// The attributes that an order by a field looks at, the first that an instance has.
    func columns(of field: String) throws(SearchError) -> [String] {
        if field.hasPrefix("@") {
            guard let (name, _) = ContentColumn.ofAllContent(field) else { throw unknown(field) }
            return [name]
        }
        let modules = modules.filter { $0.field(field) != nil }
        guard !modules.isEmpty else { throw unknown(field) }
        return modules.flatMap { module -> [String] in
            guard let found = module.field(field) else { return [] }
            guard found.isTranslated else { return [ContentColumn.name(of: found, in: module)] }
            let names = translations(of: found, in: module)
            guard locale == nil else { return names }
            let base = ContentColumn.name(of: found, in: module)
            let preferred = module.defaultLocale.map { ContentLocale.chain($0, default: nil).map { "\(base)@\($0)" } }
            return (preferred ?? []).filter(names.contains) + names
        }
    }

    func unknown(_ field: String) -> SearchError {
        let names = Set(modules.flatMap { $0.fields.map(\.name) }).union(Field.ofAllContent.map(\.name)).sorted()
        let hint = SearchError.likeliest(field, among: names).map { "; did you mean `\($0)`?" } ?? ""
        let place = modules.count == 1 ? modules[0].name : "the modules"
        return .invalidArgument(
            "there is no field `\(field)` in \(place)\(hint); there are: \(names.joined(separator: ", "))")
    }
}

extension ContentField.Kind {
    /// The value that a comparison with the kind needs; nil where none can be equal.
    fileprivate func operand(_ value: AttributeValue) -> AttributeValue? {
        switch (attributeType, value) {
        case (.string, .string(let text)), (.string, .text(let text)): .string(text)
        case (.float, .int), (.float, .float), (.bool, .bool), (.date, .date): value
        case (.bool, .string(let text)): text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case (.list, .string), (.list, .int), (.list, .float), (.list, .bool):
            self == .object ? nil : .string(value.written)
        default: nil
        }
    }

    /// The comparison that holds for every other value.
    fileprivate func unequal(_ name: String, _ values: [AttributeValue]) -> Filter {
        self == .object ? .or([]) : .differsFromAll(name, values.compactMap { operand($0) })
    }

    /// Elements of lists are texts, whatever they look like.
    fileprivate func hasOrder(for value: AttributeValue) -> Bool {
        guard isList else { return self != .object }
        if case .string = value { return true }
        return false
    }
}

extension String {
    /// The characters of a pattern that stand for themselves.
    fileprivate var literals: [Character] {
        var (literals, isQuoted): ([Character], Bool) = ([], false)
        for character in self {
            if isQuoted || !["%", "_", "\\"].contains(character) { literals.append(character) }
            isQuoted = !isQuoted && character == "\\"
        }
        return literals
    }
}

extension Character {
    fileprivate var isUnspaced: Bool { unicodeScalars.first?.isUnspaced == true }
}
