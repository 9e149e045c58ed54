import Essentials
import VisualSearch
import WireFormat

extension Store {
    /// `magpie store merge PART… -o ALL`.
    struct Merge: Subcommand {
        static let name = "store merge"
        static let summary = "Joins the stores of the parts of 'magpie index --shard'."
        static let synopsis = "magpie store merge PART… -o ALL [options]"
        static let operands: ValueKind? = .file
        static let details = """
            The result is as one run over all inputs would have made it. No picture is described again, and the store
            learns at the end. A part that is missing, doubled, unfinished or of another list, other options or
            another describer is an error, and so is an id in two parts. Stores that are no parts are joined in the
            order of the call. What the parts have learned and their removed items stay behind.
            """
        static let examples = [
            Example(
                purpose: "one store of eight parts",
                line: "magpie store merge catalog.*-of-8.magpie -o whole.magpie --json")
        ]

        /// Committing the last rows may take this many seconds; a process that is ended before leaves ALL.partial-….
        private static let grace = 8.0

        var output: Path?
        var typeField: String?
        var isPartial = false
        var sameID: StoreMerge.Choice?
        var skipsLearning = false
        var printsJSON = false

        static var options: [OptionGroup<Self>] {
            .options(
                .value("-o", "--output", kind: .path("NEW"), help: "File for the merged store.", sets: \.output),
                .flag("--partial", help: "Accept that parts are missing or unfinished.", sets: \.isPartial),
                .value(
                    "--same-id", kind: .word(["first": .first, "newer": .newer]),
                    help: "Item to keep of several with one id: the first in the list, as one run does, or the one "
                        + "whose file changed last.", default: .clause("an error"), sets: \.sameID),
                .typeField(sets: \.typeField), .noLearning(sets: \.skipsLearning),
                .flag("--json", help: "Print the result as one line of JSON.", sets: \.printsJSON))
        }

        func run(_ words: [Path]) throws -> ExitCode {
            guard let output, !words.isEmpty else {
                throw UsageError("merge needs parts and a target: magpie store merge PART… -o ALL")
            }
            let start = ContinuousClock.now
            // Each part is open to the end, with its log and the file that its readers share.
            OpenFiles.allow(3 * words.count + 64)
            let parts = try words.map { try MergePart($0.text) }
            try PartSet(parts).check(allowingMissing: isPartial)
            let interruption = Interruption(grace: Self.grace)
            var merged: MergedStore
            do throws(SearchError) {
                merged = try write(parts, words, to: output, sameID, interruption.cancellation)
                merged.seconds = start.duration(to: .now) / .seconds(1)
            } catch {
                guard case .cancelled = error, let code = interruption.exitCode else { throw error }
                note("magpie: interrupted, and nothing was written\n")
                return code
            }
            var code = ExitCode.done
            do throws(SearchError) {
                if !skipsLearning {
                    merged.learned = try Self.learn(
                        output, CatalogStore.typeFields(typeField), interruption.cancellation)
                }
                code = try CatalogStore(path: output.text).endWithLists(interruption)
            } catch {
                guard case .cancelled = error, let signal = interruption.exitCode else { throw error }
                note(
                    "magpie: interrupted; all items are stored in \(output), 'magpie store learn' lets it learn, and the next "
                        + "'magpie index' or 'magpie serve' builds the lists of a large store\n")
                code = signal
            }
            try StandardOutput().write(printsJSON ? merged.line : merged.summary)
            return code
        }

        private func write(
            _ parts: [MergePart], _ words: [Path], to output: Path, _ choice: StoreMerge.Choice?,
            _ cancellation: Cancellation
        ) throws(SearchError) -> MergedStore {
            let sources = words.map { StorePlace($0).sources(in: StorePlace(output)) }
            let progress = ShareProgress("merging \(Numbers.plural(parts.count, "store"))")
            defer { progress.end() }
            let merge = try StoreMerge(
                parts, choice: choice, cancellation: cancellation,
                source: { part, source in sources[part](source) }, progress: progress.show)
            return MergedStore(path: output, parts: parts.count, report: try merge.write(to: output.text))
        }

        /// Learns as `magpie index` does at its end; nil where no item has a type.
        static func learn(
            _ file: Path, _ fields: [String], _ cancellation: Cancellation
        ) throws(SearchError) -> LearningReport? {
            let progress = ShareProgress("learning from the types")
            defer { progress.end() }
            let report = try CatalogStore(path: file.text).learn(
                fromTypesIn: fields, cancellation: cancellation, progress: progress.show)
            return report.items == 0 ? nil : report
        }
    }
}
