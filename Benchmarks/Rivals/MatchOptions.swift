/// The words after `benchmarks match`.
struct MatchOptions {
    var counts: [Int] = []
    /// A store whose descriptors are searched in place of clustered vectors.
    var store: String?
    var queries = 200
    var rounds = 5
    /// An interpreter that has the rivals.
    var python: String?
    /// Rivals whose names contain one of these; everyone when empty.
    var only: [String] = []
    var json: String?
    /// Compares the measurements with the project's own limits.
    var printsGoals = false

    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--goals" {
                printsGoals = true
                continue
            }
            guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
            switch word {
            case "--count": counts.append(try MatchOptions.number(value, of: word))
            case "--queries": queries = try MatchOptions.number(value, of: word)
            case "--rounds": rounds = try MatchOptions.number(value, of: word)
            case "--python": python = value
            case "--only": only += value.split(separator: ",").map(String.init)
            case "--store": store = value
            case "--json": json = value
            default: throw UsageError("unknown option \(word)")
            }
        }
        if counts.isEmpty { counts = [100_000] }
    }

    private static func number(_ text: String, of option: String) throws(UsageError) -> Int {
        guard let number = Int(text), (1...10_000_000).contains(number) else {
            throw UsageError("\(option) takes a number from 1 to 10000000, not '\(text)'")
        }
        return number
    }
}
