/// The words after `benchmarks discover`, `learn`, `listings`, `phrases`, `searches` and `suggest`: the size of the catalog, and how
/// often to measure.
struct CatalogOptions {
    var items = 100_000
    var rounds: Int
    /// The file for the figures; nil for none.
    var json: String?

    /// - Parameter takesFile: True where `--json FILE` writes the figures.
    init(_ words: [String], rounds: Int, takesFile: Bool = false) throws(UsageError) {
        self.rounds = rounds
        var rest = words[...]
        while let word = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError("\(word) needs a value") }
            switch (word, Int(value)) {
            case ("--items", let number?) where (1...10_000_000).contains(number): items = number
            case ("--rounds", let number?) where (1...1000).contains(number): self.rounds = number
            case ("--json", _) where takesFile: json = value
            default: throw UsageError("\(word) \(value) makes no sense")
            }
        }
    }
}
