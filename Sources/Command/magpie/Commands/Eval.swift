import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// `magpie eval`.
struct Eval: Subcommand {
    static let name = "eval"
    static let summary = "Measures the quality of search and detection on labeled pictures and queries."
    static let synopsis =
        "magpie eval LABELS.csv [--types COLUMN | --store FILE] [--copies[=hard]] | --boxes FILE | --text FILE --catalog FILE"
    static let details = """
        LABELS.csv has the columns file (relative to its folder), class, split (query or gallery) and optionally
        dataset. Each query ranks the whole gallery of its data set; pictures of the same class are relevant. A
        gallery without queries, such as grocery-iconic, takes the queries of the data set that its name begins
        with.
        Columns: map (mean average precision over the whole ranking), r1 and r10 (share of queries with a relevant
        picture first, and among the first ten), p10 (precision of the first ten).

        Columns at the default settings of search, which suit the built-in describer: kept (share of the queries
        with a relevant picture whose best one is a hit), right (precision of the hits), chance (precision of the
        whole gallery), silent (share of queries without a hit after the pictures of their class are taken out),
        strange (share of queries of other data sets without a hit; strangers in JSON).

        --types learns from a column of product types of the gallery, as a store does from its items. In JSON, type_p10
        is then the share of the first ten with the type of the query.

        --copies=hard changes up to 250 pictures of the gallery in eight ways. uAP is the micro average precision: one
        ranking of all pairs by score, over all copies. With --distractors, normalized subtracts from each score the mean
        similarity of the ten nearest of every second distractor, which then do not lie in the gallery.

        The last line is the plain mean over the tests. With --json all shares are fractions from 0 to 1.

        --boxes measures object detection instead. FILE is a CSV file with the columns file, x, y, w, h (shares of
        the sides) and optionally source_file, or a list of scenes as in samples/scenes.json. An object
        is found when its intersection over union with a box is 0.5 or more.
        Columns: found (recall of at most 10 boxes with high sensitivity), shown (recall at the default settings of
        discover, five boxes with a score of 0.3), boxes (mean boxes per picture at these settings), right
        (precision of these boxes; a second box on the same object does not count), R@1 (share of objects whose
        source_file comes first in the gallery of labels.csv in the same folder; missed objects count as failures).
        A picture without a salient object has no boxes.
        With --types, a column of labels.csv, JSON also has typed (found objects), type_right and type_wrong (shares of
        them with the right type and with a wrong one, as discover tells it after learning; objects without a source
        have none that is right) and the same by look alone, look_type_right and look_type_wrong. The picture that an
        object comes from has no vote.
        A kind is the letters that the file names begin with, or their folder. In coco pictures, only objects of at
        least 3 % of the picture count.

        --text measures search by words on the items of a store, or of a catalog file as 'magpie index' takes it,
        without pictures. QUERIES.csv has the columns query and one of id, file and class: a relevant item, or the
        value that the relevant items have in the field of --class-field. A query with several relevant items has
        several rows. The optional columns kind (such as exact, paraphrase, typo) and split are reported apart.
        The ranking plain is SQLite's bm25() over all texts, any word of the query, without stems: a baseline. The
        ranking all is the search as it is, with the correction of misspelled words; thesaurus is the same without
        what the store has learned, and learned the same without the thesaurus.
        Columns: R@10 (share of queries with a relevant item among the first ten), nDCG@10 (every relevant item
        gains 1), MRR (mean of 1 / rank of the first relevant item, up to rank 100), nothing (queries without a
        hit). The mean is the plain mean over the kinds.
        """
    static let examples = [
        Example(purpose: "a table", line: "magpie eval labels.csv"),
        Example(purpose: "with learning from types", line: "magpie eval labels.csv --types coarse_class"),
        Example(purpose: "with altered copies", line: "magpie eval labels.csv --copies"),
        Example(
            purpose: "with strongly altered copies", line: "magpie eval labels.csv --copies=hard --distractors photos"),
        Example(purpose: "object detection", line: "magpie eval --boxes samples/scenes.json"),
        Example(
            purpose: "search by words, on a spreadsheet alone",
            line: "magpie eval --text queries.csv --catalog samples/catalog.csv"),
    ]

    var store: Path?
    var types: String?
    var boxes: Path?
    var text: Path?
    var catalog: Path?
    var classField: String?
    /// The copies that are tried.
    enum Copies: String, CaseIterable, Hashable, Sendable { case mild, hard }

    var copies: Copies?
    var distractors: [Path] = []
    var printsJSON = false
    var jobs = Batch.usableCores
    var limits = LimitOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        if let text {
            guard words.isEmpty, boxes == nil, types == nil, copies == nil else {
                throw UsageError("--text goes with --catalog, --store, --class-field and --json only")
            }
            return try measure(text)
        }
        if catalog != nil || classField != nil { throw UsageError("--catalog and --class-field go with --text") }
        if let boxes {
            guard words.isEmpty, store == nil, copies == nil else {
                throw UsageError("--boxes goes with --types, --json and --jobs only")
            }
            return try run(boxes)
        }
        guard let labels = words.first, words.count == 1 else {
            throw UsageError("missing file of labels: magpie eval LABELS.csv")
        }
        if !distractors.isEmpty, copies != .hard { throw UsageError("--distractors goes with --copies=hard") }
        if store != nil, types != nil { throw UsageError("a store has learned from its own types: leave out --types") }
        let pictures = try LabelledPictures(labels, types: types)
        let console = StandardOutput()
        let evaluation = try Evaluation(
            pictures, store: store, isTyped: types != nil, jobs: jobs, limits: limits.limits)
        if !printsJSON { try console.write(TestResult.header) }
        var results: [TestResult] = []
        for test in pictures.tests {
            results.append(try evaluation.result(of: test))
            try console.write(printsJSON ? results[results.count - 1].json : results[results.count - 1].row)
        }
        let mean = TestResult(meanOf: results)
        try console.write(printsJSON ? mean.json : mean.row)
        switch copies {
        case .mild:
            let copies = try evaluation.copies()
            try console.write(printsJSON ? copies.json : "\n" + copies.row)
        case .hard: try console.write(try evaluation.hardCopies(among: found(distractors)).text(asJSON: printsJSON))
        case nil: break
        }
        sayUnusable(evaluation.unusable)
        return .done
    }

    /// The pictures below the folders.
    private func found(_ folders: [Path]) throws -> [Path] {
        if folders.isEmpty { return [] }
        var pictures: [Path] = []
        for case .image(let input) in try Inputs(folders, options: InputOptions()).items() {
            pictures.append(input.path)
        }
        return pictures
    }

    private func measure(_ text: Path) throws -> ExitCode {
        guard let items = catalog ?? store, catalog == nil || store == nil else {
            throw UsageError("--text needs the items to search: either --catalog FILE or --store FILE")
        }
        let queries = try LabelledQueries(text)
        if classField != nil, queries.label != .group {
            throw UsageError("--class-field goes with queries that have the column class")
        }
        let evaluation = try TextEvaluation(
            queries, catalog: items, isStore: catalog == nil,
            field: classField ?? LabelledQueries.Label.group.rawValue)
        let console = StandardOutput()
        let results = try evaluation.results()
        if !printsJSON { try console.write(TextResult.header) }
        for result in results { try console.write(printsJSON ? result.json : result.row) }
        return .done
    }

    private func run(_ boxes: Path) throws -> ExitCode {
        let labels = try LabelledBoxes(boxes, types: types)
        let console = StandardOutput()
        let (results, unusable) = try BoxEvaluation(labels: labels, jobs: jobs, limits: limits.limits).run()
        if !printsJSON { try console.write(BoxResult.header) }
        for result in results { try console.write(printsJSON ? result.json : result.row) }
        sayUnusable(unusable)
        return .done
    }

    private func sayUnusable(_ count: Int) {
        if count > 0 { note("magpie: \(Numbers.plural(count, "picture")) could not be used and do not count\n") }
    }
}

extension Eval {
    static var options: [OptionGroup<Eval>] {
        [
            OptionGroup(
                title: "Options",
                options: [
                    .value(
                        "--store", kind: .path("FILE"),
                        help: "Store to rank, which must hold the files of the gallery. Default: a temporary store.",
                        sets: \.store),
                    .value(
                        "--types", kind: .text("COLUMN", expected: "the name of a column"),
                        help: "Column of product types to learn from. Default: nothing is learned.", sets: \.types),
                    .flag(
                        "--copies", orValue: .copies,
                        help: "Also test whether pictures of the gallery find themselves after rotation, cropping, "
                            + "brightness changes, downscaling and strong compression; with =hard, after half of them was "
                            + "cut off, mirrored, turned, covered, framed, filtered, pasted into another.",
                        sets: \.copies),
                    .repeated(
                        "--distractors", kind: .path("FOLDER"),
                        help: "Folder of pictures that are no originals, for --copies=hard. Repeatable.",
                        add: { $0.distractors.append($1) }),
                    .value(
                        "--boxes", kind: .path("FILE"),
                        help: "File of labeled boxes, to measure object detection.", sets: \.boxes),
                    .value(
                        "--text", kind: .path("FILE"),
                        help: "File of queries with their relevant items, to measure search by words.", sets: \.text),
                    .value(
                        "--catalog", kind: .path("FILE"),
                        help: "Catalog file whose rows the queries of --text search.", sets: \.catalog),
                    .value(
                        "--class-field", kind: .text("FIELD", expected: "the name of a field"),
                        help: "Field that the column class of --text refers to. Default: class.", sets: \.classField),
                    .flag("--json", help: "Print one line of JSON for each test or kind.", sets: \.printsJSON),
                    .value(
                        "-j", "--jobs", kind: .integer(in: 1...1024),
                        help: "Pictures processed in parallel. Default: the cores available to this process.",
                        sets: \.jobs),
                ]),
            LimitOptions.group.inside(\.limits),
        ]
    }
}

extension OptionValue<Eval.Copies> {
    /// The kind of the copies, or none.
    fileprivate static var copies: OptionValue {
        OptionValue("KIND", expected: "to stand alone or with a kind, as in --copies=hard") { text in
            text.isEmpty ? .mild : Eval.Copies(rawValue: text)
        }
    }
}
