import VisualSearch

extension RulesCommand {
    /// `magpie rules clear`.
    struct Clear: Subcommand {
        static let name = "rules clear"
        static let summary = "Removes all rules."
        static let synopsis = "magpie rules clear [STORE] [--json]"

        var store = StorePlace.standardName
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(.storeFile(sets: \.store), .flag("--json", help: "Print the result as JSON.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let opened = try store.store()
            let before = try opened.read { snapshot throws(SearchError) in try snapshot.ruleRecords().count }
            try opened.keep([])
            try StandardOutput().write(
                printsJSON
                    ? RuleReport.clearedLine(before)
                    : "removed \(Numbers.plural(before, "rule")) from \(store.text.printable)\n")
            return .done
        }
    }
}
