import Essentials
import VisualSearch

/// `magpie duplicates`.
struct FindDuplicates: Subcommand {
    static let name = "duplicates"
    static let summary = "Finds files with the same picture, and removes all but the best of them."
    static let operands: ValueKind? = .folder
    static let others = 0...Int.max
    static let removingOptions: Set = ["delete", "move", "link"]
    static let synopsis = "magpie duplicates FOLDER… [--page FILE] [--delete | --move DIR | --link] [--apply]"
    static let details = """
        Groups are of one class each. "same bytes": the files are equal, byte by byte. "same picture": resized, encoded
        another way, or cropped by up to a tenth, and the kept file shows all of it without a visible difference: they
        were aligned and compared at the full size of the smaller one, and the worst place of the picture decided. "look
        alike": nearly the same, but another digit, another moment, or more of the scene at a side; with --look-alikes
        also similar ones. They are shown with the reason and never removed.

        The kept file is no symbolic link while there is a file; it has the most pixels, then the most bits per channel,
        the widest colors, the most words, the most beside its pixels, the most of what a camera wrote, the finest coding,
        the most bytes; then it is the oldest, then the first by name. Each group names the rule that decided. Where
        another file has something that the kept one lacks, such as a caption, the facts of the camera, a film, a map of
        depth, colors beyond sRGB, or a block that nobody knows, both stay, as do a picture and what may be an enlarged copy of it. A smaller or
        coarsely coded copy stays too, unless --unclear moves it: there one small letter may pass for another. Plain pictures,
        those below 32 pixels, drawings such as SVG, and files with more than one picture (animations, pages, photos with
        a film or a second picture) are compared by their bytes only, and a transparent picture is never given up for an
        opaque one.

        --parts shows pictures that lie in others, with the place, proven by pixels. They are in no group, and nothing is
        removed for them: the place may show them smaller, cut or drawn over.

        Nothing changes without --apply: --delete, --move and --link alone print their plan. Before a file is touched,
        it and the kept one are read again; if either has changed, the file is left alone. Each run with --apply writes
        an undo list, line by line before each change. --undo LIST prints the way back, and takes it with --apply: moved
        files return, deleted files of the same bytes are copied from the kept one, links become files again. A deleted
        copy in other bytes cannot come back: --move keeps it. --delete leaves crops as well.

        --link replaces files of the same bytes by hard links to the kept one. Links that are there already take no space
        and are counted, not grouped.
        """
    static let unusableHelp = "Missing or unusable input, folder or store; or a file was left alone or is not back."
    static let examples = [
        Example(purpose: "a look first, as a page", line: "magpie duplicates photos --page duplicates.html"),
        Example(
            purpose: "copies into a folder of their own, where they can be looked through",
            line: "magpie duplicates photos --move copies --apply"),
        Example(
            purpose: "photos without text, their smaller and coarser copies as well",
            line: "magpie duplicates photos --move copies --unclear --apply"),
        Example(purpose: "the way back", line: "magpie duplicates --undo copies/undo.jsonl --apply"),
        Example(
            purpose: "files of the same bytes only, which is fast",
            line: "magpie duplicates photos backup --only-bytes --delete --apply"),
        Example(purpose: "photos inside screenshots and collages", line: "magpie duplicates photos --parts"),
        Example(
            purpose: "photos that a model finds alike",
            line: "magpie duplicates photos --look-alikes=0.9 --model clip --onnxruntime libonnxruntime.so"),
        Example(
            purpose: "turned copies as well, with the descriptions of a store",
            line: "magpie duplicates photos --any-turn --store photos.magpie --json"),
    ]

    var store: Path?
    var page: Path?
    var comparesBytesOnly = false
    var findsTurned = false
    var findsParts = false
    var leastSimilarity: Double?
    var describer = DescriberOptions()
    var deletes = false
    var links = false
    var destination: Path?
    var movesUnclear = false
    var applies = false
    var isDryRun = false
    var undoList: Path?
    var undone: Path?
    var inputs = InputOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        if let undone { return try undo(undone, words) }
        let action = try checkedAction()
        var inputs = try Inputs(words, options: self.inputs)
        guard inputs.shard == .whole else {
            throw UsageError("a part of the inputs hides the copies in the other parts")
        }
        if let destination {
            inputs.avoiding = try OutputFolder(
                destination, syncing: false, inputFolders: inputs.folders, making: applies
            ).identity
        }
        let interruption = Interruption()
        let search = FolderSearch(inputs: inputs, limits: limits.limits, options: batch)
        var finder = finder
        finder.describer = try describer.describer(for: store)
        let found: FoundDuplicates
        do {
            found = try search.find(
                finder, store: store, cancellation: interruption.cancellation)
        } catch SearchError.cancelled {
            note("magpie: interrupted, nothing was changed\n")
            return interruption.exitCode ?? .setup
        }
        let console = StandardOutput()
        var code = try report(found, errorsOf: inputs)
        if let page {
            try AtomicFile.write(DuplicatesPage(found: found, file: page, limits: limits.limits).html, to: page)
        }
        defer {
            if let page, !batch.printsJSON, !batch.isQuiet { try? console.write(nameOf: page) }
        }
        if batch.printsJSON, action == nil || !applies {
            try console.write(found.lines)
        }
        guard let action else {
            if !batch.printsJSON { try console.write(found.text + (batch.isQuiet ? "" : found.summary(nil))) }
            return code
        }
        let removal = Removal(
            action: action, destination: destination, limits: limits.limits, found: found,
            cancellation: interruption.cancellation)
        if !applies {
            if !batch.printsJSON { try console.write(found.text + (batch.isQuiet ? "" : found.summary(action))) }
            return code
        }
        if removal.items.isEmpty {
            if !batch.isQuiet, !batch.printsJSON { try console.write(found.summary(nil)) }
            return code
        }
        let list = try UndoList(undoList ?? UndoList.usualName(in: destination))
        let results = try removal.apply(list) { result in
            if batch.printsJSON { try console.write(result.line) } else { try console.write(result.text) }
        }
        if !batch.isQuiet { note("magpie: \(results.summary(action)); the undo list is \(list.path)\n") }
        if let signal = interruption.exitCode { return signal }
        if results.left > 0, code == .done { code = .setup }
        return code
    }

    private var finder: DuplicateFinder {
        var finder = DuplicateFinder()
        finder.limits = limits.limits
        finder.workers = batch.jobs
        finder.findsTurned = findsTurned
        finder.findsParts = findsParts
        finder.givesUpUnclear = movesUnclear
        finder.comparesBytesOnly = comparesBytesOnly
        finder.leastSimilarity = leastSimilarity
        return finder
    }

    private func checkedAction() throws(UsageError) -> Removal.Action? {
        var chosen: [(name: String, action: Removal.Action)] = []
        if deletes { chosen.append(("--delete", .delete)) }
        if destination != nil { chosen.append(("--move", .move)) }
        if links { chosen.append(("--link", .link)) }
        if chosen.count > 1 {
            throw UsageError("give one of \(chosen.map(\.name).joined(separator: " and ")), not both")
        }
        if movesUnclear, destination == nil { throw UsageError("--unclear goes with --move, which can be undone") }
        if isDryRun, applies { throw UsageError("give --dry-run or --apply, not both") }
        if chosen.isEmpty, applies { throw UsageError("--apply goes with --delete, --move, --link or --undo") }
        if chosen.isEmpty, undoList != nil { throw UsageError("--undo-list goes with --delete, --move or --link") }
        if comparesBytesOnly, findsTurned || findsParts || leastSimilarity != nil {
            throw UsageError("--only-bytes decodes nothing; leave out --any-turn, --parts and --look-alikes")
        }
        if describer.folder != nil, leastSimilarity == nil {
            throw UsageError(
                "--model goes with --look-alikes: it judges which pictures look alike, and pixels decide on copies")
        }
        if describer.runtime != nil, describer.folder == nil {
            throw UsageError("--onnxruntime goes with --model, which names the model to run")
        }
        return chosen.first?.action
    }

    /// Reports the files that could not be looked at.
    private func report(_ found: FoundDuplicates, errorsOf inputs: Inputs) throws -> ExitCode {
        let errors = try ErrorReport(batch, list: inputs.list, offersLenient: false)
        let progress = Progress(showing: false)
        for failure in found.failures {
            let outcome = Outcome(path: failure.path, result: .failure(failure.error))
            try errors.add(outcome, shard: .whole, progress: progress)
        }
        errors.finish()
        if !batch.isQuiet {
            for remark in inputs.remarks { note("magpie: \(remark)\n") }
            if found.files.isEmpty { note("magpie: no images found\n") }
        }
        // As in a run over images: when no file could be read, a script must not go on.
        let limit = batch.maxErrors ?? max(found.files.count - 1, 0)
        return found.failures.count > limit ? .tooManyErrors : .done
    }

    private func undo(_ list: Path, _ words: [Path]) throws -> ExitCode {
        guard words.isEmpty, !deletes, !links, destination == nil, page == nil, undoList == nil else {
            throw UsageError("--undo takes a list, --apply and --json, nothing else")
        }
        let console = StandardOutput()
        let undo = try Undo(list, limits: limits.limits, applies: applies)
        var left = 0
        for step in undo.steps {
            let result = undo.take(step)
            if result.problem != nil { left += 1 }
            try console.write(batch.printsJSON ? result.line : result.text)
        }
        if !applies, !batch.isQuiet { note("magpie: nothing was changed; --apply takes these steps\n") }
        return left > 0 ? .setup : .done
    }
}

extension FindDuplicates {
    static var options: [OptionGroup<FindDuplicates>] {
        [
            OptionGroup(
                "Search",
                .flag("--only-bytes", help: "Compare bytes only; nothing is decoded.", sets: \.comparesBytesOnly),
                .flag(
                    "--any-turn", help: "Also find turned and mirrored copies. Describes each picture eight times.",
                    sets: \.findsTurned),
                .flag(
                    "--parts",
                    help: "Also show pictures inside others, such as a photo in a screenshot or a collage. Describes "
                        + "up to 35 parts of each picture, about a tenth of a second of a core. Never removed.",
                    sets: \.findsParts),
                .flag(
                    "--look-alikes", orValue: .similarity,
                    help: "Also group pictures whose descriptions are alike, from this similarity of 0.5 to 1 on; "
                        + "without a value from 0.9 on.", sets: \.leastSimilarity),
                .value(
                    "--model", kind: .path("DIR"),
                    help: "With --look-alikes: folder of a model that judges which pictures look alike. "
                        + "Similarities are then cosines of the model; pixels decide on copies as ever.",
                    sets: \.describer.folder),
                .runtime(sets: \.describer.runtime),
                .value(
                    "--store", kind: .path("FILE"),
                    help:
                        "Store of 'magpie index' whose descriptions are used for files that have not changed. Files whose text "
                        + "it has (--read-text) are no copies of each other where a word of theirs differs.",
                    sets: \.store),
                .value("--page", kind: .path("FILE"), help: "HTML page with the groups side by side.", sets: \.page)),
            OptionGroup(
                "Removal",
                .flag(
                    "--delete",
                    help: "Delete the copies of same bytes and of same pictures that the kept file shows whole.",
                    sets: \.deletes),
                .value(
                    "--move", kind: .folder("DIR"),
                    help: "Move them into DIR, below which their folders are kept. No file there is replaced.",
                    sets: \.destination),
                .flag(
                    "--unclear",
                    help: "With --move: also move smaller and coarser copies, in which a changed letter may not "
                        + "show.", sets: \.movesUnclear),
                .flag("--link", help: "Replace files of the same bytes by hard links to the kept one.", sets: \.links),
                .flag("--dry-run", help: "Print the changes and make none, which is the default.", sets: \.isDryRun),
                .flag("--apply", help: "Make the changes instead of printing them.", sets: \.applies),
                .value(
                    "--undo-list", kind: .path("FILE"), help: "New file for the undo list.",
                    default: .clause("undo.jsonl in DIR, else duplicates-undo-TIME.jsonl in ~/.local/state/magpie"),
                    sets: \.undoList),
                .value(
                    "--undo", kind: .path("LIST"), help: "Print the steps that undo a run; with --apply, take them.",
                    sets: \.undone)),
            InputOptions.group(
                root: "With --move: folder from which the folders of the files are kept below DIR.",
                default: InputOptions.sharedRoot
            ).inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}

extension OptionValue<Double> {
    /// The optional value of `--look-alikes`.
    fileprivate static var similarity: OptionValue {
        OptionValue("SIMILARITY", expected: "to stand alone or a similarity, as in --look-alikes=0.9") { text in
            text.isEmpty ? 0.9 : Double(text).flatMap { (0.5...1).contains($0) ? $0 : nil }
        }
    }
}
