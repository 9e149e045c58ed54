import ContentSearch
import Essentials

extension Content {
    /// `magpie content import`.
    struct Import: Subcommand {
        static let name = "content import"
        static let summary = "Adds the rows of CSV files and JSON lines to a module."
        static let synopsis = "magpie content import [STORE] FILE… [options]"
        static let details = """
            The module is by default the one with the name of the file. Rows with the same ids are replaced. A new
            module gets the fields that the data suggest. A row that does not fit is reported with its line and
            field, and the others go in. An import that was interrupted continues where it ended. A CSV column
            title@fr holds the French value of a translated field; '|' separates the values of a list.
            """
        static let operands: ValueKind? = .file
        static let others = 1...Int.max
        static let badInputsHelp: String? = "A file in which no row fits."
        static let examples = [
            Example(
                purpose: "books, whose ids are in a column of their own",
                line: "magpie content import books.csv --id book_id")
        ]

        var store = StorePlace.standardName
        var module: String?
        var idColumn: String?
        var isQuiet = false
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .value(
                    "--module", kind: .text("NAME", expected: "the name of a module"),
                    help: "Module of rows that name none.", sets: \.module),
                .value(
                    "--id", kind: .text("COLUMN", expected: "the name of a column"),
                    help: "Column with the ids.", default: "id", sets: \.idColumn),
                .store(sets: \.store),
                .json(each: "result", sets: \.printsJSON),
                .flag("-q", "--quiet", help: "Show no progress.", sets: \.isQuiet))
        }

        /// All rows of all files count for the exit code.
        func run(_ words: [Path]) throws -> ExitCode {
            let files = words.map(\.text)
            guard !files.isEmpty else { throw UsageError("import needs files: magpie content import FILE…") }
            let content = try Content.open(beside: store, .create)
            let showsProgress = !isQuiet && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb
            var code = ExitCode.done
            let cancellation = Cancellation()
            let signals = SignalWatch { cancellation.cancel() }
            for file in files {
                let work = ContentImport(into: content, module: module, idColumn: idColumn, cancellation: cancellation)
                let report: ContentImport.Report
                do {
                    report = try work.run(file) { rows in
                        if showsProgress { note("\(ProgressLine.clear)\(file.printable): \(Numbers.count(rows)) rows") }
                    }
                } catch {
                    if showsProgress { note(ProgressLine.clear) }
                    switch error {
                    case .invalidArgument(let text): throw SetupError(text, because: error)
                    case .cancelled:
                        note("magpie: \(file.printable): interrupted; the same command continues\n")
                        return signals.caught.map(ExitCode.signal) ?? .setup
                    default: throw error
                    }
                }
                if showsProgress { note(ProgressLine.clear) }
                for fault in report.faults {
                    note("magpie: \(file.printable), line \(fault.line): \(fault.reason.printable)\n")
                }
                if report.refused > report.faults.count {
                    note(
                        "magpie: \(file.printable): \(Numbers.plural(report.refused - report.faults.count, "more row")) stayed out\n"
                    )
                }
                if report.stored + report.skipped == 0, report.refused > 0 { code = .tooManyErrors }
                try StandardOutput().write(printsJSON ? report.line(file) : report.text(file))
            }
            return code
        }
    }
}

extension ContentImport.Report {
    fileprivate func text(_ file: String) -> String {
        var text = "\(file.printable): \(Numbers.plural(stored, "row")) in"
        if skipped > 0 { text += ", \(Numbers.count(skipped)) before" }
        if refused > 0 { text += ", \(Numbers.count(refused)) refused" }
        text += "\n"
        for module in inferred {
            text += "new module \(module.name.printable), as the data suggest; 'magpie content define' changes it\n"
            text += module.table
        }
        return text
    }

    fileprivate func line(_ file: String) -> String {
        let faults = faults.map { JSONValue.object(["line": .int($0.line), "reason": .string($0.reason)]) }
        let members: [String: JSONValue] = [
            "file": .string(file), "stored": .int(stored), "skipped": .int(skipped), "refused": .int(refused),
            "faults": .array(faults), "inferred": .array(inferred.map(\.json)),
        ]
        return JSONValue.object(members).encodedText + "\n"
    }
}
