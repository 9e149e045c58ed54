import VisualSearch

extension RulesCommand {
    /// `magpie rules check`.
    struct Check: Subcommand {
        static let name = "rules check"
        static let summary = "Names faults, missing items and rules that contradict each other; changes nothing."
        static let synopsis = "magpie rules check [STORE] [FILE] [options]"
        static let details = "Without FILE, the rules of the store are checked."
        static let others = 0...1
        static let unusableHelp =
            "A fault, and with --strict a warning or contradiction; or a missing or unusable file or store."
        static let examples = [
            Example(
                purpose: "faults and contradictions", line: "magpie rules check samples/rules.json --store shop.magpie")
        ]

        var store: Path?
        var isStrict = false
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .value(
                    "--store", kind: .path("FILE"),
                    help: "Store file.", default: .clause("\(StorePlace.standardName) in this folder"),
                    sets: \.store),
                .flag(
                    "--strict", help: "Exit code 2 for warnings and contradictions as well.", sets: \.isStrict),
                .flag("--json", help: "Print the result as JSON.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            if words.count > 1 {
                throw UsageError("rules check takes one file, but was also given '\(words[1])'")
            }
            let place = store ?? StorePlace.standardName
            var damaged: [String] = []
            let rules: [SearchRule]
            if let file = words.first {
                rules = try RuleFile.rules(of: file)
            } else {
                (rules, damaged) = try RulesCommand.rules(in: place)
            }
            let isThere = words.isEmpty || store != nil || (try? FileStatus.of(place)) != nil
            let review =
                isThere
                ? try place.storeToRead().read { snapshot throws(SearchError) in try snapshot.review(rules) }
                : RuleReview(withoutStore: rules)
            let report = RuleReport(review: review, rules: rules.count)
            let remark = isThere ? "" : "; there is no \(place.text.printable), so fields and items were not checked"
            try StandardOutput().write(printsJSON ? report.line : report.text + report.summary + remark + "\n")
            if RulesCommand.noteDamaged(damaged) != .done { return .setup }
            let isFaulty = review.findings.contains { $0.kind == .error }
            return isFaulty || isStrict && review.findings.contains { $0.kind != .remark } ? .setup : .done
        }
    }
}
