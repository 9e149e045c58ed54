import CatalogFile
import VisualSearch

/// One run of `magpie index` over an open store.
struct IndexRun {
    private let options: Index
    private let inputs: Inputs
    private let place: StorePlace
    private let engine: SearchEngine
    private let catalog: Catalog?
    private let contents: StoreContents
    private let work: IndexingWork
    private let pruning: Pruning?

    /// - Parameter words: The inputs as the call names them.
    init(
        _ options: Index, _ words: [Path], _ inputs: Inputs, _ place: StorePlace, _ engine: SearchEngine,
        _ catalog: Catalog?
    ) throws {
        self.options = options
        self.inputs = inputs
        self.place = place
        self.engine = engine
        self.catalog = catalog
        let contents = try StoreContents(of: engine.store)
        self.contents = contents
        work = IndexingWork(
            engine: engine, place: place, contents: contents, catalog: catalog, naming: options.naming,
            limits: options.limits.limits, folders: inputs.folders, album: options.album,
            rereads: options.rereads, takesRowsAlone: options.takesRowsAlone, isDryRun: options.isDryRun)
        pruning = options.prunes.map { usual in
            Pruning(
                words, place: place, contents: contents,
                allowance: options.maxRemoved.map { .atMost($0) } ?? usual)
        }
    }

    /// The result of a run.
    struct Ending {
        var code: ExitCode
        let tally: Tally
        /// All inputs were processed, good or bad.
        let isWhole: Bool
        var removed: [Pruning.Gone] = []
        var learned: LearningReport?

        init(_ end: ImageRun.End) {
            code = end.code
            tally = end.tally
            isWhole = end.code == .done || end.code == .tooManyErrors
        }
    }

    func run() throws -> ExitCode {
        try check()
        let part = options.isDryRun ? nil : try prepareStore()
        describeCatalog()
        // With the fields of the catalog.
        let types = try engine.store.read { snapshot throws(SearchError) in try snapshot.fields() }
        let writer = writer(part, types)
        let interruption = Interruption()
        var ending = Ending(try index(to: writer, part, types, interruption))
        if ending.isWhole {
            try writer.removeFormer()
            try part?.end()
            try prune(writer, &ending)
            // A part knows too few items to learn from, and is not searched; 'magpie store merge' does both for all.
            if part == nil, !options.isDryRun { try learn(interruption, &ending) }
        }
        try report(ending, writer)
        if writer.unread.count > 0, ending.code == .done { ending.code = .tooManyErrors }
        if ending.isWhole, let use = writer.use { judge(use, &ending) }
        if options.printsSummary { try StandardOutput().write(summary(ending, writer).line(items: itemCount())) }
        return ending.code
    }

    /// Throws where the run must not begin; nothing was changed.
    private func check() throws {
        if let pruning {
            let survey = try pruning.survey(inputs, work)
            try pruning.check(pruning.gone(survey), survey, outcome: "nothing was changed")
        }
        if let catalog, !options.allowsNoRows { try CatalogUse.check(inputs, catalog) }
        try PartNotes.check(inputs.shard, in: engine.store, at: place.path)
    }

    /// Begins the part of a sharded run, and defines the fields of the catalog.
    private func prepareStore() throws -> PartNotes? {
        let part =
            inputs.shard == .whole
            ? nil
            : try PartNotes(inputs.shard, in: engine.store, at: place.path, options: options.sharedOptions())
        if let catalog {
            try catalog.define(
                in: engine.store, schema: options.rows.options.schema, droppingMisfits: options.dropsMisfits)
        } else if !options.rows.options.schema.isEmpty {
            try engine.store.define(options.rows.options.schema, droppingMisfits: options.dropsMisfits)
        }
        if let choice = options.language {
            let known = try engine.store.language()
            if choice.language != (known.isDerived ? nil : known.language) {
                try engine.store.keep(language: choice.language)
            }
        }
        return part
    }

    private func describeCatalog() {
        guard let catalog else { return }
        if !options.batch.isQuiet { note(catalog.summary) }
        for warning in catalog.warnings { note("magpie: \(warning)\n") }
    }

    private func writer(_ part: PartNotes?, _ types: [String: AttributeType]) -> IndexWriter {
        let use = catalog.map { CatalogUse($0, isPart: inputs.shard != .whole) }
        let (options, shard, console) = (options, inputs.shard, StandardOutput())
        return IndexWriter(
            engine: engine, place: place, contents: contents, types: types, use: use, part: part,
            isDryRun: options.isDryRun
        ) { indexed in
            guard options.batch.printsJSON else { return }
            try console.write(indexed.line(shard: shard, isDryRun: options.isDryRun))
            for line in indexed.furtherLines(shard: shard) { try console.write(line) }
        }
    }

    private func index(
        to writer: IndexWriter, _ part: PartNotes?, _ types: [String: AttributeType], _ interruption: Interruption
    ) throws -> ImageRun.End {
        // In the order of the inputs, so that of two files with one id the same one has it in every run.
        var run = ImageRun(
            inputs: inputs, options: options.batch, isOrdered: true, printsLines: options.batch.printsJSON)
        run.mark = part?.mark
        run.interruption = interruption
        var work = work
        work.types = types
        if let folder = options.textModels, !options.isDryRun {
            work.texts = try PictureTexts(folder, runtime: options.describer.runtime, jobs: options.batch.jobs)
        }
        defer { work.texts?.end() }
        let worker = work
        let end = try run.run(work: { worker.result(for: $0) }, deliver: { try writer.add(&$0) })
        try writer.commit()
        return end
    }

    /// Removes the items whose files are gone; more of them than allowed are an error, and stay.
    private func prune(_ writer: IndexWriter, _ ending: inout Ending) throws {
        guard let pruning else { return }
        for folder in writer.survey.blindSpots {
            note("magpie: \(folder) could not be followed, so no item below it was removed\n")
        }
        do {
            try pruning.checkInputs()
            let gone = pruning.gone(writer.survey)
            try pruning.check(gone, writer.survey, outcome: "nothing was removed")
            try writer.remove(gone)
            ending.removed = gone
        } catch let error as SetupError {
            note("magpie: \(error.message)\n")
            ending.code = .setup
        }
    }

    /// Learns from the types where that is due, and builds the lists of a large store.
    private func learn(_ interruption: Interruption, _ ending: inout Ending) throws(SearchError) {
        do throws(SearchError) {
            if !options.skipsLearning, try engine.store.isLearningDue() {
                let progress = ShareProgress("learning from the types", showing: !options.batch.isQuiet)
                defer { progress.end() }
                let report = try engine.learnBlocking(
                    cancellation: interruption.cancellation, progress: progress.show)
                // A store without types is left as it is.
                if report.items > 0 { ending.learned = report }
            }
            let lists = try engine.store.endWithLists(interruption, showing: !options.batch.isQuiet)
            if lists != .done { ending.code = lists }
        } catch {
            guard case .cancelled = error, let signal = interruption.exitCode else { throw error }
            note("magpie: interrupted; all items are stored, and the next 'magpie index' learns from their types\n")
            ending.code = signal
        }
    }

    private func report(_ ending: Ending, _ writer: IndexWriter) throws {
        for warning in writer.further.warnings { note("magpie: \(catalog?.name ?? ""): \(warning)\n") }
        if let warning = writer.unread.warning { note("magpie: \(warning)\n") }
        if ending.isWhole, let orphans = writer.orphans { note("magpie: \(orphans)\n") }
        let withdrawn = writer.withdrawn
        if pruning == nil, !withdrawn.isEmpty {
            let names = withdrawn.prefix(5).map(\.printable).joined(separator: ", ")
            let items =
                withdrawn.count == 1 ? "item of the store is of a product" : "items of the store are of products"
            note(
                "magpie: \(Numbers.count(withdrawn.count)) \(items) that the shop does not show any more (\(names)"
                    + "\(withdrawn.count > 5 ? ", …" : "")); --prune removes them\n")
        }
        if options.batch.isQuiet { return }
        if !options.batch.printsJSON, !options.printsSummary {
            try StandardOutput().write(summary(ending, writer).text(items: itemCount()))
        } else if ending.isWhole, let use = writer.use {
            note(use.summary + "\n")
        }
    }

    private func summary(_ ending: Ending, _ writer: IndexWriter) -> IndexSummary {
        IndexSummary(ending: ending, writer: writer, isDryRun: options.isDryRun, store: place.path)
    }

    private func itemCount() throws(SearchError) -> Int {
        try engine.store.read { snapshot in snapshot.count }
    }

    /// Sets the exit code of a run whose catalog does not fit its images.
    private func judge(_ use: CatalogUse, _ ending: inout Ending) {
        if !options.allowsNoRows, let fault = use.fault {
            note("magpie: \(fault.message)\n")
            ending.code = .setup
        }
        if options.isStrict, !use.isComplete {
            note("magpie: --strict: \(use.summary)\n")
            if ending.code == .done { ending.code = .tooManyErrors }
        }
    }
}
