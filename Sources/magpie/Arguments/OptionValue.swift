import Foundation

/// How the value of an option is read.
struct OptionValue<Value> {
    /// Stands for the value in the help.
    let placeholder: String
    /// Ends the sentence "--size expects …".
    let expected: String
    let parse: (Path) -> Value?

}

extension OptionValue {
    init(_ placeholder: String, expected: String, parse: @escaping (String) -> Value?) {
        self.init(placeholder: placeholder, expected: expected, parse: { parse($0.text) })
    }
}

extension OptionValue<Path> {
    /// A file name, kept byte for byte.
    static func path(_ placeholder: String) -> OptionValue {
        OptionValue(placeholder: placeholder, expected: "a file name", parse: { $0.bytes.isEmpty ? nil : $0 })
    }
}

extension OptionValue<Int> {
    static func integer(_ placeholder: String = "N", in range: ClosedRange<Int>) -> OptionValue {
        let expected =
            range.upperBound == .max
            ? "a whole number from \(range.lowerBound)"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        return OptionValue(placeholder, expected: expected) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension OptionValue<Double> {
    static func decimal(_ placeholder: String, in range: ClosedRange<Double>, expected: String) -> OptionValue {
        OptionValue(placeholder, expected: expected) { text in
            Double(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension OptionValue {
    /// One of a closed list of words.
    static func word(_ placeholder: String, _ words: KeyValuePairs<String, Value>) -> OptionValue {
        let names = words.map(\.key)
        let expected = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
        return OptionValue(placeholder, expected: expected) { text in words.first { $0.key == text }?.value }
    }
}
