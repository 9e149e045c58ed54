import Essentials
import StepwiseSearch
import VisualSearch

/// `magpie steps`.
struct Steps: Subcommand {
    static let name = "steps"
    static let summary = "Finds an address or an item in a hierarchy, step by step; imports hierarchies."
    static let synopsis = "magpie steps FILE [options] | import DATA… -o FILE"
    static let operands: ValueKind? = .file
    static var nested: [any Subcommand.Type] { [Import.self] }
    static let details = """
        FILE holds a hierarchy, such as prefectures, municipalities, towns and houses. In a terminal, the arrow keys
        move, letters filter the list or find a place below by words, Enter selects, and Escape goes back. The
        destination is printed: its id and the way to it. Without a terminal, numbers and words are read from standard
        input, a line each: a number selects, '<' goes back, '>' shows the next page, 'q' ends, and other text, or
        text after '/', filters.

        --json, --path, --select, --back, --prefix, --words, --offset and --limit print one state instead. With
        --catalog, FILE is the store of a catalog, whose categories lead to its items.
        """
    static let examples = [
        Example(purpose: "import the tables of the registry", line: "magpie steps import mt_*.csv -o addresses.store"),
        Example(
            purpose: "look for an address, with labels in Latin letters",
            line: "magpie steps addresses.store --locale en"),
        Example(
            purpose: "list the municipalities of a prefecture that begin with a syllable",
            line: "magpie steps addresses.store --path jp,30 --prefix わ"),
        Example(purpose: "find an address by words", line: "magpie steps addresses.store --words '今福2丁目2-13' --json"),
        Example(purpose: "go through the categories of a shop", line: "magpie steps shop.magpie --catalog"),
    ]

    var locale: String?
    var path: [String]?
    var selected: [String] = []
    var back: Int?
    var prefix: String?
    var words: String?
    var offset: Int?
    var limit: Int?
    var printsJSON = false
    var catalog: String?

    static var options: [OptionGroup<Steps>] {
        let text = OptionValue("TEXT", expected: "some text") { (text: String) in text }
        return [
            OptionGroup(
                "Steps",
                .value(
                    "--locale", kind: .text("TAG", expected: "a language tag such as en"),
                    help: "Language of the labels.",
                    default: .clause("that of the data, also where a label is missing"), sets: \.locale),
                .flag(
                    "--catalog", orValue: OptionValue("FIELD", expected: "the name of a field") { $0 },
                    help: "FILE is a catalog; FIELD holds the category, without it product_type, category or type.",
                    sets: \.catalog)),
            OptionGroup(
                "One state",
                .value(
                    "--path", kind: .ids,
                    help: "Ids of the selected candidates with commas between, or a JSON array of them.", sets: \.path),
                .repeated(
                    "--select", kind: .text("ID", expected: "an id"),
                    help: "Select the candidate with this id; repeatable.", add: { $0.selected.append($1) }),
                .value("--back", kind: .integer(in: 1 ... .max), help: "Take back this many selections.", sets: \.back),
                .value(
                    "--prefix", kind: text, help: "List only candidates whose label or reading begins with TEXT.",
                    sets: \.prefix),
                .value("--words", kind: text, help: "Find places by words, at or below the state.", sets: \.words),
                .value(
                    "--offset", kind: .integer(in: 0 ... .max), help: "Leave out the first N candidates.",
                    sets: \.offset),
                .value(
                    "--limit", kind: .integer(in: 1...1000), help: "Maximum number of candidates and of found places.",
                    default: "100", sets: \.limit),
                .flag("--json", help: "Print the state as JSON, as the server does.", sets: \.printsJSON)),
        ]
    }

    func run(_ words: [Path]) throws -> ExitCode {
        guard let first = words.first else { throw UsageError("missing file: \(Self.synopsis)") }
        guard words.count == 1 else {
            throw UsageError("steps takes one file, \(first), but was also given '\(words[1])'")
        }
        do {
            guard let catalog else { return try walk(try StepStore(path: first.text)) }
            let engine = try SearchEngine(path: first.text, mode: .readOnly)
            return try walk(CatalogSteps(engine, field: catalog.isEmpty ? nil : catalog))
        } catch let error as StepError {
            switch error {
            case .invalidArgument, .stepsNotPositive: throw UsageError(error.description)
            default: throw SetupError(error.description)
            }
        }
    }

    private func walk(_ directory: some LocalStepDirectory) throws -> ExitCode {
        let path = StepPath(path ?? [], locale: locale)
        let asksOnce =
            printsJSON || !selected.isEmpty || self.path != nil || back != nil || prefix != nil || words != nil
            || offset != nil || limit != nil
        if asksOnce { return try show(directory, path) }
        var browser = StepBrowser(directory, path)
        let code =
            if let terminal = StepTerminal() { try terminal.run(&browser) } else { try NumberedSteps().run(&browser) }
        if let destination = browser.destination {
            try StandardOutput().write(destination.id.printable + "\t" + browser.path.way + "\n")
        }
        return code
    }

    /// Prints one state.
    private func show(_ directory: some LocalStepDirectory, _ start: StepPath) throws -> ExitCode {
        var path = start
        if let back { path = try directory.stepBlocking(StepCall(path, action: .goBack(back))).path }
        for id in selected { path = try directory.stepBlocking(StepCall(path, action: .select(id))).path }
        var view = StepView()
        view.offset = offset ?? view.offset
        view.limit = limit ?? view.limit
        view.prefix = prefix ?? view.prefix
        let answer = try directory.stepBlocking(StepCall(path, view: view, words: words))
        try StandardOutput().write(printsJSON ? Self.json(answer) : answer.table)
        return .done
    }

    static func json(_ answer: StepAnswer) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Coordinates are finite: the import checks them.
        let data = (try? encoder.encode(answer)) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}

extension OptionValue<[String]> {
    /// Ids between commas, or a JSON array of them, for ids with commas.
    fileprivate static var ids: OptionValue {
        OptionValue("ID,…", expected: "ids with commas between, or a JSON array of them") { text in
            if text.hasPrefix("[") { return try? JSONDecoder().decode([String].self, from: Data(text.utf8)) }
            return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init).filter { !$0.isEmpty }
        }
    }
}

extension StepAnswer {
    /// The state for people: the way, then a line for each candidate and each place that was found, with tabs between.
    fileprivate var table: String {
        var text = ""
        switch step {
        case .arrived(let candidate, let path): text = candidate.id.printable + "\t" + path.way + "\n"
        case .choose(let page, let path):
            if !path.isEmpty { text = "# " + path.way + "\n" }
            for candidate in page.candidates {
                let cells = [candidate.id, candidate.label, candidate.reading ?? "", String(candidate.count)]
                text += cells.map(\.printable).joined(separator: "\t") + "\n"
            }
            let rest = page.total - page.offset - page.candidates.count
            if rest > 0 { text += "# \(Numbers.count(rest)) more\n" }
        }
        for match in found { text += (match.ids.last ?? "").printable + "\t" + match.path.way + "\n" }
        return text
    }
}

extension [Candidate] {
    /// The labels from the top down.
    var way: String { map(\.label.printable).joined(separator: " › ") }
}
