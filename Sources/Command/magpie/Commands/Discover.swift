import Essentials
import VisualSearch

/// `magpie discover`.
struct Discover: Subcommand {
    static let name = "discover"
    static let summary = "Detects the objects in a picture and finds similar items for each."
    static let others = 0...Int.max
    static let synopsis = "magpie discover [STORE] INPUT… [options]"
    static let details = """
        INPUT is a file, a folder (searched recursively), or '-' for a list of paths on standard input.
        Lists objects, best first, each with a box in upright pixels, its product type and its hits. The type is
        that of similar items (the field product_type, category or type of the store, or --type-field); it is
        unknown where these items are too different or disagree. When no object stands out, the whole picture is the
        query; JSON then has "whole":true. An object is searched with alone, or with all of its picture where the store
        has an item more similar to that; JSON then has "surroundings":true. A --box or a --point is searched with alone.
        """
    static let examples = [
        Example(
            purpose: "every object in a photo, with an HTML report",
            line: "magpie discover samples/scenes/scene-04.jpg --report scene.html"),
        Example(purpose: "the bags only", line: "magpie discover shelf.jpg --type Bags"),
        Example(purpose: "the object at a position", line: "magpie discover room.jpg --point 410,220"),
        Example(
            purpose: "boxes for other programs; needs no store",
            line: "magpie discover photos --boxes-only --detection-limit 10 --json > boxes.jsonl"),
        Example(purpose: "each object as a picture", line: "magpie discover shelf.jpg --boxes-only --crops objects"),
    ]

    /// Hits for each object.
    private static let standardLimit = 10

    var store = StorePlace.standardName
    var describer = DescriberOptions()
    var typeField: String?
    var detection = Detection()
    var regions: [Region] = []
    var kindWeight: Double?
    var needsNoStore = false
    var crops: Path?
    var report: Path?
    var answer = AnswerOptions(limit: standardLimit)
    var inputs = InputOptions()
    var limits = LimitOptions()
    var batch = RunOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        try checkCombinations()
        var inputs = try Inputs(words, options: self.inputs)
        let folder = try crops.map { try OutputFolder($0, syncing: false, inputFolders: inputs.folders) }
        inputs.avoiding = folder?.identity
        var settings = SearchEngine.Settings()
        settings.typeField = typeField
        let engine = needsNoStore ? nil : try store.engine(.readOnly, describer, settings)
        if let engine, let type = detection.type { try check(type, in: engine) }
        let place = engine == nil ? nil : StorePlace(store)
        let each = try request(in: engine)
        try engine?.check(DiscoverRequest(.bytes([]), detection: detection, regions: regions, each: each))
        let work = Discovering(
            engine: engine, detection: detection, regions: regions, each: each,
            crops: folder.map(preparation), limits: limits.limits)
        let console = StandardOutput()
        let table = ObjectsTable(
            hits: HitsTable(
                isStyled: console.isStyled, fields: answer.fields,
                columns: console.columns.map { $0 - ObjectsTable.indent }),
            type: detection.type, namesObjects: engine != nil)
        var page = report.map { report in
            let pictures = engine.map {
                HitPictures(
                    store: $0.store, place: StorePlace(store), limits: limits.limits, link: PageLink(page: report),
                    fields: answer.fields)
            }
            return ScenePage(pictures, limits: limits.limits, type: detection.type)
        }
        let run = ImageRun(
            inputs: inputs, options: batch, isOrdered: batch.isOrdered || page != nil || !batch.printsJSON,
            printsLines: true)
        let end = try run.run(
            work: { work.result(for: $0) },
            deliver: { (discovered: inout Discovered) in
                if let failure = discovered.failure { throw failure }
                let text =
                    batch.printsJSON
                    ? discovered.line(shard: inputs.shard, place: place, options: answer)
                    : table.text(discovered)
                try console.write(text)
                page?.add(discovered)
            })
        if let report, let page {
            try AtomicFile.write(page.html, to: report)
            if !batch.printsJSON, !batch.isQuiet { try console.write(nameOf: report) }
        }
        return end.code
    }

    /// Options that would have no effect are refused, not ignored.
    private func checkCombinations() throws(UsageError) {
        try answer.checkCombinations()
        if needsNoStore {
            if detection.type != nil { throw UsageError("--type needs a store; --boxes-only has none") }
            if answer != AnswerOptions(limit: Self.standardLimit) {
                throw UsageError(
                    "--boxes-only does not search, so options about results (--limit, --filter, --sort, …) have no effect; "
                        + "--detection-limit N gives fewer objects")
            }
            if kindWeight != nil {
                throw UsageError("--kind-weight is about scores of items, and --boxes-only searches for none")
            }
            if store != StorePlace.standardName || describer != DescriberOptions() || typeField != nil {
                throw UsageError("--boxes-only uses no store: leave out --store, --model, --describer and --type-field")
            }
        }
        guard !regions.isEmpty else { return }
        if detection.type != nil { throw UsageError("give --type or positions (--box, --point), not both") }
        if detection != Detection() {
            throw UsageError(
                "--box and --point replace detection: leave out --detection-limit, --sensitivity and "
                    + "--min-score")
        }
        let limit = Detection.limits.upperBound
        if regions.count > limit { throw UsageError("--box and --point allow at most \(limit) positions") }
    }

    private func request(in engine: SearchEngine?) throws -> SearchRequest {
        var request = answer.request(SearchRequest.Query(kindWeight: kindWeight), filter: .all)
        if let engine { request.filter = try answer.filter(in: engine.store) }
        request.explains = request.explains || report != nil
        return request
    }

    /// ViSearch ignores an unknown type; here it is a typing error.
    private func check(_ type: String, in engine: SearchEngine) throws {
        if try engine.name(ofType: type) != nil { return }
        let types = try engine.productTypesBlocking().map(\.name)
        let hint = nearest(to: type, among: types).map { "did you mean \($0)?" }
        let some = types.prefix(12).joined(separator: ", ") + (types.count > 12 ? ", …" : "")
        throw UsageError(
            "no item has the type '\(type)'; \(hint ?? (types.isEmpty ? "the items have no types" : "known types: \(some)"))"
        )
    }

    private func preparation(in folder: OutputFolder) -> Preparation {
        let plan = OutputPlan(OutputOptions())
        var recipe = Recipe()
        recipe.outputs = plan.outputs
        return Preparation(recipe: recipe, names: plan.names, folder: folder, limits: limits.limits)
    }
}

extension Discover {
    static var options: [OptionGroup<Discover>] {
        [
            OptionGroup(
                title: "Objects",
                options: Detection.options.map { $0.inside(\.detection) } + [
                    .value(
                        "--type", kind: .text("TYPE", expected: "a product type"),
                        help:
                            "Product type of the objects and of their hits, as the items of the store have it. Singular "
                            + "and plural are the same: bag, Bags.", sets: \.detection.type),
                    .typeField(sets: \.typeField), .kindWeight(sets: \.kindWeight),
                    .repeated(
                        "--box", kind: .box,
                        help: "Part of the picture to search for as an object, in its upright pixels. Repeatable.",
                        add: { $0.regions.append(.box($1)) }),
                    .repeated(
                        "--point", kind: .point,
                        help: "Position of the object to search for, or else of the nearest one. Repeatable.",
                        add: { $0.regions.append(.point($1)) }),
                    .flag(
                        "--boxes-only", help: "Detect objects without searching for them. Needs no store.",
                        sets: \.needsNoStore),
                ]),
            AnswerOptions.group(limit: "Hits, or groups, per object.", default: "10").inside(\.answer),
            OptionGroup(
                "Store and output",
                .store(sets: \.store), .model(sets: \.describer.folder), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.named),
                .value(
                    "--crops", kind: .folder("DIR"),
                    help: "Folder for the objects as pictures of at most 512 pixels: DIR/a-1.jpg, DIR/a-2.jpg, best "
                        + "first.", sets: \.crops),
                .value(
                    "--report", kind: .path("FILE"),
                    help: "HTML page of each picture with numbered boxes and the hits of each object.", sets: \.report)),
            InputOptions.group().inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}
