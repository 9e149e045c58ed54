import Imaging

/// The words after `benchmarks copies`, `boxes` and `queries`.
struct EvaluationOptions {
    /// The table of labels, boxes or queries.
    var file = ""
    /// The column of product types to learn from; nil for none.
    var types: String?
    /// Copies are changed strongly.
    var isHard = false
    var distractors: [String] = []
    /// Copies are also searched by their parts and turns, and proven by pixels.
    var provesParts = false
    /// The most originals that are changed.
    var limit = 250
    var catalog: String?
    var store: String?
    var classField: String?
    var printsJSON = false
    var jobs = Batch.usableCores

    /// - Parameter accepted: The options of this command, beside `--json` and `--jobs`.
    init(_ words: [String], _ accepted: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("--") else {
                guard file.isEmpty else { throw UsageError("one file at a time; '\(word)' is one too many") }
                file = word
                continue
            }
            guard (accepted + ["--json", "--jobs"]).contains(word) else { throw UsageError("unknown option \(word)") }
            switch word {
            case "--json": printsJSON = true
            case "--hard": isHard = true
            case "--parts": provesParts = true
            default:
                guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
                try set(word, to: value)
            }
        }
        guard !file.isEmpty else { throw UsageError("name a file of labels") }
        if !distractors.isEmpty || provesParts, !isHard { throw UsageError("--distractors and --parts go with --hard") }
    }

    private mutating func set(_ option: String, to value: String) throws(UsageError) {
        switch option {
        case "--types": types = value
        case "--distractors": distractors.append(value)
        case "--catalog": catalog = value
        case "--store": store = value
        case "--class-field": classField = value
        case "--limit": limit = try Self.number(value, option)
        default: jobs = try Self.number(value, option)
        }
    }

    private static func number(_ value: String, _ option: String) throws(UsageError) -> Int {
        guard let number = Int(value), (1...1024).contains(number) else {
            throw UsageError("\(option) takes a number from 1 to 1024, not '\(value)'")
        }
        return number
    }
}
