/// Reads the JSON body of a request, and notes every fault in place of ending at the first.
package struct RequestReader {
    /// An object of the body, and its path.
    package struct Members {
        package let values: [String: JSONValue]
        package let path: String

        package func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

        /// The value of a member; nil where it is missing or null.
        package func value(_ key: String) -> JSONValue? {
            guard let value = values[key], value != .null else { return nil }
            return value
        }
    }

    package private(set) var faults: [Fault] = []
    /// The members that mean nothing here.
    package private(set) var unknown: [String] = []

    package init() {}

    package mutating func note(_ path: String, _ text: String) { faults.append(Fault(path, text)) }

    /// The body as a whole; throws where it is no object.
    package mutating func object(of bytes: [UInt8]) throws(Faults) -> Members {
        let root = body(bytes)
        if root.values.isEmpty, !faults.isEmpty { throw Faults(faults) }
        return root
    }

    /// Throws the faults of reading and those of the value that was read. A member that could not be read has its fault
    /// already.
    package func finish(_ others: [Fault] = []) throws(Faults) {
        let noted = Set(faults.map(\.path))
        let all = faults + others.filter { !noted.contains($0.path) }
        if !all.isEmpty { throw Faults(all) }
    }

    /// The body as a whole; an empty object where it is something else.
    package mutating func body(_ bytes: [UInt8]) -> Members {
        do throws(MalformedJSON) {
            let value = try JSONValue(parsing: bytes)
            if case .object(let values) = value { return Members(values: values, path: "") }
            note("", "the request body must be a JSON object, not \(value.kind)")
        } catch {
            let text = bytes.isEmpty ? "the request body is empty; it must be JSON" : "the request body is not JSON"
            note(error.path, bytes.isEmpty ? text : "\(text): \(error.reason)")
        }
        return Members(values: [:], path: "")
    }

    /// A value as an object; notes one that is something else.
    package mutating func members(_ value: JSONValue, at path: String) -> Members? {
        guard case .object(let values) = value else {
            note(path, "must be an object, not \(value.kind)")
            return nil
        }
        return Members(values: values, path: path)
    }

    /// An object; an empty one where it is missing or something else.
    package mutating func object(_ key: String, of parent: Members, isRequired: Bool = false) -> Members {
        let path = parent.place(key)
        switch parent.value(key) {
        case .object(let values)?: return Members(values: values, path: path)
        case nil: if isRequired { note(path, "is missing") }
        case let value?: note(path, "must be an object, not \(value.kind)")
        }
        return Members(values: [:], path: path)
    }

    package mutating func text(_ key: String, of parent: Members, isRequired: Bool = false) -> String? {
        switch parent.value(key) {
        case .string(let text)?: return text
        case nil: if isRequired { note(parent.place(key), "is missing") }
        case let value?: note(parent.place(key), "must be a string, not \(value.kind)")
        }
        return nil
    }

    package mutating func flag(_ key: String, of parent: Members) -> Bool? {
        switch parent.value(key) {
        case .bool(let flag)?: return flag
        case nil: break
        case let value?: note(parent.place(key), "must be true or false, not \(value.kind)")
        }
        return nil
    }

    package mutating func integer(_ key: String, of parent: Members, isRequired: Bool = false) -> Int? {
        switch parent.value(key) {
        case .int(let number)?: return number
        case .number(let number)? where Int(exactly: number) != nil: return Int(exactly: number)
        case nil: if isRequired { note(parent.place(key), "is missing") }
        case let value?: note(parent.place(key), "must be a whole number, not \(value.shown)")
        }
        return nil
    }

    package mutating func number(_ key: String, of parent: Members) -> Double? {
        switch parent.value(key) {
        case .int(let number)?: return Double(number)
        case .number(let number)?: return number
        case nil: break
        case .string(let text)? where Double(text)?.isInfinite == true && text.contains(where: \.isNumber):
            note(parent.place(key), "is too large for a number")
        case let value?: note(parent.place(key), "must be a number, not \(value.shown)")
        }
        return nil
    }

    package mutating func array(_ key: String, of parent: Members) -> [JSONValue]? {
        switch parent.value(key) {
        case .array(let values)?: return values
        case nil: break
        case let value?: note(parent.place(key), "must be an array, not \(value.kind)")
        }
        return nil
    }

    /// Strings; numbers and flags become text, as they are in the columns of a catalog. Notes more than `limit` of them.
    package mutating func texts(_ key: String, of parent: Members, limit: Int) -> [String]? {
        guard let values = array(key, of: parent) else { return nil }
        if values.count > limit {
            note(parent.place(key), "must have at most \(limit) values, not \(values.count)")
            return nil
        }
        var texts: [String] = []
        for (index, value) in values.enumerated() {
            if let text = value.text {
                texts.append(text)
            } else {
                note("\(parent.place(key))[\(index)]", "must be a string, a number or a flag, not \(value.kind)")
            }
        }
        return texts.count == values.count ? texts : nil
    }

    /// Notes unknown members, a few of them.
    package mutating func expect(_ known: Set<String>, in members: Members) {
        let names = members.values.keys.filter { !known.contains($0) }.sorted()
        for name in names where unknown.count < 20 { unknown.append(members.place(String(name.prefix(64)))) }
    }
}

extension JSONValue {
    /// The value where it is a short one, for messages.
    package var shown: String {
        switch self {
        case .int, .number: text ?? kind
        default: kind
        }
    }
}
