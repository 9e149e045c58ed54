internal import VisualSearch

/// The names of the attributes that stand for the parts of content in filters, orders and words.
enum ContentColumn {
    static let id = IndexedWords.keyPrefix + "id"
    static let module = IndexedWords.keyPrefix + "module"
    static let tags = IndexedWords.keyPrefix + "tags"
    static let created = IndexedWords.keyPrefix + "createdAt"
    static let name = "name"
    /// The place of the locale of values that count for all of them.
    static let everyLocale = "*"

    /// The attribute of a field, for one of its locales where it is translated.
    static func name(of field: ContentField, in module: ContentModule, locale: String? = nil) -> String {
        let name = (field.kind.hasWords ? "" : IndexedWords.keyPrefix) + "\(module.name).\(field.name)"
        return locale.map { "\(name)@\($0)" } ?? name
    }

    /// The attribute of a field of all content, such as `@createdAt`; nil for any other name.
    static func ofAllContent(_ field: String) -> (name: String, kind: ContentField.Kind)? {
        guard Field.ofAllContent.contains(Field(field)) else { return nil }
        if field == Field.contentName.name { return (name, .text) }
        return (IndexedWords.keyPrefix + field.dropFirst(), field.hasSuffix("At") ? .date : .text)
    }

    /// One string for a tag's name and value.
    static func tag(_ tag: ContentTag) -> String { tag.value.map { "\(tag.name)\u{1F}\($0)" } ?? tag.name }
}

/// The languages of translated values.
enum ContentLocale {
    /// The usual spelling of a tag: `en_gb` becomes `en-GB`.
    static func normalized(_ tag: String) -> String {
        let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" })
        return parts.enumerated().map { place, part in
            if place == 0 { return part.lowercased() }
            if part.count == 2 { return part.uppercased() }
            return part.count == 4 ? part.capitalizedASCII : part.lowercased()
        }.joined(separator: "-")
    }

    /// The locales whose value stands for one that is asked for, the first that there is: itself, its parents, those of
    /// the default.
    static func chain(_ locale: String, default other: String?) -> [String] {
        var chain: [String] = []
        for tag in [locale] + (other.map { [$0] } ?? []) {
            var parts = normalized(tag).split(separator: "-")
            while !parts.isEmpty {
                let parent = parts.joined(separator: "-")
                if !chain.contains(parent) { chain.append(parent) }
                parts.removeLast()
            }
        }
        return chain + [ContentColumn.everyLocale]
    }
}

extension Substring {
    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
