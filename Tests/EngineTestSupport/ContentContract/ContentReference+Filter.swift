internal import ContentAPI
internal import Foundation

extension ContentReference {
    /// One value that is compared. Values of different cases are never equal and have no order.
    private enum Scalar: Hashable {
        case text(String)
        case whole(Int)
        case fraction(Double)
        case flag(Bool)
        /// Milliseconds since 1970.
        case date(Int)

        /// Less than 0, 0 or more than 0; nil for values of different kinds.
        func compared(with other: Scalar) -> Int? {
            switch (self, other) {
            case (.text(let a), .text(let b)): return a == b ? 0 : a < b ? -1 : 1
            case (.whole(let a), .whole(let b)), (.date(let a), .date(let b)): return a == b ? 0 : a < b ? -1 : 1
            case (.flag(let a), .flag(let b)): return (a ? 1 : 0) - (b ? 1 : 0)
            default:
                guard let a = number, let b = other.number else { return nil }
                return a == b ? 0 : a < b ? -1 : 1
            }
        }

        var number: Double? {
            switch self {
            case .whole(let value): Double(value)
            case .fraction(let value): value
            case .text, .flag, .date: nil
            }
        }
    }

    func holds(_ filter: Filter, _ row: Row, _ locale: String?) -> Bool {
        /// One of the values holds a condition on its elements.
        func one(_ name: String, _ condition: ([Scalar], ContentField.Kind) -> Bool) -> Bool {
            guard let kind = kind(of: name, in: row.module), kind != .object else { return false }
            return values(of: name, row, locale).contains { condition(elements(of: $0, kind), kind) }
        }
        func ordered(_ name: String, _ value: AttributeValue, _ test: (Int) -> Bool) -> Bool {
            one(name) { elements, kind in
                guard let value = scalar(of: value, kind, isOrdering: true) else { return false }
                return elements.contains { $0.compared(with: value).map(test) ?? false }
            }
        }
        func isAmong(_ elements: [Scalar], _ values: [AttributeValue], _ kind: ContentField.Kind) -> Bool {
            let wanted = values.compactMap { scalar(of: $0, kind, isOrdering: false) }
            return elements.contains { element in wanted.contains { element.compared(with: $0) == 0 } }
        }
        switch filter {
        case .all: return true
        case .and(let filters): return filters.allSatisfy { holds($0, row, locale) }
        case .or(let filters): return filters.contains { holds($0, row, locale) }
        case .not(let filter): return !holds(filter, row, locale)
        case .exists(let name): return !values(of: name, row, locale).isEmpty
        case .equal(let name, let value): return one(name) { isAmong($0, [value], $1) }
        case .oneOf(let name, let values): return one(name) { isAmong($0, values, $1) }
        case .differs(let name, let value): return one(name) { !isAmong($0, [value], $1) }
        case .differsFromAll(let name, let values): return one(name) { !isAmong($0, values, $1) }
        case .less(let name, let value): return ordered(name, value) { $0 < 0 }
        case .lessOrEqual(let name, let value): return ordered(name, value) { $0 <= 0 }
        case .greater(let name, let value): return ordered(name, value) { $0 > 0 }
        case .greaterOrEqual(let name, let value): return ordered(name, value) { $0 >= 0 }
        case .between(let name, let low, let high):
            return one(name) { elements, kind in
                guard let low = scalar(of: low, kind, isOrdering: true),
                    let high = scalar(of: high, kind, isOrdering: true)
                else { return false }
                return elements.contains { element in
                    (element.compared(with: low) ?? -1) >= 0 && (element.compared(with: high) ?? 1) <= 0
                }
            }
        case .like(let name, let pattern):
            return one(name) { elements, _ in
                elements.contains { if case .text(let text) = $0 { Self.matches(text, pattern) } else { false } }
            }
        }
    }

    /// The kind of a field of a module, or of all content; nil where the module has no such field.
    func kind(of name: String, in module: ContentModule) -> ContentField.Kind? {
        guard name.hasPrefix("@") else { return module.field(name)?.kind }
        guard Field.ofAllContent.contains(Field(name)) else { return nil }
        return name.hasSuffix("At") ? .date : .text
    }

    /// The value of a field: none where it is missing, several where it has translations and no locale is asked for.
    func values(of name: String, _ row: Row, _ locale: String?) -> [JSONValue] {
        if name.hasPrefix("@") {
            let value = row.members[String(name.dropFirst())] ?? .null
            return value == .null ? [] : [value]
        }
        guard let field = row.module.field(name), let value = row.values[name], value != .null else { return [] }
        var values = [value]
        if field.isTranslated, case .object(let translations) = value {
            if let locale {
                values = translation(translations, locale, row.module).map { [$0] } ?? []
            } else {
                values = translations.values.filter { $0 != .null }
            }
        }
        return field.kind == .relations ? values.filter { $0 != .array([]) } : values
    }

    /// The translation in a locale, in the languages that it belongs to, or in those of the module's default.
    func translation(
        _ translations: [String: JSONValue], _ locale: String?, _ module: ContentModule
    ) -> JSONValue? {
        func plain(_ tag: String) -> String { tag.lowercased().replacing("_", with: "-") }
        for start in [locale, module.defaultLocale] {
            var tag = start.map(plain) ?? ""
            while !tag.isEmpty {
                let found = translations.keys.sorted().first { plain($0) == tag && translations[$0] != .null }
                if let found { return translations[found] }
                tag = tag.split(separator: "-").dropLast().joined(separator: "-")
            }
        }
        return nil
    }

    private func elements(of value: JSONValue, _ kind: ContentField.Kind) -> [Scalar] {
        switch (kind, value) {
        case (.list, .array(let values)):
            values.compactMap { value in
                switch value {
                case .string(let text): .text(text)
                case .int(let number): .text(AttributeValue.int(number).written)
                case .number(let number): .text(AttributeValue.float(number).written)
                case .bool(let flag): .text(flag ? "true" : "false")
                case .null, .array, .object: nil
                }
            }
        case (.choices, .array(let values)), (.relations, .array(let values)):
            values.compactMap { if case .string(let text) = $0 { .text(text) } else { nil } }
        case (.date, _): Self.milliseconds(value).map { [.date($0)] } ?? []
        case (.number, .int(let number)): [.whole(number)]
        case (.number, .number(let number)): [.fraction(number)]
        case (.boolean, .bool(let flag)): [.flag(flag)]
        case (.boolean, _), (.number, _), (.list, _), (.choices, _), (.relations, _), (.object, _): []
        case (_, .string(let text)): [.text(text)]
        default: []
        }
    }

    /// The value of a condition as a field of this kind can have it; nil where no such field can.
    private func scalar(of value: AttributeValue, _ kind: ContentField.Kind, isOrdering: Bool) -> Scalar? {
        switch (kind, value) {
        case (.object, _), (_, .list): nil
        case (.number, .int(let number)): .whole(number)
        case (.number, .float(let number)): .fraction(number)
        case (.boolean, .bool(let flag)): .flag(flag)
        case (.boolean, .string("true")), (.boolean, .text("true")): .flag(true)
        case (.boolean, .string("false")), (.boolean, .text("false")): .flag(false)
        case (.date, .date(let date)): .date(Int((date.timeIntervalSince1970 * 1000).rounded()))
        case (.number, _), (.boolean, _), (.date, _): nil
        case (_, .string(let text)), (_, .text(let text)): .text(text)
        case (.list, .int), (.list, .float), (.list, .bool): isOrdering ? nil : .text(value.written)
        default: nil
        }
    }

    /// Milliseconds since 1970, or ISO 8601.
    static func milliseconds(_ value: JSONValue) -> Int? {
        switch value {
        case .int(let number): return number
        case .number(let number): return Int(exactly: number.rounded())
        case .string(let text):
            let formatter = ISO8601DateFormatter()
            let options: [ISO8601DateFormatter.Options] = [
                .withFullDate, .withInternetDateTime, [.withInternetDateTime, .withFractionalSeconds],
            ]
            for option in options {
                formatter.formatOptions = option
                if option == .withFullDate, text.count != 10 { continue }
                if let date = formatter.date(from: text) { return Int((date.timeIntervalSince1970 * 1000).rounded()) }
            }
            return nil
        case .null, .bool, .array, .object: return nil
        }
    }

    /// The characters of a pattern: nil for any number of any characters, `_` without `isPlain` for one.
    static func parts(_ pattern: String) -> [(scalar: Unicode.Scalar?, isAny: Bool)]? {
        var parts: [(Unicode.Scalar?, Bool)] = []
        var scalars = pattern.precomposedStringWithCanonicalMapping.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "%": parts.append((nil, true))
            case "_": parts.append((nil, false))
            case "\\":
                guard let quoted = scalars.popFirst() else { return nil }
                parts.append((quoted, false))
            default: parts.append((scalar, false))
            }
        }
        return parts
    }

    /// By a table: which beginnings of the text match the parts so far.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        guard let parts = parts(pattern) else { return false }
        func folded(_ scalar: Unicode.Scalar) -> String { String(scalar).lowercased() }
        let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        var ends = [true] + [Bool](repeating: false, count: scalars.count)
        for part in parts {
            var next = [Bool](repeating: false, count: ends.count)
            for place in ends.indices {
                if part.isAny {
                    next[place] = ends[place] || place > 0 && next[place - 1]
                } else if place > 0, ends[place - 1] {
                    next[place] = part.scalar.map { folded($0) == folded(scalars[place - 1]) } ?? true
                }
            }
            ends = next
        }
        return ends[scalars.count]
    }
}
