/// Reads an object member by member, leniently; members that are not read stay in ``rest``.
///
/// A member that is missing or null is nil. Numbers may be whole or fractional or in a string, text may be a number or
/// a flag: services differ in this. An invalid value throws with the path of the field.
package struct JSONMembers {
    private var members: [String: JSONValue]
    private let path: String

    package init(_ value: JSONValue, at path: String = "") throws(MalformedJSON) {
        guard case .object(let members) = value else {
            throw MalformedJSON(path: path, reason: "expected an object, found \(value.kind)")
        }
        self.members = members
        self.path = path
    }

    /// The members that were not read.
    package var rest: [String: JSONValue] { members }

    package func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    package mutating func value(_ key: String) -> JSONValue? {
        guard let value = members.removeValue(forKey: key), value != .null else { return nil }
        return value
    }

    /// Returns the result of `read` for a member, which stays in ``rest`` if that is nil.
    package mutating func value<Value>(_ key: String, _ read: (JSONValue) -> Value?) -> Value? {
        guard let value = value(key) else { return nil }
        let result = read(value)
        if result == nil { members[key] = value }
        return result
    }

    package mutating func text(_ key: String) throws(MalformedJSON) -> String? {
        guard let value = value(key) else { return nil }
        guard let text = value.text else { throw fault(key, "text", value) }
        return text
    }

    /// A text that has to be there.
    package mutating func needed(_ key: String) throws(MalformedJSON) -> String {
        guard let text = try text(key) else { throw MalformedJSON(path: path(key), reason: "is missing") }
        return text
    }

    package mutating func integer(_ key: String) throws(MalformedJSON) -> Int? {
        guard let value = value(key) else { return nil }
        if case .int(let number) = value { return number }
        if case .string(let text) = value, let number = Int(text) { return number }
        if let number = value.asNumber, let whole = Int(exactly: number.rounded()) { return whole }
        throw fault(key, "a whole number", value)
    }

    /// The first of two names that has a value.
    package mutating func text(_ key: String, or other: String) throws(MalformedJSON) -> String? {
        if let text = try text(key) { return text }
        return try text(other)
    }

    package mutating func integer(_ key: String, or other: String) throws(MalformedJSON) -> Int? {
        if let number = try integer(key) { return number }
        return try integer(other)
    }

    package mutating func number(_ key: String) throws(MalformedJSON) -> Double? {
        guard let value = value(key) else { return nil }
        guard let number = value.asNumber else { throw fault(key, "a number", value) }
        return number
    }

    package mutating func flag(_ key: String) throws(MalformedJSON) -> Bool? {
        guard let value = value(key) else { return nil }
        switch value {
        case .bool(let flag): return flag
        case .string(let text) where text.lowercased() == "true": return true
        case .string(let text) where text.lowercased() == "false" || text.isEmpty: return false
        case .int(1): return true
        case .int(0): return false
        case .null, .int, .number, .string, .array, .object: throw fault(key, "a flag", value)
        }
    }

    /// An object of anything.
    package mutating func object(_ key: String) throws(MalformedJSON) -> [String: JSONValue]? {
        guard let value = value(key) else { return nil }
        guard case .object(let members) = value else { throw fault(key, "an object", value) }
        return members
    }

    /// Reads an array; `read` reads each element, given its path.
    package mutating func array<Element>(
        _ key: String, _ read: (JSONValue, String) throws(MalformedJSON) -> Element
    ) throws(MalformedJSON) -> [Element]? {
        guard let value = value(key) else { return nil }
        guard case .array(let values) = value else { throw fault(key, "an array", value) }
        var elements: [Element] = []
        elements.reserveCapacity(values.count)
        for (index, value) in values.enumerated() { elements.append(try read(value, "\(path(key))[\(index)]")) }
        return elements
    }

    package mutating func texts(_ key: String) throws(MalformedJSON) -> [String]? {
        try array(key) { value, path throws(MalformedJSON) in
            guard let text = value.text else {
                throw MalformedJSON(path: path, reason: "expected text, found \(value.kind)")
            }
            return text
        }
    }

    /// So many whole numbers of 32 bits; fractions are rounded. An empty array is nil.
    package mutating func pixels(_ key: String, count: Int) throws(MalformedJSON) -> [Int]? {
        let numbers = try array(key) { value, path throws(MalformedJSON) in
            guard let number = value.asNumber, let pixels = Int32(exactly: number.rounded()) else {
                throw MalformedJSON(path: path, reason: "expected pixels, found \(value.kind)")
            }
            return Int(pixels)
        }
        guard let numbers, !numbers.isEmpty else { return nil }
        guard numbers.count == count else {
            throw MalformedJSON(path: path(key), reason: "expected \(count) numbers, found \(numbers.count)")
        }
        return numbers
    }

    /// Reads lists of strings by name; a single string counts as a list of one, and a value that is no text becomes its
    /// JSON.
    package mutating func lists(_ key: String) throws(MalformedJSON) -> [String: [String]]? {
        guard let members = try object(key) else { return nil }
        var lists: [String: [String]] = [:]
        for (name, value) in members {
            let values = if case .array(let values) = value { values } else { [value] }
            lists[name] = values.filter { $0 != .null }.map { $0.text ?? String(decoding: $0.encoded, as: UTF8.self) }
        }
        return lists
    }

    private func fault(_ key: String, _ expected: String, _ found: JSONValue) -> MalformedJSON {
        MalformedJSON(path: path(key), reason: "expected \(expected), found \(found.kind)")
    }
}

/// A value that is read from a JSON object and keeps the members that are unknown.
package protocol JSONRecord {
    var other: [String: JSONValue] { get set }

    /// Reads the members that are known; what is missing stays nil.
    init(_ members: inout JSONMembers) throws(MalformedJSON)
}

extension JSONRecord {
    package init(json: JSONValue, at path: String) throws(MalformedJSON) {
        var members = try JSONMembers(json, at: path)
        try self.init(&members)
        other = members.rest
    }
}

extension JSONValue {
    /// A number, or a string that reads as one.
    package var asNumber: Double? {
        switch self {
        case .int(let value): Double(value)
        case .number(let value): value
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        case .null, .bool, .array, .object: nil
        }
    }
}
