import VisualSearch

extension RulesCommand {
    /// `magpie rules list`.
    struct List: Subcommand {
        static let name = "rules list"
        static let summary = "Prints a line for each rule, the strongest first."
        static let synopsis = "magpie rules list [STORE] [--json]"

        var store = StorePlace.standardName
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(.storeFile(sets: \.store), .flag("--json", help: "Print the result as JSON.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let (rules, damaged) = try RulesCommand.rules(in: store)
            let ordered = rules.inOrder
            let console = StandardOutput()
            if printsJSON {
                for rule in ordered { try console.write(rule.line) }
            } else if ordered.isEmpty {
                try console.write("the store has no rules\n")
            } else {
                let table = TextTable(columns: [.name, .reason], rows: ordered.map(\.cells))
                try console.write(table.text(to: console.columns))
            }
            return RulesCommand.noteDamaged(damaged)
        }
    }
}
