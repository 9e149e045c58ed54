import BenchmarkKit
import Evaluation
import Foundation
import Imaging

/// `benchmarks copies LABELS.csv`: whether pictures of a gallery are found by changed copies of themselves.
struct CopiesBenchmark {
    let options: EvaluationOptions

    func run() throws {
        let pictures = try LabelledPictures(options.file)
        let ranking = try GalleryRanking(pictures, jobs: options.jobs, limits: Limits())
        var table = Table("", "copies", "gallery", "mAP", "R@1", "R@10")
        if options.provesParts {
            let copies = try ranking.provenCopies(
                among: options.distractors.flatMap(Self.pictures), limit: options.limit,
                strangers: pictures.queries.map(\.file), jobs: options.jobs)
            if options.printsJSON { return print(copies.json) }
            table = Table("", "copies", "gallery", "mAP", "R@1", "R@10", "proven", "wrong")
            table.rows = zip(copies.kinds, copies.proven).map { kind, count in
                Self.cells(kind) + ["\(count.right)", "\(count.wrong)"]
            }
            table.rows.append(Self.cells(copies.mean) + ["", ""])
            let time = copies.milliseconds.formatted(digits: 0)
            print("\(table.formatted())\n\nuAP \(Self.percent(copies.uAP)), \(time) ms a search\n")
            let (all, some) = copies.strangers
            print("of \(all) pictures of the same classes that are no copies, \(some) prove something\n")
        } else if options.isHard {
            let copies = try ranking.hardCopies(
                among: options.distractors.flatMap(Self.pictures), limit: options.limit)
            if options.printsJSON { return print(copies.json) }
            table.rows = (copies.kinds + [copies.mean]).map(Self.cells)
            let normalized = copies.normalizedUAP.map { ", normalized \(Self.percent($0))" } ?? ""
            print("\(table.formatted())\n\nuAP \(Self.percent(copies.uAP))\(normalized)\n")
        } else {
            let copies = try ranking.nearCopies()
            table.rows = [Self.cells(copies)]
            print(options.printsJSON ? copies.json : table.formatted() + "\n")
        }
        report(unusable: ranking.unusable)
    }

    private static func cells(_ result: TestResult) -> [String] {
        [result.test, "\(result.queries)", "\(result.gallery)", percent(result.map), percent(result.r1)]
            + [percent(result.r10)]
    }

    private static func percent(_ share: Double) -> String { (share * 100).formatted(digits: 1) }

    /// The pictures below a folder, by name.
    private static func pictures(below folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let endings = ["jpg", "jpeg", "png", "webp"]
        return names.filter { name in endings.contains { name.lowercased().hasSuffix("." + $0) } }.sorted()
            .map { "\(folder)/\($0)" }
    }
}

/// `benchmarks boxes FILE`: how many labeled objects are found, and how many boxes hold one.
struct BoxesBenchmark {
    let options: EvaluationOptions

    func run() throws {
        let labels = try LabelledBoxes(options.file, types: options.types)
        let (results, unusable) = try BoxEvaluation(labels: labels, jobs: options.jobs, limits: Limits()).run()
        var table = BoxResult.header
        table.rows = results.map(\.cells)
        print(options.printsJSON ? results.map(\.json).joined() : table.formatted() + "\n")
        report(unusable: unusable)
    }
}

/// `benchmarks queries QUERIES.csv`: the quality of search by words, beside SQLite's ranking.
struct QueriesBenchmark {
    let options: EvaluationOptions

    func run() throws {
        guard let items = options.catalog ?? options.store, options.catalog == nil || options.store == nil else {
            throw UsageError("queries need the items to search: either --catalog FILE or --store FILE")
        }
        let queries = try LabelledQueries(options.file)
        if options.classField != nil, queries.label != .group {
            throw UsageError("--class-field goes with queries that have the column class")
        }
        let evaluation = try TextEvaluation(
            queries, catalog: items, isStore: options.catalog == nil,
            field: options.classField ?? LabelledQueries.Label.group.rawValue)
        let results = try evaluation.results()
        var table = TextResult.header
        table.rows = results.map(\.cells)
        print(options.printsJSON ? results.map(\.json).joined() : table.formatted() + "\n")
    }
}

/// Prints lines that end themselves.
private func print(_ lines: String) { FileHandle.standardOutput.write(Data(lines.utf8)) }

private func report(unusable count: Int) {
    if count > 0 { complain("\(count) \(count == 1 ? "picture" : "pictures") could not be used and do not count") }
}
