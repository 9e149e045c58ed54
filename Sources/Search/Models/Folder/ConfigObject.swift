import Essentials
import WireFormat

/// An object of a model's JSON file. A member that is missing or null is nil, and one of another type is an error.
struct ConfigObject {
    /// The file, from the folder of the model.
    let file: String
    /// The path of the object in the file, as `text_config`; empty for the outermost.
    let path: String
    let members: [String: JSONValue]

    subscript(_ key: String) -> JSONValue? { members[key].flatMap { $0 == .null ? nil : $0 } }

    /// A whole number in a range. 224.0 counts as 224.
    func integer(_ key: String, in range: ClosedRange<Int>) throws(ModelFolderError) -> Int? {
        guard let value = self[key] else { return nil }
        guard let number = value.wholeNumber, range.contains(number) else {
            throw fault(key, value, "a whole number \(range.lowerBound)…\(range.upperBound)")
        }
        return number
    }

    /// A length in tokens, 1…32,768. Nil also for the huge number with which tokenizers say "no limit".
    func length(_ key: String) throws(ModelFolderError) -> Int? {
        guard let value = self[key] else { return nil }
        if let number = value.wholeNumber, 1...32_768 ~= number { return number }
        let number: Double? =
            switch value {
            // The parser gives the digits of a number that no integer holds.
            case .string(let digits) where digits.utf8.count > 18: Double(digits)
            case .int, .number, .null, .bool, .string, .array, .object: value.plainNumber
            }
        if let number, number > 32_768 { return nil }
        throw fault(key, value, "a whole number 1…32768")
    }

    /// A finite number.
    func number(_ key: String) throws(ModelFolderError) -> Double? {
        guard let value = self[key] else { return nil }
        guard let number = value.plainNumber else { throw fault(key, value, "a number") }
        return number
    }

    func flag(_ key: String) throws(ModelFolderError) -> Bool? {
        guard let value = self[key] else { return nil }
        guard case .bool(let flag) = value else { throw fault(key, value, "true or false") }
        return flag
    }

    func text(_ key: String) throws(ModelFolderError) -> String? {
        guard let value = self[key] else { return nil }
        guard case .string(let text) = value else { throw fault(key, value, "text") }
        return text
    }

    func object(_ key: String) throws(ModelFolderError) -> ConfigObject? {
        guard let value = self[key] else { return nil }
        guard case .object(let members) = value else { throw fault(key, value, "an object") }
        return ConfigObject(file: file, path: name(key), members: members)
    }

    /// Three finite numbers, for red, green and blue; one number stands for all three.
    func colors(_ key: String) throws(ModelFolderError) -> [Double]? {
        guard let value = self[key] else { return nil }
        if let number = value.plainNumber { return [number, number, number] }
        guard case .array(let values) = value, values.count == 3 else { throw fault(key, value, "three numbers") }
        let numbers = values.compactMap(\.plainNumber)
        guard numbers.count == 3 else { throw fault(key, value, "three numbers") }
        return numbers
    }

    /// As ``colors(_:)``, each above 0.
    func deviations(_ key: String) throws(ModelFolderError) -> [Double]? {
        guard let numbers = try colors(key) else { return nil }
        guard numbers.allSatisfy({ $0 > 0 }) else { throw fault(key, self[key] ?? .null, "three numbers above 0") }
        return numbers
    }

    func fault(_ key: String, _ found: JSONValue, _ expected: String) -> ModelFolderError {
        ModelFolderError(file, name(key), found: found.shown, expected: expected)
    }

    /// The error for a member that is not there.
    func missing(_ key: String, _ expected: String) -> ModelFolderError {
        ModelFolderError(file, name(key), found: "no such member", expected: expected)
    }

    private func name(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

extension JSONValue {
    /// A whole number; 224.0 counts as 224, and a number in a string does not count.
    var wholeNumber: Int? {
        switch self {
        case .int(let number): number
        case .number(let number): Int(exactly: number)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// A finite number; one in a string does not count.
    var plainNumber: Double? {
        switch self {
        case .int(let number): Double(number)
        case .number(let number): number.isFinite ? number : nil
        case .null, .bool, .string, .array, .object: nil
        }
    }

    /// The value in an error: its kind, and its text up to 40 characters.
    var shown: String {
        if case .null = self { return "null" }
        return text.map { "\(kind) (\($0.prefix(40)))" } ?? kind
    }
}
