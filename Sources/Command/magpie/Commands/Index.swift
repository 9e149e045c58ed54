import CatalogFile
import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// `magpie index`.
struct Index: Subcommand {
    static let name = "index"
    static let summary = "Adds images and their catalog attributes to a searchable store."
    static let synopsis = "magpie index INPUT… [--catalog FILE] [--store FILE] [options]"
    static let details = """
        INPUT is a file, a folder (searched recursively), or '-' for a list of paths on standard input.
        Repeat the command at any time: it skips files with the same size and time, or else the same content. It may
        be killed at any time: everything that --json has printed is on disk, and the next run continues from there.

        An image's id is the id column of its catalog row; without a row, its path relative to INPUT, minus the
        extension. A row belongs to the image in its file column (a path relative to the catalog, to --root or to INPUT,
        or a file name) or to the image with its id. An image without a row keeps the id and the attributes of earlier
        rows. A run in which no row has an image fails with 2 before it changes anything.

        Types of columns are guessed from their values and shown; a guess changes no value. Numbers may have a decimal
        comma, thousands separators and a currency where all of a column agree; else the column is text, and a warning
        names two of its values. Codes stay text: 007, 12E4, more digits than a number holds, strings of JSON. Flags
        need both values. Bars divide the values of a list; \\| is a bar. Text may be UTF-8, UTF-16 or Windows-1252.

        --prune removes items whose files no longer exist. It refuses, and changes nothing, when no image was found,
        or when it would remove 10 items or more and that is over a tenth of those below INPUT. 'magpie store
        restore' brings removed items back until the next 'magpie store compact'.

        A run with --shard makes a store of its part; 'magpie store merge' joins the parts and learns from all items.
        """
    static let examples = [
        Example(purpose: "a folder of photos", line: "magpie index photos"),
        Example(
            purpose: "a shop: pictures and a spreadsheet, prices as numbers with a fraction",
            line: "magpie index samples/images --catalog samples/catalog.csv --schema price=float --store shop.magpie"),
        Example(purpose: "every night: new, changed and removed files", line: "magpie index photos --prune --quiet"),
        Example(purpose: "a preview of that", line: "magpie index photos --prune --dry-run"),
    ]

    var store: Path?
    var describer: InferenceDescriber.Model?
    var catalog: Path?
    var schema: [String: AttributeType] = [:]
    var table = CatalogTable.Options()
    var allowsNoRows = false
    var dropsMisfits = false
    var isStrict = false
    var naming: IndexingWork.Naming?
    var prunes: Pruning.Allowance?
    var maxRemoved: Int?
    var isDryRun = false
    var thumbnails: Int?
    var skipsLearning = false
    var inputs = InputOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        let inputs = try Inputs(words, options: self.inputs)
        try check(inputs)
        let store = store ?? StorePlace.name(of: inputs.shard)
        // A dry run where there is no store yet compares with an empty one.
        let stand = isDryRun && !exists(store) ? TemporaryStore() : nil
        defer { stand?.remove() }
        let (engine, catalog) = try open(at: stand?.path ?? store)
        let place = StorePlace(store)
        let contents = try StoreContents(of: engine.store)
        let work = IndexingWork(
            engine: engine, place: place, contents: contents, catalog: catalog, naming: naming, limits: limits.limits,
            isDryRun: isDryRun)
        let pruning = prunes.map { usual in
            Pruning(
                words, place: place, contents: contents, allowance: maxRemoved.map { .atMost($0) } ?? usual)
        }
        if let pruning {
            let survey = try pruning.survey(inputs, work)
            try pruning.check(pruning.gone(survey), survey, outcome: "nothing was changed")
        }
        if let catalog, !allowsNoRows { try CatalogUse.check(inputs, work, catalog) }
        try PartNotes.check(inputs.shard, in: engine.store, at: store)
        let part =
            isDryRun || inputs.shard == .whole
            ? nil : try PartNotes(inputs.shard, in: engine.store, at: store, options: sharedOptions())
        if !isDryRun, let catalog {
            try catalog.define(in: engine.store, schema: schema, droppingMisfits: dropsMisfits)
        } else if !isDryRun, !schema.isEmpty {
            try engine.store.define(schema, droppingMisfits: dropsMisfits)
        }
        if let catalog, !batch.isQuiet { note(catalog.summary) }
        for warning in catalog?.warnings ?? [] { note("magpie: \(warning)\n") }

        let console = StandardOutput()
        let use = catalog.map { CatalogUse($0, isPart: inputs.shard != .whole) }
        let writer = IndexWriter(
            engine: engine, place: place, contents: contents, use: use, part: part, isDryRun: isDryRun
        ) { indexed in
            if batch.printsJSON { try console.write(indexed.line(shard: inputs.shard, isDryRun: isDryRun)) }
        }
        // In the order of the inputs, so that of two files with one id the same one has it in every run.
        var run = ImageRun(inputs: inputs, options: batch, isOrdered: true, printsLines: batch.printsJSON)
        run.mark = part?.mark
        let interruption = Interruption()
        run.interruption = interruption
        let end = try run.run(work: { work.result(for: $0) }, deliver: { try writer.add(&$0) })
        try writer.commit()
        var code = end.code
        let isInterrupted = code != .done && code != .tooManyErrors
        if !isInterrupted { try part?.end() }
        var removed: [Pruning.Gone] = []
        if let pruning, !isInterrupted {
            do {
                removed = try prune(pruning, writer)
            } catch let error as SetupError {
                note("magpie: \(error.message)\n")
                code = .setup
            }
        }
        var learned: LearningReport?
        // A part knows too few items to learn from, and is not searched; 'magpie store merge' does both for all.
        if !isDryRun, !isInterrupted, part == nil {
            do throws(SearchError) {
                if !skipsLearning { learned = try learn(in: engine, interruption.cancellation) }
                let lists = try engine.store.endWithLists(interruption, showing: !batch.isQuiet)
                if lists != .done { code = lists }
            } catch {
                guard case .cancelled = error, let signal = interruption.exitCode else { throw error }
                note("magpie: interrupted; all items are stored, and the next 'magpie index' learns from their types\n")
                code = signal
            }
        }
        if !batch.printsJSON, !batch.isQuiet {
            try console.write(summary(of: writer, end.tally, removed, in: engine, at: store))
            if let learned { try console.write("  learned from \(learned.sentence)\n") }
        } else if !batch.isQuiet, let use = writer.use, !isInterrupted {
            note(use.summary + "\n")
        }
        if !allowsNoRows, !isInterrupted, let fault = writer.use?.fault {
            note("magpie: \(fault.message)\n")
            code = .setup
        }
        if isStrict, !isInterrupted, let use = writer.use, !use.isComplete {
            note("magpie: --strict: \(use.summary)\n")
            if code == .done { code = .tooManyErrors }
        }
        return code
    }

    private func check(_ inputs: Inputs) throws(UsageError) {
        if prunes != nil, inputs.folders.isEmpty || inputs.shard != .whole {
            throw UsageError("--prune goes with folders and files, not with a list or a shard: it must see all of them")
        }
        if maxRemoved != nil, prunes != .usual {
            throw UsageError(
                prunes == nil ? "--max-removed goes with --prune" : "--prune=all sets no limit; leave out --max-removed"
            )
        }
        if catalog == nil, allowsNoRows || table.names != [] {
            throw UsageError("\(table.names.first ?? "--allow-no-rows") goes with --catalog: it is about its rows")
        }
        if isStrict, catalog == nil { throw UsageError("--strict goes with --catalog: it is about its rows") }
        if isStrict, inputs.shard != .whole {
            throw UsageError("--strict does not go with a shard: the other parts may have the missing images")
        }
    }

    private func exists(_ file: Path) -> Bool { file.isMilvus || (try? FileStatus.of(file)) != nil }

    /// Returns the engine, and the catalog in the form of the store. A catalog that cannot be used leaves no new store
    /// behind.
    private func open(at path: Path) throws -> (SearchEngine, Catalog?) {
        func read(known: [String: AttributeType]) throws -> Catalog? {
            var options = table
            options.schema = schema
            return try catalog.map { try Catalog($0, options, known: known, root: inputs.root) }
        }
        let isNew = !exists(path)
        let early = isNew ? try read(known: [:]) : nil
        let engine = try path.engine(
            isDryRun && !isNew ? .readOnly : .create,
            EngineSettings(
                describer: describer, thumbnailSide: thumbnails,
                willIndexWords: { if !batch.isQuiet { StorePlace.noteWordIndex(items: $0) } }))
        if isNew { return (engine, early) }
        let known = try engine.store.read { snapshot throws(SearchError) in try snapshot.fields() }
        return (engine, try read(known: known))
    }

    /// Learns from the types where that is due. A store without types is left as it is.
    private func learn(
        in engine: SearchEngine, _ cancellation: Cancellation
    ) throws(SearchError) -> LearningReport? {
        guard try engine.store.isLearningDue() else { return nil }
        let progress = ShareProgress("learning from the types", showing: !batch.isQuiet)
        defer { progress.end() }
        let report = try engine.learnBlocking(cancellation: cancellation, progress: progress.show)
        return report.items == 0 ? nil : report
    }

    /// Removes the items whose files are gone; returns them.
    private func prune(_ pruning: Pruning, _ writer: IndexWriter) throws -> [Pruning.Gone] {
        for blind in writer.survey.blindSpots {
            note("magpie: \(blind) could not be followed, so no item below it was removed\n")
        }
        try pruning.checkInputs()
        let gone = pruning.gone(writer.survey)
        try pruning.check(gone, writer.survey, outcome: "nothing was removed")
        try writer.remove(gone)
        return gone
    }

    private func summary(
        of writer: IndexWriter, _ tally: Tally, _ removed: [Pruning.Gone], in engine: SearchEngine, at store: Path
    ) throws -> String {
        if tally.done == 0, writer.counts.isEmpty { return "" }
        let actions: [Indexed.Action] = [.added, .updated, .unchanged, .removed]
        let done = actions.compactMap { action in
            writer.counts[action].map { "\(Numbers.count($0)) \(action.rawValue)" }
        }
        let items = try engine.store.read { snapshot in snapshot.count }
        var text = "\(Numbers.plural(tally.done, "image")) in \(Numbers.duration(tally.seconds)): \(tally.rates)\n"
        text += "  \(isDryRun ? "would be: " : "")\(done.isEmpty ? "nothing to do" : done.joined(separator: ", "))\n"
        if !removed.isEmpty {
            let names = removed.prefix(5).map(\.id.printable).joined(separator: ", ")
            text += "  removed: \(names)\(removed.count > 5 ? ", …" : "")"
            text += isDryRun ? "\n" : "; 'magpie store restore --store \(store.text.shellWord)' brings them back\n"
        }
        if let use = writer.use { text += "  \(use.summary)\n" }
        text += tally.failureRows
        if isDryRun { return text + "  nothing was changed: it was a dry run\n" }
        return text + "  \(store.text.printable) holds \(Numbers.plural(items, "item"))\n"
    }
}

/// An empty store that lasts as long as a dry run.
private struct TemporaryStore {
    let path = Path(
        FileManager.default.temporaryDirectory.appending(path: "magpie-\(UUID().uuidString).magpie").path)

    func remove() {
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path.text + end) }
    }
}

extension CatalogTable.Options {
    /// The options of the command that were given.
    fileprivate var names: [String] {
        [
            fileColumn.map { _ in "--file-column" }, idColumn.map { _ in "--id-column" },
            separator.map { _ in "--separator" }, decimal.map { _ in "--decimal" },
        ].compactMap(\.self)
    }
}

extension OptionValue<UInt8> {
    fileprivate static var separator: OptionValue {
        OptionValue("CHARACTER", expected: "one ASCII character that is no quote, or tab") { text in
            if ["tab", "\\t"].contains(text) { return UInt8(ascii: "\t") }
            guard text.utf8.count == 1, let byte = text.utf8.first, byte != UInt8(ascii: "\""),
                byte >= 0x20 || byte == 9
            else { return nil }
            return byte
        }
    }
}

extension Index {
    private static func some(_ names: [String]) -> String { names.joined(separator: ", ") }

    static var options: [OptionGroup<Index>] {
        [
            OptionGroup(
                title: "Store",
                options: [
                    .value(
                        "--store", kind: .path("FILE"),
                        help: "Store file. Default: \(StorePlace.standardName) in this folder; of a part "
                            + "\(StorePlace.name(of: Shard(index: 3, count: 8))).", sets: \.store),
                    .describer(sets: \.describer),
                    .value(
                        "--catalog", kind: .path("FILE"),
                        help: "File of attributes: CSV with a header, or JSON lines. Value types are inferred and "
                            + "shown.", sets: \.catalog),
                    .flag(
                        "--strict",
                        help: "Exit with 3 when a catalog row has no image, or an image has no row.",
                        sets: \.isStrict),
                    .repeated(
                        "--schema", kind: .schema,
                        help: "Types of fields: string, text, int, float, bool, list or date, such as "
                            + "price=float,tags=list. The type of a field with values changes where all of them fit. "
                            + "Repeatable.",
                        add: { $0.schema.merge($1) { $1 } }),
                    .value(
                        "--file-column", kind: .text("NAME", expected: "the name of a column"),
                        help:
                            "Column of the catalog with files. Default: the first named \(Self.some(AttributeTable.fileNames)).",
                        sets: \.table.fileColumn),
                    .value(
                        "--id-column", kind: .text("NAME", expected: "the name of a column"),
                        help:
                            "Column of the catalog with ids. Default: the first named \(Self.some(AttributeTable.idNames)).",
                        sets: \.table.idColumn),
                    .value(
                        "--separator", kind: .separator,
                        help:
                            "Sign between the cells of the catalog: one character, or tab. Default: comma, semicolon or "
                            + "tab, as the rows fit, or that of a first line sep=.", sets: \.table.separator),
                    .value(
                        "--decimal", kind: .word("point|comma", ["point": .point, "comma": .comma]),
                        help: "Sign before the fractions of numbers in the catalog. Default: as all values of a column "
                            + "have it.", sets: \.table.decimal),
                    .flag(
                        "--allow-no-rows", help: "Go on when no row of the catalog has an image.",
                        sets: \.allowsNoRows),
                    .dropsMisfits(sets: \.dropsMisfits),
                    .value(
                        "--id-from", kind: .word("path|name", ["path": .path, "name": .name]),
                        help: "Source of the id of an image without a row: its path below INPUT or its file name, "
                            + "without the extension. Default: its path; known images keep their ids.",
                        sets: \.naming),
                    .flag(
                        "--prune", orValue: .allowance,
                        help: "Remove items whose files below INPUT no longer exist; =all removes any number of them.",
                        sets: \.prunes),
                    .value(
                        "--max-removed", kind: .integer(in: 0 ... .max),
                        help: "With --prune: maximum number of items to remove; more is an error. Default: a tenth of "
                            + "those below INPUT, at least 9, and 0 when no image was found.", sets: \.maxRemoved),
                    .flag(
                        "--no-learning",
                        help: "Do not learn from the types of the items when more than a tenth of them changed.",
                        sets: \.skipsLearning),
                    .flag("--dry-run", help: "Print the planned changes and make none.", sets: \.isDryRun),
                    .thumbnails(sets: \.thumbnails),
                ]),
            InputOptions.group.inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}
