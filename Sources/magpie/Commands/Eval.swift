import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// `magpie eval`.
struct Eval: Subcommand {
    static let name = "eval"
    static let summary = "Counts how good the search is on pictures with classes."
    static let synopsis = "magpie eval LABELS.csv [--store FILE] [--copies] [--json]"
    static let details = """
        LABELS.csv has the columns file (from its own folder), class, split (query or gallery) and perhaps dataset.
        Each query ranks the whole gallery of its data set; relevant is what has the same class. A gallery without
        queries, such as grocery-iconic, is ranked by the queries of the data set that its name begins with.
        map is the mean over the queries of the average precision over the whole ranking; r1 and r10 the share with
        a relevant picture first and among the first ten; p10 the share of relevant ones among the first ten. The last
        line is the plain mean over the tests. With --json these are fractions from 0 to 1.
        """
    static let examples = [
        Example(purpose: "a table", line: "magpie eval labels.csv"),
        Example(purpose: "and whether changed copies are found again", line: "magpie eval labels.csv --copies"),
    ]

    var store: Path?
    var tryCopies = false
    var printsJSON = false
    var jobs = Batch.usableCores
    var limits = LimitOptions()

    func run(_ words: [Path]) throws -> ExitCode {
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
        if evaluation.unusable > 0 {
            note("magpie: \(Numbers.plural(evaluation.unusable, "picture")) could not be used and took no part\n")
        }
        return .done
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
                    .flag("--json", help: "Print one line of JSON for each test.", sets: \.printsJSON),
                    .value(
                        "-j", "--jobs", kind: .integer(in: 1...1024),
                        help: "Pictures at the same time. Default: the cores that this process may use.", sets: \.jobs),
                ]),
            LimitOptions.group.inside(\.limits),
        ]
    }
}
