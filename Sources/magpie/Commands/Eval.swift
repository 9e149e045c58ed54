import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// `magpie eval`.
struct Eval: Subcommand {
    static let name = "eval"
    static let summary = "Measures the quality of search and detection on labeled pictures."
    static let synopsis =
        "magpie eval LABELS.csv [--store FILE | --types COLUMN] [--copies] [--json] | --boxes FILE [--json]"
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

        The last line is the plain mean over the tests. With --json all shares are fractions from 0 to 1.

        --boxes measures object detection instead. FILE is a CSV file with the columns file, x, y, w, h (shares of
        the sides) and optionally source_file, or a list of scenes as in samples/scenes.json. An object
        is found when its intersection over union with a box is 0.5 or more.
        Columns: found (recall of at most 10 boxes with high sensitivity), shown (recall at the default settings of
        discover, five boxes with a score of 0.3), boxes (mean boxes per picture at these settings), right
        (precision of these boxes; a second box on the same object does not count), R@1 (share of objects whose
        source_file comes first in the gallery of labels.csv in the same folder; missed objects count as failures).
        A picture without a salient object has no boxes.
        A kind is the letters that the file names begin with, or their folder. In coco pictures, only objects of at
        least 3 % of the picture count.
        """
    static let examples = [
        Example(purpose: "a table", line: "magpie eval labels.csv"),
        Example(purpose: "with learning from types", line: "magpie eval labels.csv --types coarse_class"),
        Example(purpose: "with altered copies", line: "magpie eval labels.csv --copies"),
        Example(purpose: "object detection", line: "magpie eval --boxes samples/scenes.json"),
    ]

    var store: Path?
    var types: String?
    var boxes: Path?
    var tryCopies = false
    var printsJSON = false
    var jobs = Batch.usableCores
    var limits = LimitOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        if let boxes {
            guard words.isEmpty, store == nil, types == nil, !tryCopies else {
                throw UsageError("--boxes goes with --json and --jobs only")
            }
            return try run(boxes)
        }
        guard let labels = words.first, words.count == 1 else {
            throw UsageError("missing file of labels: magpie eval LABELS.csv")
        }
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
        if tryCopies {
            let copies = try evaluation.copies()
            try console.write(printsJSON ? copies.json : "\n" + copies.row)
        }
        sayUnusable(evaluation.unusable)
        return .done
    }

    private func run(_ boxes: Path) throws -> ExitCode {
        let labels = try LabelledBoxes(boxes)
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
                        "--copies",
                        help: "Also test whether pictures of the gallery find themselves after rotation, cropping, "
                            + "brightness changes, downscaling and strong compression.", sets: \.tryCopies),
                    .value(
                        "--boxes", kind: .path("FILE"),
                        help: "File of labeled boxes, to measure object detection.", sets: \.boxes),
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
