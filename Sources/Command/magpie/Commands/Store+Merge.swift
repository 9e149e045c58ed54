import Foundation
import Imaging
import SearchAPI
import VisualSearch
import WireFormat

extension Store {
    /// `magpie store merge PART… -o ALL`
    func merge(_ words: [Path]) throws -> ExitCode {
        guard let output, !words.isEmpty else {
            throw UsageError("merge needs parts and a target: magpie store merge PART… -o ALL")
        }
        if store != nil || listsRemoved || restoresAll {
            throw UsageError("merge takes no --store, --list and --all: magpie store merge PART… -o ALL")
        }
        let start = ContinuousClock.now
        // Each part is open to the end, with its log and the file that its readers share.
        OpenFiles.allow(3 * words.count + 64)
        let parts = try words.map { try MergePart($0.text) }
        try PartSet(parts).check(allowingMissing: isPartial)
        let interruption = Interruption(grace: Self.mergeGrace)
        var merged: Merged
        do throws(SearchError) {
            merged = try write(parts, words, to: output, interruption.cancellation)
            merged.seconds = start.duration(to: .now) / .seconds(1)
        } catch {
            guard case .cancelled = error, let code = interruption.exitCode else { throw error }
            note("magpie: interrupted, and nothing was written\n")
            return code
        }
        var code = ExitCode.done
        do throws(SearchError) {
            if !skipsLearning { merged.learned = try learn(output, interruption.cancellation) }
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

    /// Committing the last rows may take this many seconds; a process that is ended before leaves ALL.partial-….
    private static let mergeGrace = 8.0

    private func write(
        _ parts: [MergePart], _ words: [Path], to output: Path, _ cancellation: Cancellation
    ) throws(SearchError) -> Merged {
        let sources = words.map { StorePlace($0).sources(in: StorePlace(output)) }
        let progress = ShareProgress("merging \(Numbers.plural(parts.count, "store"))")
        defer { progress.end() }
        let merge = try StoreMerge(
            parts, choice: sameID, cancellation: cancellation,
            source: { part, source in sources[part](source) }, progress: progress.show)
        return Merged(store: output, parts: parts.count, report: try merge.write(to: output.text))
    }

    /// Learns as `magpie index` does at its end; nil where no item has a type.
    private func learn(_ file: Path, _ cancellation: Cancellation) throws(SearchError) -> LearningReport? {
        let progress = ShareProgress("learning from the types")
        defer { progress.end() }
        let report = try CatalogStore(path: file.text).learn(
            fromTypesIn: typeField.map { [$0] } ?? CatalogStore.typeFields, cancellation: cancellation,
            progress: progress.show)
        return report.items == 0 ? nil : report
    }
}

/// The result of `magpie store merge`.
private struct Merged {
    let store: Path
    let parts: Int
    let report: StoreMerge.Report
    /// Of the merge alone.
    var seconds = 0.0
    var learned: LearningReport?

    init(store: Path, parts: Int, report: StoreMerge.Report) {
        self.store = store
        self.parts = parts
        self.report = report
    }

    var line: String {
        JSONWriter.line { json in
            json.member("path", store)
            json.member("ok", true)
            json.member("items", report.items)
            json.member("parts", parts)
            json.member("dropped", report.dropped)
            json.member("bytes", report.bytes)
            json.member("ms", seconds * 1000, places: 1)
            if let learned { json.member("learned", object: { learned.write(to: &$0) }) }
        }
    }

    var summary: String {
        var text = "\(store.text.printable) holds \(Numbers.plural(report.items, "item")) of "
        text += "\(Numbers.plural(parts, "store")), \(Numbers.bytes(Double(report.bytes))), merged in "
        text += "\(Numbers.duration(seconds))\n"
        if report.dropped > 0 {
            text += "  \(Numbers.plural(report.dropped, "item")) left out: others have their ids\n"
        }
        if report.forgotten > 0 {
            text += "  \(Numbers.plural(report.forgotten, "removed item")) of the parts cannot be restored here\n"
        }
        if let learned { text += "  learned from \(learned.sentence)\n" }
        return text
    }
}
