internal import Essentials

/// A file of rules: an array of them, or an object with the member `rules`.
package enum RuleFile {
    /// The most bytes of a file, and of the body of a request: below what a server takes of one by default.
    package static let byteLimit = 10_000_000

    private struct Whole: MemberCodable {
        var rules: [SearchRule] = []

        static let blank = Whole()
        static let members: [Member<Whole>] = [.init("rules", \.rules, .required)]
        static var isStrict: Bool { true }
    }

    /// Only the name of a rule, for messages about what cannot be read.
    private struct Name: Decodable { var name: String? }
    private struct Names: Decodable { var rules: [Name] }

    /// Reads and checks rules.
    ///
    /// - Throws: `invalidArgument`, which names the rule by its number, its name where it has one, and the value, and what
    ///   would be right.
    package static func rules(in bytes: [UInt8]) throws(SearchError) -> [SearchRule] {
        guard bytes.count <= byteLimit else {
            throw .invalidArgument("the rules have \(bytes.count) bytes; at most \(byteLimit) are allowed")
        }
        let (data, decoder) = (Data(bytes), JSONDecoder())
        let isArray = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "[")
        let rules: [SearchRule]
        do {
            rules =
                try isArray
                ? decoder.decode([SearchRule].self, from: data) : decoder.decode(Whole.self, from: data).rules
        } catch {
            let names =
                isArray
                ? try? decoder.decode([Name].self, from: data) : try? decoder.decode(Names.self, from: data).rules
            throw .invalidArgument(sentence(error, names?.map(\.name) ?? []))
        }
        try check(rules)
        return rules
    }

    /// Throws for too many rules, for the first that no store takes, and for a name that two of them have.
    package static func check(_ rules: [SearchRule]) throws(SearchError) {
        guard rules.count <= SearchRule.limit else {
            throw .invalidArgument("there are \(rules.count) rules; a store has at most \(SearchRule.limit)")
        }
        var places: [String: Int] = [:]
        for (index, rule) in rules.enumerated() {
            do throws(SearchError) { try rule.check() } catch {
                throw .invalidArgument("number \(index + 1), \(error)")
            }
            if let first = places.updateValue(index, forKey: rule.name) {
                throw .invalidArgument(
                    "the rules with the numbers \(first + 1) and \(index + 1) have the name `\(rule.name)`; give each its own"
                )
            }
        }
    }

    /// The JSON of a file: a rule a line, so that a comparison of two files shows the rules that differ.
    package static func text(of rules: [SearchRule]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let lines = rules.map { rule in
            (try? encoder.encode(rule)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        }
        return "{\"rules\":[" + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]}\n"
    }

    private static func sentence(_ error: any Error, _ names: [String?]) -> String {
        guard let error = error as? DecodingError, case (let text, var path, let isSentence)? = error.finding else {
            return "the rules are not valid JSON"
        }
        var start = ""
        if path.first?.stringValue == "rules", path.count > 1 { path.removeFirst() }
        if let index = path.first?.intValue {
            let name = names.indices.contains(index) ? names[index].map { ", rule `\($0)`" } : nil
            start = "number \(index + 1)\(name ?? ""): "
            path.removeFirst()
        }
        let place = DecodingError.place(path)
        if isSentence { return start + (place.isEmpty ? "" : place + ": ") + text }
        return start + (place.isEmpty ? start.isEmpty ? "the file" : "the rule" : place) + " " + text
    }
}

extension DecodingError {
    /// The fault as a sentence or the rest of one, and its place; nil for data that is no JSON.
    fileprivate var finding: (text: String, path: [any CodingKey], isSentence: Bool)? {
        switch self {
        case .keyNotFound(let key, let context): return ("is missing", context.codingPath + [key], false)
        case .valueNotFound(_, let context): return ("must not be null", context.codingPath, false)
        case .typeMismatch(let type, let context):
            return ("must be \(DecodingError.name(type))", context.codingPath, false)
        case .dataCorrupted(let context):
            if case .invalidArgument(let text)? = context.underlyingError as? SearchError {
                return (text, context.codingPath, true)
            }
            return context.codingPath.isEmpty ? nil : ("has an invalid value", context.codingPath, false)
        @unknown default: return nil
        }
    }

    /// A path as in JavaScript: `then.pins[2].place`.
    fileprivate static func place(_ path: some Sequence<any CodingKey>) -> String {
        path.reduce("") { text, key in
            key.intValue.map { "\(text)[\($0)]" } ?? (text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)")
        }
    }

    private static func name(_ type: any Any.Type) -> String {
        switch type {
        case is any BinaryInteger.Type: "an integer"
        case is any BinaryFloatingPoint.Type: "a number"
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any Collection.Type where !(type is any ExpressibleByDictionaryLiteral.Type): "an array"
        default: "an object"
        }
    }
}
