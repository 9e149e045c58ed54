internal import Essentials
internal import SQLite
internal import SearchAPI

/// A filter in the words of Milvus.
///
/// The rows have the values of filters in the object `a`: strings and lists composed (NFC), flags as 0 and 1, dates in
/// milliseconds since 1970. A part that Milvus cannot express, or not in exactly the same way, becomes a condition that
/// more items pass; the engine leaves these out.
struct FilterText: Hashable {
    /// The condition; nil for one that always holds.
    var text: String?
    /// True where exactly those items pass that pass the filter.
    var isExact: Bool

    private static let always = FilterText(text: nil, isExact: true)
    private static let unknown = FilterText(text: nil, isExact: false)
    /// The deepest nesting of a filter that is translated, and the most values of a list.
    private static let (depth, values) = (20, 1000)

    /// Translates a filter.
    ///
    /// - Parameter fields: The kinds of the fields that the store knows.
    init(_ filter: Filter, _ fields: [String: AttributeType]) {
        self = FilterText.translate(filter, fields, 0)
    }

    private init(text: String?, isExact: Bool) { (self.text, self.isExact) = (text, isExact) }

    private static func translate(_ filter: Filter, _ fields: [String: AttributeType], _ depth: Int) -> FilterText {
        guard depth < Self.depth else { return unknown }
        switch filter {
        case .all: return always
        case .and(let filters):
            let parts = filters.map { translate($0, fields, depth + 1) }
            let texts = parts.compactMap(\.text)
            return FilterText(
                text: texts.isEmpty ? nil : join(texts, "and"), isExact: parts.allSatisfy(\.isExact))
        case .or(let filters):
            let parts = filters.map { translate($0, fields, depth + 1) }
            let texts = parts.compactMap(\.text)
            // One part that always holds, or none at all, cannot be said.
            guard texts.count == parts.count, !texts.isEmpty else { return unknown }
            return FilterText(text: join(texts, "or"), isExact: parts.allSatisfy(\.isExact))
        case .not(let filter):
            let part = translate(filter, fields, depth + 1)
            guard part.isExact, let text = part.text else { return unknown }
            return FilterText(text: "not (\(text))", isExact: true)
        case .exists(let name):
            guard fields[name] != nil else { return unknown }
            return name.place.map { FilterText(text: "exists \($0)", isExact: true) } ?? unknown
        case .equal(let name, let value): return oneOf(name, [value], fields)
        case .oneOf(let name, let values): return oneOf(name, values, fields)
        case .differs(let name, let value): return noneOf(name, [value], fields)
        case .differsFromAll(let name, let values): return noneOf(name, values, fields)
        case .less(let name, let value): return compare(name, "<", value, fields)
        case .lessOrEqual(let name, let value): return compare(name, "<=", value, fields)
        case .greater(let name, let value): return compare(name, ">", value, fields)
        case .greaterOrEqual(let name, let value): return compare(name, ">=", value, fields)
        case .between(let name, let low, let high):
            return translate(.and([.greaterOrEqual(name, low), .lessOrEqual(name, high)]), fields, depth + 1)
        // Milvus 2.3 knows patterns only with one % at their end.
        case .like: return unknown
        }
    }

    private static func join(_ texts: [String], _ word: String) -> String {
        texts.map { "(\($0))" }.joined(separator: " \(word) ")
    }

    private static func oneOf(
        _ name: String, _ values: [AttributeValue], _ fields: [String: AttributeType]
    ) -> FilterText {
        guard let type = fields[name], let place = name.place, !values.isEmpty, values.count <= Self.values else {
            return unknown
        }
        var texts: [String] = []
        for value in values {
            switch type {
            case .string, .list:
                guard case .string(let text) = value else { return unknown }
                let quoted = quoted(text.precomposedStringWithCanonicalMapping)
                texts.append(type == .string ? "\(place) == \(quoted)" : "json_contains(\(place), \(quoted))")
            case .int, .float, .bool, .date:
                guard let number = number(value, type) else { return unknown }
                texts.append("\(place) == \(number)")
            case .text: return unknown
            }
        }
        return FilterText(text: join(texts, "or"), isExact: true)
    }

    private static func noneOf(
        _ name: String, _ values: [AttributeValue], _ fields: [String: AttributeType]
    ) -> FilterText {
        let some = oneOf(name, values, fields)
        guard some.isExact, let text = some.text, let place = name.place else { return unknown }
        return FilterText(text: join(["exists \(place)", "not (\(text))"], "and"), isExact: true)
    }

    private static func compare(
        _ name: String, _ sign: String, _ value: AttributeValue, _ fields: [String: AttributeType]
    ) -> FilterText {
        guard let type = fields[name], let place = name.place, let number = number(value, type) else { return unknown }
        return FilterText(text: "\(place) \(sign) \(number)", isExact: true)
    }

    /// The number of a value in a field of numbers; nil where Milvus could read another one.
    private static func number(_ value: AttributeValue, _ type: AttributeType) -> String? {
        switch (type, value) {
        case (.int, .int(let number)), (.bool, .int(let number)):
            return number.magnitude < 1 << 53 ? "\(number)" : nil
        case (.int, .bool(let flag)), (.bool, .bool(let flag)): return flag ? "1" : "0"
        case (.date, .date(let date)):
            let milliseconds = date.timeIntervalSince1970 * 1000
            return milliseconds.magnitude < 1e15 && milliseconds == milliseconds.rounded()
                ? "\(Int(milliseconds))" : nil
        case (.float, .int(let number)): return number.magnitude < 1 << 53 ? "\(number).0" : nil
        case (.float, .float(let number)):
            let text = "\(number)"
            return number.isFinite && !text.contains("e") ? text : nil
        default: return nil
        }
    }

    /// A condition that rows with one of these keys pass.
    static func oneOf(_ ids: [String]) -> String { "id in [\(ids.map(quoted).joined(separator: ","))]" }

    /// A string as Milvus reads it: nothing in it ends it or means anything else than itself.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{20}"..."\u{7E}": quoted.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                let isLong = scalar.value > 0xFFFF
                quoted += (isLong ? "\\U" : "\\u") + String(repeating: "0", count: (isLong ? 8 : 4) - digits.count)
                quoted += digits
            }
        }
        return quoted + "\""
    }
}

extension String {
    /// The place of a field in a row; nil for a name that Milvus could read as something else.
    fileprivate var place: String? {
        let isPlain = utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
        }
        return isPlain && (1...64).contains(utf8.count) ? "a[\"\(self)\"]" : nil
    }
}
