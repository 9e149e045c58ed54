import Evaluation
import VisualSearch

/// `magpie eval`.
struct Eval: Subcommand {
    static let name = "eval"
    static let summary = "Measures the quality of search on labeled pictures."
    static let others = 1...1
    static let synopsis = "magpie eval [STORE] LABELS.csv [--types COLUMN] [options]"
    static let details = """
        LABELS.csv has the columns file (relative to its folder), class, split (query or gallery) and optionally
        dataset and coarse_class. Each query ranks the whole gallery of its data set; pictures of the same class are
        relevant. A gallery without queries, such as grocery-iconic, takes the queries of the data set that its name
        begins with. Pictures of equal scores have no order: the mean over all orders counts.
        Columns: map (mean average precision over the whole ranking), r1 and r10 (share of queries with a relevant
        picture first, and among the first ten), p10 (precision of the first ten).

        Columns at the default settings of search, which suit the built-in describer: kept (share of the queries
        with a relevant picture that have a relevant hit), prec (share of relevant pictures among all hits; precision
        in JSON), query (the same as the mean of the queries with hits; query_precision), kindout (share of queries
        without a hit after the pictures of their kind, coarse_class or else class, are taken out; kind_silent),
        strange (share of queries of other data sets without a hit; strangers), shown (mean number of hits).

        --types learns from a column of product types of the gallery, as a store does from its items. In JSON, type_p10
        is then the share of the first ten with the type of the query.

        The last line is the plain mean over the tests. With --json all shares are fractions from 0 to 1.
        """
    static let examples = [
        Example(purpose: "a table", line: "magpie eval labels.csv"),
        Example(purpose: "with learning from types", line: "magpie eval labels.csv --types coarse_class"),
    ]

    var store: Path?
    var describer = DescriberOptions()
    var types: String?
    var printsJSON = false
    var jobs = Batch.usableCores
    var limits = LimitOptions()

    func run(_ words: [Path]) throws -> ExitCode {
        let labels = try words.only(or: "missing file of labels: magpie eval LABELS.csv")
        if store != nil, describer.folder != nil || describer.named != nil {
            throw UsageError("a store has its own describer: leave out --model and --describer")
        }
        if store != nil, types != nil { throw UsageError("a store has learned from its own types: leave out --types") }
        do {
            try measure(labels)
        } catch let error as LabelError {
            throw SetupError(error.message)
        }
        return .done
    }

    private func measure(_ labels: Path) throws {
        let pictures = try labels.judged(isNamed: true) { try LabelledPictures(labels.text, types: types) }
        let ranking = try ranking(of: pictures)
        let console = StandardOutput()
        if !printsJSON { try console.write(TestResult.header) }
        var results: [TestResult] = []
        for test in pictures.tests {
            let result = try ranking.result(of: test)
            results.append(result)
            try console.write(printsJSON ? result.json : result.row)
        }
        let mean = TestResult(meanOf: results)
        try console.write(printsJSON ? mean.json : mean.row)
        if mean.unanswerable > 0 {
            let (queries, count) =
                mean.unanswerable == 1
                ? ("query has", "does") : ("queries have", "do")
            note(
                "magpie: \(Numbers.count(mean.unanswerable)) \(queries) no picture of the class in the gallery and \(count) "
                    + "not count\n")
        }
        if ranking.unusable > 0 {
            note("magpie: \(Numbers.plural(ranking.unusable, "picture")) could not be used and do not count\n")
        }
    }

    private func ranking(of pictures: LabelledPictures) throws -> GalleryRanking {
        let phase: GalleryRanking.Phase = { work in
            let progress = Progress(showing: true)
            defer { progress.end() }
            try work { file in
                progress.update { $0.add(Outcome(path: Path(file), result: .success(Product()))) }
            }
        }
        guard let store else {
            return try GalleryRanking(
                pictures, isTyped: types != nil, describer: try describer.describer(), jobs: jobs,
                limits: limits.limits, phase: phase)
        }
        let place = StorePlace(store)
        return try GalleryRanking(
            pictures, in: try store.engine(.readOnly, describer), named: store.text,
            jobs: jobs, limits: limits.limits,
            source: { place.source(of: Path($0)) }, phase: phase)
    }
}

extension Eval {
    static var options: [OptionGroup<Eval>] {
        [
            OptionGroup(
                "Options",
                .value(
                    "--store", kind: .path("FILE"), help: "Store to rank, which must hold the files of the gallery.",
                    default: .clause("a temporary store"), sets: \.store),
                .model(sets: \.describer.folder), .runtime(sets: \.describer.runtime),
                .describer(sets: \.describer.named),
                .value(
                    "--types", kind: .text("COLUMN", expected: "the name of a column"),
                    help: "Column of product types to learn from.", default: .clause("nothing is learned"),
                    sets: \.types),
                .flag("--json", help: "Print one line of JSON for each test.", sets: \.printsJSON),
                .value(
                    "-j", "--jobs", kind: .integer(in: 1...1024), help: "Pictures processed in parallel.",
                    default: .clause("the cores available to this process"), sets: \.jobs)),
            LimitOptions.group.inside(\.limits),
        ]
    }

    static var movedOptions: [String: String] {
        let copies = "benchmarks copies LABELS.csv"
        let queries = "benchmarks queries QUERIES.csv"
        return [
            "--copies": copies, "--distractors": copies, "--boxes": "benchmarks boxes FILE", "--text": queries,
            "--catalog": queries, "--class-field": queries,
        ]
    }
}
