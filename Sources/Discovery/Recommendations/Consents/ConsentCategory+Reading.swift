package import SearchAPI
package import WireFormat

extension ConsentCategory {
    /// The most categories of a file.
    private static let limit = 1_000

    /// Reads categories from a file: a list of them, or the answer of Bloomreach's service with a list as `results`.
    package static func all(in bytes: some Sequence<UInt8>) throws(MalformedJSON) -> [ConsentCategory] {
        let json = try JSONValue(parsing: bytes)
        var (list, name) = (json, "")
        if case .object(let members) = json {
            guard let results = members["results"] else {
                throw MalformedJSON(path: "", reason: "a list of categories is expected, or an object with `results`")
            }
            (list, name) = (results, "results")
        }
        guard case .array(let entries) = list else {
            throw MalformedJSON(path: name, reason: "a list of categories is expected, not \(list.kind)")
        }
        if entries.count > limit {
            throw MalformedJSON(path: name, reason: "there are \(entries.count) categories; at most \(limit) are taken")
        }
        var categories: [ConsentCategory] = []
        for (index, entry) in entries.enumerated() {
            let category = try ConsentCategory(reading: entry, at: "\(name)[\(index)]")
            if categories.contains(where: { $0.id == category.id }) {
                throw MalformedJSON(path: "\(name)[\(index)].id", reason: "`\(category.id)` is there twice")
            }
            categories.append(category)
        }
        return categories
    }

    /// Reads a category; members of other names are left out.
    init(reading json: JSONValue, at path: String) throws(MalformedJSON) {
        guard case .object(let members) = json else {
            throw MalformedJSON(path: path, reason: "an object is expected, not \(json.kind)")
        }
        guard case .string(let id)? = members["id"], !id.isEmpty else {
            throw MalformedJSON(path: path + ".id", reason: "the name of the category is expected, as a string")
        }
        self.init(id: id)
        switch members["legitimate_interest"] {
        case .bool(let flag)?: hasLegitimateInterest = flag
        case nil, .null?: break
        case let other?: throw .wrong(path + ".legitimate_interest", "a flag", other)
        }
        for (source, value) in try ConsentCategory.object(members["sources"], at: path + ".sources") {
            guard case .bool(let flag) = value else { throw .wrong("\(path).sources.\(source)", "a flag", value) }
            sources[source] = flag
        }
        for (language, texts) in try ConsentCategory.object(members["translations"], at: path + ".translations") {
            let place = "\(path).translations.\(language)"
            var read: [String: String] = [:]
            for (key, value) in try ConsentCategory.object(texts, at: place) {
                switch value {
                case .string(let text): read[key] = text
                case .null: break
                default: throw .wrong("\(place).\(key)", "a string or null", value)
                }
            }
            translations[language] = read
        }
    }

    private static func object(_ json: JSONValue?, at path: String) throws(MalformedJSON) -> [String: JSONValue] {
        switch json {
        case nil, .null?: return [:]
        case .object(let members)?: return members
        case let other?: throw .wrong(path, "an object", other)
        }
    }

    /// The category as Bloomreach's service writes it.
    package var json: JSONValue {
        .object([
            "id": .string(id), "legitimate_interest": .bool(hasLegitimateInterest),
            "sources": .object(sources.mapValues(JSONValue.bool)),
            "translations": .object(translations.mapValues { .object($0.mapValues(JSONValue.string)) }),
        ])
    }
}

extension MalformedJSON {
    fileprivate static func wrong(_ path: String, _ expected: String, _ found: JSONValue) -> MalformedJSON {
        MalformedJSON(path: path, reason: "\(expected) is expected, not \(found.kind)")
    }
}

extension JSONValue {
    /// A list of texts as JSON.
    static func list(_ texts: [String]) -> String { JSONValue.array(texts.map(JSONValue.string)).encodedText }
}
