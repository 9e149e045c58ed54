import VisualSearch

extension RulesCommand {
    /// `magpie rules export`.
    struct Export: Subcommand {
        static let name = "rules export"
        static let summary = "Prints the rules as the JSON that 'magpie rules import' reads."
        static let synopsis = "magpie rules export [STORE]"
        static let examples = [
            Example(purpose: "a copy to edit", line: "magpie rules export --store shop.magpie > rules.json")
        ]

        var store = StorePlace.standardName

        static var options: [OptionGroup<Self>] { .options(.storeFile(sets: \.store)) }

        func run(_ words: [Path]) throws -> ExitCode {
            let (rules, damaged) = try RulesCommand.rules(in: store)
            try StandardOutput().write(RuleFile.text(of: rules))
            return RulesCommand.noteDamaged(damaged)
        }
    }
}
