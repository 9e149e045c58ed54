import Essentials
import Imaging
import WireFormat

/// The parser and the description of an option's value.
struct OptionValue<Value> {
    /// The placeholder for the value in the help.
    let valueName: String
    /// Ends the sentence "--size expects …".
    let expected: String
    let parse: (Path) -> Value?
    /// Returns the probable meaning of a value that cannot be parsed, such as 85 for 0.85.
    var meant: (String) -> String? = { _ in nil }
    /// The values that are accepted, such as "1 to 100", for the help.
    var range: String?
    var kind = ValueKind.text
}

/// The kind of a value, as far as a shell can complete it.
enum ValueKind: Hashable, Sendable {
    /// A word of a closed list.
    case words([String])
    /// Words of a closed list, with commas between.
    case list([String])
    /// The id of an item of the store.
    case id
    /// A field of the store, alone or with one of these words after a colon.
    case field([String])
    /// Fields of the store, with commas between.
    case fields
    /// A field of the store and one of its values, with a colon between.
    case filter
    case file, folder, number, text
}

extension OptionValue {
    /// The same value as another kind for a shell.
    ///
    /// - Parameter names: Words of which a misspelled one is probably meant.
    func completed(as kind: ValueKind, near names: [String] = []) -> OptionValue {
        var value = self
        value.kind = kind
        if !names.isEmpty { value.meant = { nearest(to: $0, among: names) } }
        return value
    }

    init(_ valueName: String, expected: String, parse: @escaping (String) -> Value?) {
        self.init(valueName: valueName, expected: expected, parse: { parse($0.text) })
    }
}

extension OptionValue<Path> {
    /// A file name, kept byte for byte.
    static func path(_ valueName: String) -> OptionValue { path(valueName, expected: "a file name", kind: .file) }

    /// The name of a folder, kept byte for byte.
    static func folder(_ valueName: String) -> OptionValue { path(valueName, expected: "a folder", kind: .folder) }

    private static func path(_ valueName: String, expected: String, kind: ValueKind) -> OptionValue {
        OptionValue(valueName: valueName, expected: expected, parse: { $0.bytes.isEmpty ? nil : $0 })
            .completed(as: kind)
    }
}

extension OptionValue<Int> {
    static func integer(_ valueName: String = "N", in range: ClosedRange<Int>) -> OptionValue {
        let expected =
            range.upperBound == .max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        var value = OptionValue(valueName, expected: expected) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
        value.kind = .number
        if range.upperBound != .max { value.range = "\(range.lowerBound) to \(range.upperBound)" }
        return value
    }
}

extension OptionValue<Int> {
    /// The quality of JPEG and WebP.
    static var quality: OptionValue {
        var value = integer("Q", in: Output.qualities)
        // Other tools count from 0 to 1.
        value.meant = { text in
            Double(text).flatMap { $0 > 0 && $0 <= 1 ? "\(Int(($0 * 100).rounded(.down)))" : nil }
        }
        return value
    }
}

extension OptionValue<Double> {
    static func decimal(_ valueName: String, in range: ClosedRange<Double>, expected: String) -> OptionValue {
        var value = OptionValue(valueName, expected: expected) { text in
            Double(text).flatMap { range.contains($0) ? $0 : nil }
        }
        value.kind = .number
        guard range == 0...1 else { return value }
        // Other tools count shares in percent.
        value.meant = { text in
            Double(text).flatMap { (1...100).contains($0) ? ($0 / 100).rounded(places: 4) : nil }
        }
        return value
    }
}

extension OptionValue {
    /// One of a closed list of words, which the help has as `first|second`. `also` are other spellings, which it leaves
    /// out.
    static func word(_ words: KeyValuePairs<String, Value>, also: KeyValuePairs<String, Value> = [:]) -> OptionValue {
        let names = words.map(\.key)
        let others = names.dropLast().joined(separator: ", ")
        let expected = others + (others.isEmpty ? "" : " or ") + (names.last ?? "")
        return OptionValue(names.joined(separator: "|"), expected: expected) { text in
            (words.first { $0.key == text } ?? also.first { $0.key == text })?.value
        }.completed(as: .words(names), near: names)
    }
}
