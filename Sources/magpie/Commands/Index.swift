import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// `magpie index`.
struct Index: Subcommand {
    static let name = "index"
    static let summary = "Puts images, and what a catalogue says of them, into a store that can be searched."
    static let synopsis = "magpie index INPUT… [--catalog FILE] [--store FILE] [options]"
    static let details = """
        INPUT is a file, a folder (with the folders inside it), or '-' for a list of paths on standard input.
        Run it again at any time: files of the same size and time, or else of the same content, cost next to nothing.
        It may be killed at any time: what --json has printed is on disk, and the next run goes on from there.

        An image is called as the id column of its row in the catalogue says; without a row, as its path below INPUT
        without the extension. Rows are found by their file column (a path from the folder of the catalogue, or from
        INPUT, or a mere name) or by their id. An image without a row keeps the attributes that it has.
        """
    static let examples = [
        Example(purpose: "a folder of photos", line: "magpie index photos"),
        Example(
            purpose: "a shop: pictures and a spreadsheet, prices as numbers with a fraction",
            line: "magpie index samples --catalog samples/catalog.csv --schema price=float --store shop.magpie"),
        Example(purpose: "every night: new, changed and removed files", line: "magpie index photos --prune --quiet"),
    ]

    var store = StorePlace.standardName
    var describer: InferenceDescriber.Model?
    var catalog: Path?
    var schema: [String: AttributeType] = [:]
    var dropsMisfits = false
    var naming = IndexingWork.Naming.path
    var prunes = false
    var thumbnails: Int?
    var inputs = InputOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        let inputs = try Inputs(words, options: self.inputs)
        if prunes, inputs.folders.isEmpty || inputs.shard != .whole {
            throw UsageError("--prune goes with folders and files, not with a list or a shard: it must see all of them")
        }
        let place = StorePlace(store)
        let engine = try SearchEngine(
            path: store.text, mode: .create, describer: describer.map(InferenceDescriber.init),
            thumbnailSide: thumbnails)
        let catalog = try catalog.map {
            try Catalog($0, schema: schema, droppingMisfits: dropsMisfits, store: engine.store)
        }
        if catalog == nil, !schema.isEmpty { try engine.store.define(schema, droppingMisfits: dropsMisfits) }
        if let catalog, !batch.isQuiet { note(catalog.summary) }
        let contents = try StoreContents(of: engine.store)
        let work = IndexingWork(
            engine: engine, place: place, contents: contents, catalog: catalog, naming: naming, limits: limits.limits)
        let console = StandardOutput()
        let writer = IndexWriter(engine: engine, place: place, contents: contents) { indexed in
            if batch.printsJSON { try console.write(indexed.json(shard: inputs.shard).text + "\n") }
        }
        // In the order of the inputs, so that of two files with one id the same one has it in every run.
        let run = ImageRun(inputs: inputs, options: batch, isOrdered: true, printsLines: batch.printsJSON)
        let end = try run.run(work: { work.look(at: $0) }, deliver: { try writer.add(&$0) })
        try writer.commit()
        let isInterrupted = end.code != .done && end.code != .tooManyErrors
        if prunes, !isInterrupted {
            if writer.hasBlindSpots {
                note("magpie: some inputs could not be read, so nothing was removed\n")
            } else {
                try writer.prune(below: words.map { place.source(of: $0) })
            }
        }
        if !batch.printsJSON, !batch.isQuiet { try console.write(summary(of: writer, end.tally, in: engine)) }
        return end.code
    }

    private func summary(of writer: IndexWriter, _ tally: Tally, in engine: SearchEngine) throws -> String {
        if tally.done == 0, writer.counts.isEmpty { return "" }
        let actions: [Indexed.Action] = [.added, .updated, .unchanged, .removed]
        let done = actions.compactMap { action in
            writer.counts[action].map { "\(Numbers.count($0)) \(action.rawValue)" }
        }
        let items = try engine.store.read { snapshot in snapshot.count }
        return "\(Numbers.plural(tally.done, "image")) in \(Numbers.duration(tally.seconds)): \(tally.rates)\n"
            + "  \(done.isEmpty ? "nothing to do" : done.joined(separator: ", "))\n" + tally.failureRows
            + "  \(store.text.printable) holds \(Numbers.plural(items, "item"))\n"
    }
}

extension Index {
    static var options: [OptionGroup<Index>] {
        [
            OptionGroup(
                title: "Store",
                options: [
                    .store(sets: \.store), .describer(sets: \.describer),
                    .value(
                        "--catalog", kind: .path("FILE"),
                        help: "Attributes of the images: CSV with a header, or JSON lines. Kinds of values are found "
                            + "by looking at them, and shown.", sets: \.catalog),
                    .repeated(
                        "--schema", kind: .schema,
                        help: "Fix the kinds of fields: string, text, int, float, bool, list or date, such as "
                            + "price=float,tags=list. Fields that have values change where all of these fit. Repeatable.",
                        add: { $0.schema.merge($1) { $1 } }),
                    .dropsMisfits(sets: \.dropsMisfits),
                    .value(
                        "--id-from", kind: .word("path|name", ["path": .path, "name": .name]),
                        help: "What an image without a row is called: its path below INPUT or the name of its file, "
                            + "without the extension. Default path.", sets: \.naming),
                    .flag(
                        "--prune", help: "Remove the items of files below INPUT that are not there any more.",
                        sets: \.prunes),
                    .thumbnails(sets: \.thumbnails),
                ]),
            InputOptions.group.inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}

extension OptionValue<[String: AttributeType]> {
    static var schema: OptionValue {
        let kinds = AttributeType.allCases.map(\.rawValue).joined(separator: ", ")
        return OptionValue("NAME=KIND,…", expected: "fields with their kinds (\(kinds)), such as price=float") { text in
            try? AttributeType.schema(text)
        }
    }
}
