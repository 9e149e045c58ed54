import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// `magpie discover`.
struct Discover: Subcommand {
    static let name = "discover"
    static let summary = "Finds the objects in a picture, and for each of them the items that look like it."
    static let synopsis = "magpie discover INPUT… [--store FILE] [options]"
    static let details = """
        INPUT is a file, a folder (with the folders inside it), or '-' for a list of paths on standard input.
        Objects come best first, each with a box in upright pixels, its product type as the items that look like it
        say (the field product_type, category or type of the store, or --type-field), and its hits. The type is
        unknown where these items are not alike or do not agree. Where nothing stands out the whole picture is
        searched with; JSON says "whole":true then.
        """
    static let examples = [
        Example(
            purpose: "every object on a photo, with a page to look at",
            line: "magpie discover samples/scenes/scene-04.jpg --report scene.html"),
        Example(purpose: "the bags only", line: "magpie discover shelf.jpg --type Bags"),
        Example(purpose: "the object that was tapped", line: "magpie discover room.jpg --point 410,220"),
        Example(
            purpose: "boxes for other programs; needs no store",
            line: "magpie discover photos --boxes-only --detection-limit 10 --json > boxes.jsonl"),
        Example(purpose: "each object as a picture", line: "magpie discover shelf.jpg --boxes-only --crops objects"),
    ]

    /// Hits for each object.
    private static let standardLimit = 10

    var store = StorePlace.standardName
    var describer: InferenceDescriber.Model?
    var typeField: String?
    var detection = Detection()
    var boxes: [Box] = []
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
        let engine =
            needsNoStore
            ? nil
            : try SearchEngine(
                path: store.text, mode: .readOnly, describer: describer.map(InferenceDescriber.init),
                typeField: typeField)
        if let engine, let type = detection.type { try check(type, in: engine) }
        let place = engine == nil ? nil : StorePlace(store)
        let work = Discovering(
            engine: engine, detection: detection, boxes: boxes, each: try request(in: engine),
            crops: folder.map(preparation), limits: limits.limits)
        let console = StandardOutput()
        let table = ThingsTable(
            hits: HitsTable(isStyled: console.isStyled, fields: answer.fields), type: detection.type,
            namesObjects: engine != nil)
        var page = report.map {
            ScenePage(
                store: engine?.store, place: place, options: answer, limits: limits.limits, link: PageLink(page: $0),
                type: detection.type)
        }
        let run = ImageRun(
            inputs: inputs, options: batch, isOrdered: batch.isOrdered || page != nil || !batch.printsJSON,
            printsLines: true)
        let end = try run.run(
            work: { work.look(at: $0) },
            deliver: { (discovered: inout Discovered) in
                if let failure = discovered.failure { throw failure }
                let text =
                    batch.printsJSON
                    ? discovered.json(shard: inputs.shard, place: place, options: answer).text + "\n"
                    : table.text(discovered)
                try console.write(text)
                page?.add(discovered)
            })
        if let report, let page { try write(page, to: report) }
        return end.code
    }

    /// Options that would have no effect are refused, not ignored.
    private func checkCombinations() throws(UsageError) {
        if needsNoStore {
            if detection.type != nil { throw UsageError("--type needs a store; --boxes-only has none") }
            if answer != AnswerOptions(limit: Self.standardLimit) {
                throw UsageError(
                    "--boxes-only searches for nothing, so options about the answer (--limit, --filter, --sort, …) have "
                        + "no effect; --detection-limit N gives fewer objects")
            }
            if store != StorePlace.standardName || describer != nil || typeField != nil {
                throw UsageError("--boxes-only uses no store: leave out --store, --describer and --type-field")
            }
        }
        guard !boxes.isEmpty else { return }
        if detection.type != nil { throw UsageError("give --type or places (--box, --point), not both") }
        if detection != Detection() {
            throw UsageError(
                "with --box or --point nothing else is looked for: leave out --detection-limit, --sensitivity and "
                    + "--min-score")
        }
        if boxes.count > 30 { throw UsageError("at most 30 places can be searched at once") }
    }

    private func request(in engine: SearchEngine?) throws -> SearchRequest {
        var request = answer.request(SearchRequest.Query(), filter: .all)
        if let engine { request.filter = try answer.filter(in: engine.store) }
        request.explains = request.explains || report != nil
        return request
    }

    /// ViSearch takes a type that nobody knows for no wish at all; a person has mistyped it.
    private func check(_ type: String, in engine: SearchEngine) throws {
        if try engine.name(ofType: type) != nil { return }
        let types = try engine.productTypesNow().map(\.name)
        let hint = nearest(to: type, among: types).map { "did you mean \($0)?" }
        let some = types.prefix(12).joined(separator: ", ") + (types.count > 12 ? ", …" : "")
        throw UsageError(
            "no item is of the type '\(type)'; \(hint ?? (types.isEmpty ? "the items have no types" : "there are: \(some)"))"
        )
    }

    private func preparation(in folder: OutputFolder) -> Preparation {
        let plan = OutputPlan(shapes: [.fit(512)])
        var recipe = Recipe()
        recipe.outputs = plan.outputs
        return Preparation(recipe: recipe, names: plan.names, folder: folder, limits: limits.limits)
    }

    private func write(_ page: ScenePage, to report: Path) throws {
        do throws(SystemError) {
            let file = try AtomicFile(replacing: report)
            try file.write(Array(page.html.utf8))
            try file.commit()
        } catch {
            throw SetupError("cannot write the report \(report): \(error.text)")
        }
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
                            "Objects of this product type only, as the items of the store know it. Singular and plural are "
                            + "the same: bag, Bags.",
                        sets: \.detection.type),
                    .typeField(sets: \.typeField),
                    .repeated(
                        "--box", kind: .box,
                        help: "Take this part of the picture for an object, in its upright pixels. Repeatable.",
                        add: { $0.boxes.append($1) }),
                    .repeated(
                        "--point", kind: .point,
                        help: "The object at this place of the picture, or the nearest one. Repeatable.",
                        add: { $0.boxes.append($1) }),
                    .flag(
                        "--boxes-only", help: "Find objects without searching for them. Needs no store.",
                        sets: \.needsNoStore),
                ]),
            AnswerOptions.group(limit: "Hits, or groups, for each object. Default 10.").inside(\.answer),
            OptionGroup(
                title: "Store and output",
                options: [
                    .store(sets: \.store), .describer(sets: \.describer),
                    .value(
                        "--crops", kind: .path("DIR"),
                        help:
                            "Write the objects as pictures of at most 512 pixels: DIR/a-1.jpg, DIR/a-2.jpg, best first.",
                        sets: \.crops),
                    .value(
                        "--report", kind: .path("FILE"),
                        help: "Write a page of HTML: each picture with numbered boxes and, beside it, their hits.",
                        sets: \.report),
                ]),
            InputOptions.group.inside(\.inputs),
            LimitOptions.group.inside(\.limits),
            RunOptions.group.inside(\.batch),
        ]
    }
}
