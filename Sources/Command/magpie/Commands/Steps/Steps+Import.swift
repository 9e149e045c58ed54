import Essentials
import Imaging
import StepwiseSearch

extension Steps {
    /// `magpie steps import`.
    struct Import: Subcommand {
        static let name = "steps import"
        static let summary = "Makes the file of a hierarchy from tables."
        static let synopsis = "magpie steps import DATA… -o FILE"
        static let details = """
            DATA are the CSV files of Japan's Address Base Registry (mt_pref, mt_city, mt_town, mt_rsdtdsp_rsdt, and
            their positions: mt_pref_pos, mt_city_pos, mt_town_pos, mt_rsdtdsp_rsdt_pos), or CSV files and JSON
            lines with id, label and, as far as known, parent, label_LOCALE, level, reading, order, names, latitude,
            longitude, passage and incomplete. Name all files of a hierarchy: FILE is replaced as a whole, and
            servers continue with the new one.
            """
        static let operands: ValueKind? = .file
        static let examples = [
            Example(purpose: "the tables of the registry", line: "magpie steps import mt_*.csv -o addresses.store")
        ]

        var output: Path?
        var isQuiet = false

        static var options: [OptionGroup<Self>] {
            .options(
                .value("-o", "--output", kind: .path("FILE"), help: "File for the hierarchy.", sets: \.output),
                .flag("-q", "--quiet", help: "Show no progress.", sets: \.isQuiet))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            let files = words.map(\.text)
            guard let output else { throw UsageError("import needs --output FILE, the file for the hierarchy") }
            guard !files.isEmpty else { throw UsageError("import needs the files with the data") }
            let cancellation = Cancellation()
            let signals = SignalWatch { cancellation.cancel() }
            let showsProgress = !isQuiet && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb
            var rows = 0
            let work = StepImport(files, cancellation: cancellation) { count in
                rows += count
                // Each row is read once and written once.
                if showsProgress, rows % 20_000 == 0 { note("\(ProgressLine.clear)\(Numbers.count(rows / 2)) rows") }
            }
            defer { if showsProgress { note(ProgressLine.clear) } }
            do {
                let report = try work.run(to: output.text)
                if showsProgress { note(ProgressLine.clear) }
                try StandardOutput().write(
                    "\(output.text.printable) holds \(Numbers.plural(report.destinations, "destination")), from "
                        + "\(Numbers.plural(report.rows, "row"))\n")
                return .done
            } catch let error as SearchError {
                switch error {
                case .invalidArgument(let text): throw SetupError(text, because: error)
                case .cancelled: return signals.caught.map(ExitCode.signal) ?? .setup
                default: throw error
                }
            }
        }
    }
}
