import Essentials
import Imaging
import SearchAPI
import VisualSearch
import WireFormat

extension Store {
    /// `magpie store merge PART… -o ALL`.
    enum Merge: StoreAction {
        static let name = "merge"
        static let help = """
            PART… -o ALL: joins the stores of all parts of 'magpie index --shard' into a new one, as one run over all \
            inputs would have made it, without describing a picture again, and learns at its end. A part that is \
            missing, doubled, unfinished or of another list, other options or another describer is an error, and so is \
            an id in two parts. Stores that are no parts are joined in the order of the call. What the parts have \
            learned and their removed items stay behind.
            """

        /// Committing the last rows may take this many seconds; a process that is ended before leaves ALL.partial-….
        private static let grace = 8.0

        static func run(_ words: [Path], _ arguments: StoreArguments) throws -> ExitCode {
            guard let output = arguments.output, !words.isEmpty else {
                throw UsageError("merge needs parts and a target: magpie store merge PART… -o ALL")
            }
            if arguments.store != nil { throw UsageError("merge takes no --store: magpie store merge PART… -o ALL") }
            let start = ContinuousClock.now
            // Each part is open to the end, with its log and the file that its readers share.
            OpenFiles.allow(3 * words.count + 64)
            let parts = try words.map { try MergePart($0.text) }
            try PartSet(parts).check(allowingMissing: arguments.isPartial)
            let interruption = Interruption(grace: grace)
            var merged: MergedStore
            do throws(SearchError) {
                merged = try write(parts, words, to: output, arguments.sameID, interruption.cancellation)
                merged.seconds = start.duration(to: .now) / .seconds(1)
            } catch {
                guard case .cancelled = error, let code = interruption.exitCode else { throw error }
                note("magpie: interrupted, and nothing was written\n")
                return code
            }
            var code = ExitCode.done
            do throws(SearchError) {
                if !arguments.skipsLearning {
                    merged.learned = try learn(output, arguments.typeFields, interruption.cancellation)
                }
                code = try CatalogStore(path: output.text).endWithLists(interruption)
            } catch {
                guard case .cancelled = error, let signal = interruption.exitCode else { throw error }
                note(
                    "magpie: interrupted; all items are stored in \(output), 'magpie store learn' lets it learn, and the next "
                        + "'magpie index' or 'magpie serve' builds the lists of a large store\n")
                code = signal
            }
            try StandardOutput().write(arguments.printsJSON ? merged.line : merged.summary)
            return code
        }

        private static func write(
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
