import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// `magpie eval`.
struct Eval: Subcommand {
    static let name = "eval"
    static let summary = "Counts how good the search is on pictures with classes."
    static let synopsis = "magpie eval LABELS.csv [--store FILE] [--copies] [--json] | --boxes FILE [--json]"
    static let details = """
        LABELS.csv has the columns file (from its own folder), class, split (query or gallery) and perhaps dataset.
        Each query ranks the whole gallery of its data set; relevant is what has the same class. A gallery without
        queries, such as grocery-iconic, is ranked by the queries of the data set that its name begins with.
        map is the mean over the queries of the average precision over the whole ranking; r1 and r10 the share with
        a relevant picture first and among the first ten; p10 the share of relevant ones among the first ten.

        What a search shows by default: kept is the share of the queries, of those with a relevant picture, that are
        shown their best one; right the share of relevant pictures among those shown, and chance that among all, which is
        what showing everything gives. Of queries that look for something that the gallery has not: silent is the share
        that is shown nothing when the pictures of its class are taken out, strangers (strange) the share of the queries
        of the other data sets that is shown nothing. These count for the built-in describer.

        The last line is the plain mean over the tests. With --json all are fractions from 0 to 1.

        With --boxes it counts instead how many objects are found: FILE is a CSV file with the columns file, x, y,
        w, h (shares of the sides) and perhaps source_file, or a list of scenes as in samples/scenes.json. An object
        is found when one of at most 10 boxes, with the sensitivity high, has half of the joint area in common with
        it. At the defaults of discover (five boxes of a score of 0.3 and above): shown is the share of the objects
        found, boxes the mean number of boxes in a picture, and right the share of these boxes that are right; of two
        boxes around one object only one is. A picture in which nothing stands out has no boxes.
        R@1 is the share of objects whose source_file comes first among the gallery of labels.csv in the same folder;
        objects that were not found count as failures. Kinds are named by how the names of the files begin, or by
        their folder; of coco pictures, boxes of at least 3 % of the picture count.
        """
    static let examples = [
        Example(purpose: "a table", line: "magpie eval labels.csv"),
        Example(purpose: "and whether changed copies are found again", line: "magpie eval labels.csv --copies"),
        Example(purpose: "how many objects are found", line: "magpie eval --boxes samples/scenes.json"),
    ]

    var store: Path?
    var boxes: Path?
    var tryCopies = false
    var printsJSON = false
    var jobs = Batch.usableCores
    var limits = LimitOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        if let boxes {
            guard words.isEmpty, store == nil, !tryCopies else {
                throw UsageError("--boxes goes with --json and --jobs only")
            }
            return try run(boxes)
        }
        guard let labels = words.first, words.count == 1 else { throw UsageError("say which file has the labels") }
        let pictures = try LabelledPictures(labels)
        let console = StandardOutput()
        let evaluation = try Evaluation(pictures, store: store, jobs: jobs, limits: limits.limits)
        if !printsJSON { try console.write(TestResult.header) }
        var results: [TestResult] = []
        for test in pictures.tests {
            results.append(try evaluation.result(of: test))
            try console.write(printsJSON ? results[results.count - 1].json.text + "\n" : results[results.count - 1].row)
        }
        let mean = TestResult(meanOf: results)
        try console.write(printsJSON ? mean.json.text + "\n" : mean.row)
        if tryCopies {
            let copies = try evaluation.copies()
            try console.write(printsJSON ? copies.json.text + "\n" : "\n" + copies.row)
        }
        sayUnusable(evaluation.unusable)
        return .done
    }

    private func run(_ boxes: Path) throws -> ExitCode {
        let labels = try LabelledBoxes(boxes)
        let console = StandardOutput()
        let (results, unusable) = try BoxEvaluation(labels: labels, jobs: jobs, limits: limits.limits).run()
        if !printsJSON { try console.write(BoxResult.header) }
        for result in results { try console.write(printsJSON ? result.json.text + "\n" : result.row) }
        sayUnusable(unusable)
        return .done
    }

    private func sayUnusable(_ count: Int) {
        if count > 0 { note("magpie: \(Numbers.plural(count, "picture")) could not be used and took no part\n") }
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
                        help: "Rank what this store holds; it must hold the files of the gallery. Default: a store "
                            + "that is made for the purpose and removed.", sets: \.store),
                    .flag(
                        "--copies",
                        help: "Try as well whether pictures of the gallery find themselves after being turned, "
                            + "cropped, lightened or darkened, made smaller and compressed hard.", sets: \.tryCopies),
                    .value(
                        "--boxes", kind: .path("FILE"),
                        help: "Count how many of the objects in this file are found.", sets: \.boxes),
                    .flag("--json", help: "Print one line of JSON for each test or kind.", sets: \.printsJSON),
                    .value(
                        "-j", "--jobs", kind: .integer(in: 1...1024),
                        help: "Pictures at the same time. Default: the cores that this process may use.", sets: \.jobs),
                ]),
            LimitOptions.group.inside(\.limits),
        ]
    }
}
