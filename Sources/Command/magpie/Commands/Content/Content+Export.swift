import ContentSearch

extension Content {
    /// `magpie content export`.
    struct Export: Subcommand {
        static let name = "content export"
        static let summary = "Prints all content as JSON lines, which 'magpie content import' takes without a loss."
        static let synopsis = "magpie content export [STORE] [MODULE…]"
        static let others = 0...Int.max
        static let examples = [
            Example(purpose: "copy all content", line: "magpie content export > content.jsonl")
        ]

        var store = StorePlace.standardName
        /// The lines are JSON always.
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .store(sets: \.store),
                .flag("--json", help: "The lines are JSON without it, too.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let content = try Content.open(beside: store, .readOnly)
            try StandardOutput().writeLines { line in try content.export(words.map(\.text), line) }
            return .done
        }
    }
}
