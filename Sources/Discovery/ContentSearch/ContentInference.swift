internal import Essentials
internal import ImageTypes
internal import SQLite

/// The fields of a module as its data suggests them: the narrowest kinds that all values can have.
struct ContentInference {
    /// The values of one field so far.
    private struct Column {
        var kinds = Set(ContentInference.order)
        var isLong = false
        var isTranslated: Bool?
    }

    /// The kinds, the narrowest first.
    private static let order: [ContentField.Kind] = [
        .boolean, .number, .date, .time, .color, .image, .website, .text, .list, .object,
    ]

    private var columns: [String: Column] = [:]
    private var names: [String] = []

    /// Takes in the values of one instance.
    ///
    /// - Parameter isText: True for the cells of a table, whose numbers and flags are texts.
    mutating func add(_ values: [String: JSONValue], isText: Bool) {
        for name in values.keys.sorted() {
            guard let value = values[name], value != .null else { continue }
            if columns[name] == nil {
                columns[name] = Column()
                names.append(name)
            }
            if case .object(let members) = value, columns[name]?.isTranslated != false, members.areTranslations {
                columns[name]?.isTranslated = true
                for value in members.values where value != .null { restrict(name, value, isText: isText) }
            } else {
                columns[name]?.isTranslated = false
                restrict(name, value, isText: isText)
            }
        }
    }

    /// The fields, in the order in which they came.
    var fields: [ContentField] {
        names.map { name in
            let column = columns[name] ?? Column()
            // Without a kind that all values can have, the misfits are errors of their rows.
            let kind = Self.order.first { column.kinds.contains($0) } ?? .text
            return ContentField(
                name, kind == .text && column.isLong ? .longText : kind, isTranslated: column.isTranslated == true)
        }
    }

    private mutating func restrict(_ name: String, _ value: JSONValue, isText: Bool) {
        columns[name]?.kinds.formIntersection(ContentInference.kinds(of: value, isText: isText))
        if value.isLong { columns[name]?.isLong = true }
    }

    private static func kinds(of value: JSONValue, isText: Bool) -> Set<ContentField.Kind> {
        switch value {
        case .null: return []
        case .bool: return [.boolean]
        case .int, .number: return [.number]
        case .array(let values): return values.allSatisfy { $0.text != nil } ? [.list] : [.object]
        case .object: return [.object]
        case .string(let text):
            var kinds: Set<ContentField.Kind> = [.text]
            if AttributeValue(text, as: .date) != nil { kinds.insert(.date) }
            if text.isTimeOfDay { kinds.insert(.time) }
            if text.hasPrefix("#"), RGB(hex: text) != nil { kinds.insert(.color) }
            if text.isWebAddress { kinds.formUnion(text.isPictureName ? [.website, .image] : [.website]) }
            guard isText else { return kinds }
            if text.isPlainNumber { kinds.insert(.number) }
            if ["true", "false"].contains(text.lowercased()) { kinds.insert(.boolean) }
            return kinds
        }
    }
}

extension JSONValue {
    /// True for texts of more than twelve words, or of 200 bytes and more.
    fileprivate var isLong: Bool {
        guard case .string(let text) = self else { return false }
        return text.utf8.count >= 200 || text.split(maxSplits: 12, whereSeparator: \.isWhitespace).count > 12
    }
}

extension [String: JSONValue] {
    /// Texts by tags of languages, such as `en` and `pt-BR`.
    fileprivate var areTranslations: Bool {
        !isEmpty && keys.allSatisfy(\.isLanguageTag)
            && values.allSatisfy { if case .string = $0 { true } else { $0 == .null } }
    }
}

extension String {
    var isLanguageTag: Bool {
        let parts = split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let first = parts.first, parts.count <= 3, (2...3).contains(first.count) else { return false }
        return first.allSatisfy(\.isLowercase) && LanguageCodes.all.contains(String(first))
            && parts.dropFirst().allSatisfy {
                (2...4).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isNumber }
            }
    }

    fileprivate var isWebAddress: Bool {
        (hasPrefix("https://") || hasPrefix("http://")) && !contains(where: \.isWhitespace)
    }

    fileprivate var isPictureName: Bool {
        let path = prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".jpg", ".jpeg", ".png", ".webp", ".gif", ".heic", ".avif"].contains { path.hasSuffix($0) }
    }

    /// A number whose digits mean no more than the number. One with an exponent may be a code.
    fileprivate var isPlainNumber: Bool {
        switch PlainNumber(self) {
        case .whole, .fraction: true
        case .scientific, nil: false
        }
    }
}
