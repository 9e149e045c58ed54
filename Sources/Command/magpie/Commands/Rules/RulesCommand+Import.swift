import VisualSearch

extension RulesCommand {
    /// `magpie rules import`.
    struct Import: Subcommand {
        static let name = "rules import"
        static let summary = "Keeps the rules of a JSON file in the store, in place of all earlier ones."
        static let synopsis = "magpie rules import [STORE] FILE [options]"
        static let details = "All rules are kept, or none."
        static let others = 1...1
        static let unusableHelp = "A rule that cannot be kept; or a missing or unusable file or store."
        static let examples = [
            Example(purpose: "keep them", line: "magpie rules import samples/rules.json --store shop.magpie"),
            Example(
                purpose: "a preview of a campaign",
                line: "magpie search --text bag --rules samples/rules.json --campaign autumn"),
        ]

        var store = StorePlace.standardName
        var adds = false
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .storeFile(sets: \.store),
                .flag(
                    "--add", help: "Keep the other rules of the store; those of the same names are replaced.",
                    sets: \.adds),
                .flag("--json", help: "Print the result as JSON.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            guard let file = words.first else { throw UsageError("missing file: magpie rules import FILE") }
            if words.count > 1 {
                throw UsageError("rules import takes one file, but was also given '\(words[1])'")
            }
            let rules = try RuleFile.rules(of: file)
            let opened = try store.store()
            let (count, review) = try file.judged { try opened.keep(rules, replacingAll: !adds) }
            let report = RuleReport(review: review, rules: count)
            let all = adds && count != rules.count ? ", which has \(Numbers.plural(count, "rule")) now" : ""
            try StandardOutput().write(
                printsJSON
                    ? report.line
                    : report.text + "kept \(Numbers.plural(rules.count, "rule")) in \(store.text.printable)\(all)\n")
            return .done
        }
    }
}
