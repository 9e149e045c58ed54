import BenchmarkKit
import Foundation
import VisualSearch

/// The nearest of many vectors: Magpie's index beside faiss, hnswlib and usearch, on the same vectors, one thread each.
struct MatchBenchmark {
    let options: MatchOptions

    func run() throws {
        var report = MatchReport(machine: .current())
        say("\(report.machine)\n")
        for count in options.counts {
            let results = try measure(count)
            report.results += results
            let title = "\(results[0].vectors) vectors of \(ClusteredVectors.dimensions) values, top 10"
            say("\n\(title)\n\n\(table(results).formatted())")
        }
        if options.printsGoals {
            say("\nGoals of the project\n\n\(MatchGoal.table(of: report.results).formatted())")
        }
        if let file = options.json { try report.write(to: file) }
    }

    private func measure(_ count: Int) throws -> [MatchResult] {
        let source =
            try options.store.map { try VectorSource(store: $0, count: count, queries: options.queries) }
            ?? VectorSource(clustered: count, queries: options.queries)
        let files = try VectorFiles(source, outside: options.python != nil)
        let ours = try OurIndex(files)
        let rivals = try Rivals(files, options)
        defer { rivals?.end() }
        var times: [String: [Double]] = [:]
        for _ in 0..<options.rounds {
            for way in OurIndex.ways { times[way.name, default: []].append(ours.milliseconds(way)) }
            for (name, time) in try rivals?.round() ?? [] { times[name, default: []].append(time) }
        }
        return (ours.results() + (rivals?.results ?? [])).map { result in
            var result = result
            result.milliseconds = Summary(times[result.name] ?? [])
            return result
        }
    }

    private func table(_ results: [MatchResult]) -> Table {
        var table = Table(
            "", "ms CPU", "recall@10", "of exact int8", "memory, MB", "build, s CPU", "elapsed",
            "time / ours", "memory / ours")
        let ours = results.first { $0.name == OurIndex.ways[1].name }
        table.rows = results.map { result in
            let time = result.milliseconds?.median ?? 0
            return [
                result.name, time.formatted(digits: 3), result.recall.formatted(digits: 4),
                result.recallOfExact?.formatted(digits: 4) ?? "",
                (Double(result.bytes) / 1e6).formatted(digits: 0), result.buildSeconds.formatted(digits: 2),
                (result.buildElapsed ?? result.buildSeconds).formatted(digits: 2),
                (time / (ours?.milliseconds?.median ?? time)).formatted(digits: 2),
                (Double(result.bytes) / Double(max(ours?.bytes ?? 1, 1))).formatted(digits: 2),
            ]
        }
        return table
    }
}

/// Everything that one run measured.
struct MatchReport: Codable {
    var date = Date()
    var machine: Machine
    var results: [MatchResult] = []

    init(machine: Machine) { self.machine = machine }
}

/// The cost and the findings of one way of searching.
struct MatchResult: Codable {
    var name: String
    var vectors: Int
    /// Milliseconds of CPU for a query: medians over the rounds.
    var milliseconds: Summary?
    /// The part of the ten nearest by float32 that it finds.
    var recall: Double
    /// The part of the ten nearest by the int8 values that ours finds.
    var recallOfExact: Double?
    /// Beside the file cache. Computed for Magpie, measured for the others.
    var bytes: Int
    /// Seconds of CPU.
    var buildSeconds: Double
    /// Seconds by the wall clock, where several cores build; nil for the others, which build on one.
    var buildElapsed: Double?
}

/// The goals with 100,000 and with 1,000,000 vectors.
enum MatchGoal {
    static func table(of results: [MatchResult]) -> Table {
        var table = Table("", "must", "measured", "verdict")
        let limits: [(count: Int, times: [Double], megabytes: Double, build: Double)] = [
            (100_000, [0.8, 0.1], 40, 3), (1_000_000, [8, 0.2], 350, 60),
        ]
        for limit in limits {
            for (index, way) in OurIndex.ways.prefix(2).enumerated() {
                guard let result = results.first(where: { $0.name == way.name && $0.vectors == limit.count }) else {
                    continue
                }
                let title = "\(limit.count), \(way.name)"
                // The loss of the quick way against the exact one.
                let exact = results.first { $0.name == OurIndex.ways[0].name && $0.vectors == limit.count }
                let recall = index == 0 ? 0.96 : 0.98 * (exact?.recall ?? 1)
                let goals = [
                    Goal(
                        title: "\(title): ms", bound: .atMost, must: limit.times[index], digits: 3,
                        measured: result.milliseconds?.median),
                    Goal(
                        title: "\(title): recall@10", bound: .atLeast, must: recall, digits: 4, measured: result.recall),
                    Goal(
                        title: "\(title): memory, MB", bound: .atMost, must: limit.megabytes, digits: 0,
                        measured: Double(result.bytes) / 1e6),
                    Goal(
                        title: "\(title): build, s", bound: .atMost, must: limit.build, digits: 2,
                        measured: result.buildSeconds),
                ]
                table.rows += goals.map { goal in
                    [
                        goal.title, (goal.bound == .atLeast ? "≥ " : "≤ ") + goal.must.formatted(digits: goal.digits),
                        goal.measured?.formatted(digits: goal.digits) ?? "-", goal.verdict,
                    ]
                }
            }
        }
        return table
    }
}
