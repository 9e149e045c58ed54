internal import Essentials

/// Reads parameters by name, and tolerates the deviations of the clients in use; parameters that are not read stay in
/// ``rest``.
///
/// An empty value counts as missing. Of a repeated name, scalars use the first value.
struct ParameterReader {
    private let all: [Parameters.Parameter]
    private var isTaken: [Bool]

    init(_ parameters: Parameters) {
        all = parameters.all
        isTaken = Array(repeating: false, count: all.count)
    }

    /// The parameters that were not read, in order.
    var rest: [Parameters.Parameter] { zip(all, isTaken).lazy.filter { !$1 }.map(\.0) }

    /// The values as they came, empty ones included.
    mutating func raw(_ name: String) -> [String] {
        var values: [String] = []
        for index in all.indices where all[index].name == name {
            isTaken[index] = true
            values.append(all[index].value)
        }
        return values
    }

    mutating func text(_ name: String) -> String? {
        var found: String?
        for index in all.indices where all[index].name == name {
            isTaken[index] = true
            if found == nil, !all[index].value.isEmpty { found = all[index].value.trimmed }
        }
        return found?.isEmpty == true ? nil : found
    }

    /// One value per repetition, trimmed. A comma is a character like others.
    mutating func lines(_ name: String) throws(ViSearch.Fault) -> [String] {
        try Self.limited(raw(name).map(\.trimmed).filter { !$0.isEmpty }, name)
    }

    /// Values from repetitions and between commas, trimmed.
    mutating func list(_ name: String) throws(ViSearch.Fault) -> [String] {
        let values = raw(name).flatMap { $0.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty } }
        return try Self.limited(values, name)
    }

    private static func limited<Value>(_ values: [Value], _ name: String) throws(ViSearch.Fault) -> [Value] {
        let limit = ViSearch.Limits.listValues
        guard values.count <= limit else { throw .invalid("\(name) must have no more than \(limit) values.") }
        return values
    }

    mutating func flag(_ name: String) throws(ViSearch.Fault) -> Bool? {
        guard let text = text(name) else { return nil }
        switch text.lowercased() {
        case "true": return true
        case "false": return false
        default: throw .invalid("\(name) must be false or true.")
        }
    }

    mutating func integer(_ name: String) throws(ViSearch.Fault) -> Int? {
        guard let text = text(name) else { return nil }
        if let value = Int(text) { return value }
        // `%f` of some clients, `10.0`.
        guard !text.lowercased().hasPrefix("0x"), let number = Double(text), let value = Int(exactly: number) else {
            throw .invalid("\(name) must be an integer.")
        }
        return value
    }

    mutating func number(_ name: String) throws(ViSearch.Fault) -> Double? {
        guard let text = text(name) else { return nil }
        guard let value = Double(text), value.isFinite, !text.lowercased().hasPrefix("0x") else {
            throw .invalid("\(name) must be a number.")
        }
        return value
    }

    /// Numbers in groups of `size` from repetitions and between commas.
    mutating func tuples(_ name: String, of size: Int) throws(ViSearch.Fault) -> [[Int]] {
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
    mutating func keyed(_ prefix: String) throws(ViSearch.Fault) -> [(key: String, value: String)] {
        var found: [(String, String)] = []
        for index in all.indices where all[index].name.hasPrefix(prefix) {
            guard let part = all[index].bracketed, part.name == prefix else { continue }
            isTaken[index] = true
            found.append((part.key, all[index].value))
        }
        return try Self.limited(found, prefix)
    }

    /// Everything named `name[index]`, with its index, in order.
    mutating func indexed() -> [(index: Int, name: String, value: String)] {
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
    var trimmed: String {
        guard let first = utf8.first, let last = utf8.last else { return self }
        // Most values have nothing to trim: no blank is a byte above 0x20 and below 0x80.
        if (0x21..<0x7F).contains(first), (0x21..<0x7F).contains(last) { return self }
        return trimmingWhitespace()
    }
}
