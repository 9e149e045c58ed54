internal import Essentials
internal import ImageTypes
internal import VisualSearch

extension ContentSchema {
    /// Returns an instance as the store keeps it: with the defaults of its module, its attributes, and its JSON.
    ///
    /// - Throws: `invalidArgument` for a value that its field cannot have, a field that the module does not have, a
    ///   required one that is missing; with the names of the instance and the field.
    func stored(_ instance: ContentInstance) throws(SearchError) -> StoredItem {
        guard let module = module(instance.module) else {
            throw .unknownModule(instance.module, known: modules.map(\.name))
        }
        var instance = instance
        instance.module = module.name
        for field in module.fields {
            if let value = field.defaultValue, instance.values[field.name] ?? .null == .null {
                instance.values[field.name] = value
            }
        }
        let known = module.fields.map(\.name)
        for name in instance.values.keys.sorted() where module.field(name) == nil {
            let hint = SearchError.likeliest(name, among: known).map { "; did you mean `\($0)`?" } ?? ""
            throw .invalidArgument("`\(instance.id)`: \(module.name) have no field `\(name)`\(hint)")
        }
        var attributes: [String: AttributeValue] = [
            ContentColumn.id: .string(instance.id), ContentColumn.module: .string(module.name),
        ]
        if !instance.name.isEmpty { attributes[ContentColumn.name] = .string(instance.name) }
        if !instance.tags.isEmpty { attributes[ContentColumn.tags] = .list(instance.tags.map(ContentColumn.tag)) }
        for (name, date) in instance.dates.named { attributes[IndexedWords.keyPrefix + name] = date.map { .date($0) } }
        for (name, person) in instance.people.named {
            attributes[IndexedWords.keyPrefix + name] = person.map { .string($0) }
        }
        for field in module.fields {
            do throws(Misfit) {
                for (name, value) in try field.attributes(instance.values[field.name] ?? .null, in: module) {
                    attributes[name] = value
                }
            } catch {
                throw .invalidArgument("`\(instance.id)`: the field `\(field.name)` of \(module.name) \(error.reason)")
            }
        }
        var item = StoredItem(Item(id: instance.id, attributes: attributes), picture: nil)
        var head = instance
        head.values = [:]
        item.content = StoredContent(
            head: head.json.encodedText, values: JSONValue.object(instance.values).encodedText)
        return item
    }
}

/// The reason why a field cannot have a value.
private struct Misfit: Error {
    var reason: String
}

extension ContentField {
    fileprivate func attributes(
        _ value: JSONValue, in module: ContentModule
    ) throws(Misfit) -> [(String, AttributeValue)] {
        guard value != .null else {
            if isRequired { throw Misfit(reason: "is required, and has no value") }
            return []
        }
        guard isTranslated else {
            return try attribute(value).map { [(ContentColumn.name(of: self, in: module), $0)] } ?? []
        }
        guard case .object(let translations) = value, kind != .object || translations.values.allSatisfy(\.isObject)
        else {
            let name = ContentColumn.name(of: self, in: module, locale: ContentColumn.everyLocale)
            return try attribute(value).map { [(name, $0)] } ?? []
        }
        var all: [(String, AttributeValue)] = []
        for (locale, value) in translations where value != .null {
            let name = ContentColumn.name(of: self, in: module, locale: ContentLocale.normalized(locale))
            if let attribute = try attribute(value) { all.append((name, attribute)) }
        }
        if isRequired, all.isEmpty { throw Misfit(reason: "is required, and has no translation") }
        return all
    }

    /// Nil for a relation that leads nowhere.
    private func attribute(_ value: JSONValue) throws(Misfit) -> AttributeValue? {
        guard let attribute = fitting(value) else {
            let shown = value.encodedText
            throw Misfit(
                reason: "must be \(kind.expectation), not \(shown.prefix(60))\(shown.count > 60 ? "…" : "")"
                    + (choices.map { " (\($0.joined(separator: ", ")))" } ?? ""))
        }
        if kind.isRelation, attribute == .list([]) || attribute == .string("") { return nil }
        return attribute
    }

    private func fitting(_ value: JSONValue) -> AttributeValue? {
        switch (kind, value) {
        case (.text, .string(let text)), (.longText, .string(let text)), (.image, .string(let text)),
            (.video, .string(let text)), (.website, .string(let text)):
            return .string(text)
        case (.choice, .string(let text)): return choices?.contains(text) ?? true ? .string(text) : nil
        case (.relation, .string), (.relation, .int): return value.text.map { .string($0) }
        case (.boolean, .bool(let flag)): return .bool(flag)
        case (.number, .int), (.number, .number): return value.asNumber.map { .float($0) }
        case (.date, _): return Date(content: value).map { .date($0) }
        case (.time, .string(let text)): return text.isTimeOfDay ? .string(text) : nil
        case (.color, .string(let text)): return RGB(hex: text) == nil ? nil : .string(text)
        // A list without strings is there, and equals nothing.
        case (.object, .object): return .list([])
        case (.list, .array(let values)), (.relations, .array(let values)), (.choices, .array(let values)):
            var texts: [String] = []
            for value in values {
                guard let text = value.element else { return nil }
                if kind == .choices, choices?.contains(text) == false { return nil }
                texts.append(text)
            }
            return .list(texts)
        default: return nil
        }
    }
}

extension JSONValue {
    /// The value as an element of a list.
    fileprivate var element: String? {
        switch self {
        case .number(let number): AttributeValue.float(number).written
        case .string, .int, .bool: text
        case .null, .array, .object: nil
        }
    }
}

extension String {
    /// `HH:MM` or `HH:MM:SS`.
    package var isTimeOfDay: Bool {
        let parts = split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return false }
        let limits = [23, 59, 59]
        return zip(parts, limits).allSatisfy { part, limit in
            part.utf8.count == 2 && part.utf8.allSatisfy { $0 >= 48 && $0 <= 57 }
                && Int(part).map { $0 <= limit } == true
        }
    }
}
