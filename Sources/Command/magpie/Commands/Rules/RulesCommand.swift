import Essentials
import Imaging
import SearchAPI
import VisualSearch

/// `magpie rules ACTION [FILE]`.
struct RulesCommand: Subcommand {
    static let name = "rules"
    static let summary = "Keeps rules of merchandisers: pins, boosts, hidden items, synonyms and redirects of searches."
    static let operands: ValueKind? = .file
    static let synopsis = "magpie rules import|check|list|export|clear [FILE] [--store FILE] [options]"
    static let nested = [
        NestedCommand(
            name: "import",
            help: """
                FILE: keeps the rules of a JSON file in the store, in place of all earlier ones or, with --add, beside \
                them. All or none.
                """, operands: .file, refused: ["--strict"]),
        NestedCommand(
            name: "check",
            help: """
                FILE: names faults, missing items and rules that contradict each other, and changes nothing. Without FILE \
                it checks the rules of the store.
                """, operands: .file, refused: ["--add"]),
        NestedCommand(name: "list", help: "a line for each rule, the strongest first", refused: ["--add", "--strict"]),
        NestedCommand(
            name: "export", help: "prints the rules as the JSON that import reads",
            refused: ["--add", "--strict", "--json"]),
        NestedCommand(name: "clear", help: "removes all rules", refused: ["--add", "--strict"]),
    ]
    static var details: String {
        """
        \(nested.table)

        A rule has conditions on a search (words, category, campaign, time, picture or words) and changes to its answer. Of
        two that contradict each other the one with the higher priority wins, then the more specific one, then the name.
        A file has {"rules":[…]}; the article "Rules" of VisualSearch describes each member. Searches follow the rules of
        the store at once, also in running servers; 'magpie search --no-rules' does not.

        Exit code 2 where a rule cannot be kept, and with --strict where there is any finding.
        """
    }
    static let examples = [
        Example(
            purpose: "faults and contradictions", line: "magpie rules check samples/rules.json --store shop.magpie"),
        Example(purpose: "keep them", line: "magpie rules import samples/rules.json --store shop.magpie"),
        Example(
            purpose: "a preview of a campaign",
            line: "magpie search --text bag --rules samples/rules.json --campaign autumn"),
        Example(purpose: "a copy to edit", line: "magpie rules export --store shop.magpie > rules.json"),
    ]

    var store: Path?
    var adds = false
    var isStrict = false
    var printsJSON = false

    func run(_ words: [Path]) throws -> ExitCode {
        guard let action = words.first else { throw UsageError("missing action: \(Self.synopsis)") }
        let names = Self.nested.map(\.name)
        guard names.contains(action.text) else {
            let hint = nearest(to: action.text, among: names).map { "; did you mean \($0)?" } ?? ""
            throw UsageError("unknown action '\(action)'\(hint)")
        }
        try checkOptions(of: action.text)
        let files = Array(words.dropFirst())
        let most = ["import", "check"].contains(action.text) ? 1 : 0
        guard files.count <= most else {
            throw UsageError(
                most == 0
                    ? "rules \(action) takes no file, but was given '\(files[0])'; name the store with --store"
                    : "rules \(action) takes one file, but was also given '\(files[1])'")
        }
        switch action.text {
        case "import":
            guard let file = files.first else { throw UsageError("missing file: magpie rules import FILE") }
            return try take(file)
        case "check": return try check(files.first)
        case "list": return try list()
        case "export":
            let (rules, damaged) = try storedRules()
            try StandardOutput().write(RuleFile.text(of: rules))
            return noteDamaged(damaged)
        default: return try clear()
        }
    }

    private var place: Path { store ?? StorePlace.standardName }

    private func checkOptions(of action: String) throws(UsageError) {
        if adds, action != "import" { throw UsageError("only import takes --add") }
        if isStrict, action != "check" { throw UsageError("only check takes --strict") }
        if printsJSON, action == "export" { throw UsageError("export prints JSON always: leave out --json") }
    }

    private func take(_ file: Path) throws -> ExitCode {
        let rules = try RuleFile.rules(of: file)
        let (count, review) = try place.store().keep(rules, replacingAll: !adds)
        let report = RuleReport(review: review, rules: count)
        let all = adds && count != rules.count ? ", which has \(Numbers.plural(count, "rule")) now" : ""
        try StandardOutput().write(
            printsJSON
                ? report.line
                : report.text + "kept \(Numbers.plural(rules.count, "rule")) in \(place.text.printable)\(all)\n")
        return .done
    }

    private func check(_ file: Path?) throws -> ExitCode {
        var damaged: [String] = []
        let rules: [SearchRule]
        if let file { rules = try RuleFile.rules(of: file) } else { (rules, damaged) = try storedRules() }
        let isThere = file == nil || store != nil || (try? FileStatus.of(place)) != nil
        let review =
            isThere
            ? try place.storeToRead().read { snapshot throws(SearchError) in try snapshot.review(rules) }
            : RuleReview(withoutStore: rules)
        let report = RuleReport(review: review, rules: rules.count)
        let remark = isThere ? "" : "; there is no \(place.text.printable), so fields and items were not checked"
        try StandardOutput().write(printsJSON ? report.line : report.text + report.summary + remark + "\n")
        if noteDamaged(damaged) != .done { return .setup }
        let isFaulty = review.findings.contains { $0.kind == .error }
        return isFaulty || isStrict && !review.findings.isEmpty ? .setup : .done
    }

    private func list() throws -> ExitCode {
        let (rules, damaged) = try storedRules()
        let ordered = rules.inOrder
        let console = StandardOutput()
        if printsJSON {
            for rule in ordered { try console.write(rule.line) }
        } else if ordered.isEmpty {
            try console.write("the store has no rules\n")
        } else {
            let width = ordered.map(\.name.printable.count).max() ?? 0
            for rule in ordered { try console.write(rule.row(width: min(width, 40)) + "\n") }
        }
        return noteDamaged(damaged)
    }

    private func clear() throws -> ExitCode {
        let store = try place.store()
        let before = try store.read { snapshot throws(SearchError) in try snapshot.ruleRecords().count }
        try store.keep([])
        try StandardOutput().write(
            printsJSON
                ? RuleReport.clearedLine(before)
                : "removed \(Numbers.plural(before, "rule")) from \(place.text.printable)\n")
        return .done
    }

    private func storedRules() throws -> (rules: [SearchRule], damaged: [String]) {
        try place.storeToRead().read { snapshot throws(SearchError) in try snapshot.rules() }
    }

    private func noteDamaged(_ names: [String]) -> ExitCode {
        for name in names { note("magpie: the rule '\(name.printable)' is damaged; import it again\n") }
        return names.isEmpty ? .done : .setup
    }

    static var options: [OptionGroup<RulesCommand>] {
        [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        "--store", kind: .path("FILE"),
                        help: "Store file.", default: .clause("\(StorePlace.standardName) in this folder"),
                        sets: \.store),
                    .flag(
                        "--add", help: "Keep the other rules of the store; those of the same names are replaced.",
                        sets: \.adds),
                    .flag(
                        "--strict", help: "Exit code 2 for warnings and contradictions as well.", sets: \.isStrict),
                    .flag("--json", help: "Print the result as JSON.", sets: \.printsJSON),
                ])
        ]
    }
}

extension RuleFile {
    /// The rules of a file.
    static func rules(of file: Path) throws -> [SearchRule] {
        let bytes: [UInt8]
        do throws(ImageError) { bytes = try FileContents(file, limit: byteLimit).bytes } catch {
            throw SetupError("cannot read the rules in \(file): \(error)")
        }
        do throws(SearchError) { return try rules(in: bytes) } catch {
            throw SetupError("\(file.text.printable): \(error.sentence)")
        }
    }
}
