import BenchmarkKit
import Evaluation
import Foundation

/// `benchmarks`: how fast, how good and how large Magpie is, beside other tools and beside the floor.
@main
struct Benchmarks {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let error as UsageError {
            complain("\(error.message)\nTry 'benchmarks --help'.")
            exit(1)
        } catch let error as LabelError {
            complain(error.message)
            exit(2)
        } catch {
            complain("\(error)")
            exit(2)
        }
    }

    private static func run(_ words: [String]) throws {
        guard !words.isEmpty, !words.contains("--help"), !words.contains("-h") else { return say(help) }
        if words[0] == "match" { return try MatchBenchmark(options: MatchOptions(Array(words.dropFirst()))).run() }
        let rest = Array(words.dropFirst())
        switch words[0] {
        case "discover": return try DiscoverBenchmark(options: CatalogOptions(rest, rounds: 5, takesFile: true)).run()
        case "learn": return try LearnBenchmark(options: CatalogOptions(rest, rounds: 3)).run()
        case "listings": return try ListingsBenchmark(options: CatalogOptions(rest, rounds: 21)).run()
        case "homes": return try HomesBenchmark(options: HomesOptions(rest)).run()
        case "copies":
            let accepted = ["--hard", "--parts", "--distractors", "--limit"]
            return try CopiesBenchmark(options: EvaluationOptions(rest, accepted)).run()
        case "boxes": return try BoxesBenchmark(options: EvaluationOptions(rest, ["--types"])).run()
        case "queries":
            let accepted = ["--catalog", "--store", "--class-field"]
            return try QueriesBenchmark(options: EvaluationOptions(rest, accepted)).run()
        case "rules": return try RulesBenchmark(options: CatalogOptions(rest, rounds: 5)).run()
        case "phrases": return try PhrasesBenchmark(options: CatalogOptions(rest, rounds: 3)).run()
        case "searches": return try SearchLogBenchmark(options: CatalogOptions(rest, rounds: 5)).run()
        case "suggest": return try SuggestBenchmark(options: CatalogOptions(rest, rounds: 3)).run()
        default: break
        }
        if words[0] == "recommend" {
            return try RecommendBenchmark(options: RecommendOptions(rest)).run()
        }
        if words[0] == "visits" { return try VisitsBenchmark(options: VisitsOptions(rest)).run() }
        if words[0] == "text" { return try TextBenchmark(options: TextOptions(Array(words.dropFirst()))).run() }
        if words[0] == "steps" { return try StepsBenchmark(options: StepsOptions(Array(words.dropFirst()))).run() }
        let options = try Options(words)
        let photos = try Photos(in: options.folder)
        var report = Report(machine: .current(), photos: photos.summary)
        if report.machine.isBusy {
            complain("the load is \(report.machine.load): wall times mean little now, and CPU times are too high")
        }
        say("\(report.machine)\n\(report.photos)\n")
        for part in options.parts {
            switch part {
            case .prep: try PrepBenchmark(photos, options).run(into: &report)
            case .quality: try QualityBenchmark(photos, options).run(into: &report)
            case .stages: try StagesBenchmark(photos).run(into: &report)
            case .memory: try MemoryBenchmark(photos, options).run(into: &report)
            }
        }
        if options.printsGoals { say("\nGoals of the project\n\n\(Goal.table(of: report).formatted())") }
        if let file = options.json { try report.write(to: file) }
    }
}

/// Prints a result at once, also where the output is a file.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
}

/// Prints a remark beside the results, on standard error.
func complain(_ text: String) {
    FileHandle.standardError.write(Data("benchmarks: \(text)\n".utf8))
}
