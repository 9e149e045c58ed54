internal import Essentials

/// An error of a request that is made of parameters, which ``FormReader`` throws.
package protocol ParameterFault: Error {
    /// The most values of one list.
    static var listValues: Int { get }
    /// The fault of a parameter that is not what it should be; `text` is a sentence that names it.
    static func invalid(_ text: String) -> Self
}

/// Reads parameters by name, and tolerates the deviations of the clients in use; parameters that are not read stay in
/// ``rest``.
///
/// An empty value counts as missing. Of a repeated name, scalars use the first value.
package struct FormReader<Failure: ParameterFault> {
    private let all: [Parameters.Parameter]
    private var isTaken: [Bool]

    package init(_ parameters: Parameters) {
        all = parameters.all
        isTaken = Array(repeating: false, count: all.count)
    }

    /// The parameters that were not read, in order.
    package var rest: [Parameters.Parameter] { zip(all, isTaken).lazy.filter { !$1 }.map(\.0) }

    /// The values as they came, empty ones included.
    package mutating func raw(_ name: String) -> [String] {
        var values: [String] = []
        for index in all.indices where all[index].name == name {
            isTaken[index] = true
            values.append(all[index].value)
        }
        return values
    }

    package mutating func text(_ name: String) -> String? {
        var found: String?
        for index in all.indices where all[index].name == name {
            isTaken[index] = true
            if found == nil, !all[index].value.isEmpty { found = all[index].value.withoutBlanks }
        }
        return found?.isEmpty == true ? nil : found
    }

    /// One value per repetition, trimmed. A comma is a character like others.
    package mutating func lines(_ name: String) throws(Failure) -> [String] {
        try Self.limited(raw(name).map(\.withoutBlanks).filter { !$0.isEmpty }, name)
    }

    /// Values from repetitions and between commas, trimmed.
    package mutating func list(_ name: String) throws(Failure) -> [String] {
        let values = raw(name).flatMap { $0.split(separator: ",") }.map { String($0).withoutBlanks }
            .filter { !$0.isEmpty }
        return try Self.limited(values, name)
    }

    private static func limited<Value>(_ values: [Value], _ name: String) throws(Failure) -> [Value] {
        let limit = Failure.listValues
        guard values.count <= limit else { throw .invalid("\(name) must have no more than \(limit) values.") }
        return values
    }

    package mutating func flag(_ name: String) throws(Failure) -> Bool? {
        guard let text = text(name) else { return nil }
        switch text.lowercased() {
        case "true": return true
        case "false": return false
        default: throw .invalid("\(name) must be false or true.")
        }
    }

    package mutating func integer(_ name: String) throws(Failure) -> Int? {
        guard let text = text(name) else { return nil }
        if let value = Int(text) { return value }
        // `%f` of some clients, `10.0`.
        guard !text.lowercased().hasPrefix("0x"), let number = Double(text), let value = Int(exactly: number) else {
            throw .invalid("\(name) must be an integer.")
        }
        return value
    }

    package mutating func number(_ name: String) throws(Failure) -> Double? {
        guard let text = text(name) else { return nil }
        guard let value = Double(text), value.isFinite, !text.lowercased().hasPrefix("0x") else {
            throw .invalid("\(name) must be a number.")
        }
        return value
    }

    /// Numbers in groups of `size` from repetitions and between commas.
    package mutating func tuples(_ name: String, of size: Int) throws(Failure) -> [[Int]] {
        var numbers: [Int] = []
        for text in try list(name) {
            guard let value = Double(text), let whole = Int(exactly: value.rounded(.towardZero)) else {
                throw .invalid("\(name) is invalid.")
            }
            numbers.append(whole)
        }
        guard numbers.count.isMultiple(of: size) else { throw .invalid("\(name) is invalid.") }
        return stride(from: 0, to: numbers.count, by: size).map { Array(numbers[$0..<($0 + size)]) }
    }

    /// Everything named `prefix[key]`, with its key, in order.
    package mutating func keyed(_ prefix: String) throws(Failure) -> [(key: String, value: String)] {
        var found: [(String, String)] = []
        for index in all.indices where all[index].name.hasPrefix(prefix) {
            guard let part = all[index].bracketed, part.name == prefix else { continue }
            isTaken[index] = true
            found.append((part.key, all[index].value))
        }
        return try Self.limited(found, prefix)
    }

    /// Everything named `name[index]`, with its index, in order.
    package mutating func indexed() -> [(index: Int, name: String, value: String)] {
        var found: [(Int, String, String)] = []
        for place in all.indices {
            guard let part = all[place].bracketed, let index = Int(part.key), index >= 0 else { continue }
            isTaken[place] = true
            found.append((index, part.name, all[place].value))
        }
        return found
    }
}

extension Parameters.Parameter {
    /// `name[key]` as its two parts.
    fileprivate var bracketed: (name: String, key: String)? {
        guard name.utf8.last == UInt8(ascii: "]"), let open = name.lastIndex(of: "[") else { return nil }
        return (String(name[..<open]), String(name[name.index(after: open)...].dropLast()))
    }
}

extension String {
    /// Without blanks and line ends around it.
    package var withoutBlanks: String { trimmingWhitespace() }
}

extension Parameters {
    package mutating func append(_ name: String, _ value: String?) {
        if let value { append(name, value) }
    }

    package mutating func append(_ name: String, _ value: Bool?) {
        if let value { append(name, value ? "true" : "false") }
    }

    package mutating func append(_ name: String, _ values: [String]) {
        for value in values { append(name, value) }
    }
}
