import BenchmarkKit

/// Whole folders through whole programs, in turns.
struct PrepBenchmark {
    private let photos: Photos
    private let options: Options

    /// Adds up ``Contenders/threePasses``.
    static let threeRuns = "magpie, the same in three runs"

    init(_ photos: Photos, _ options: Options) {
        self.photos = photos
        self.options = options
    }

    func run(into report: inout Report) throws {
        let found = Contenders(options)
        report.versions = found.versions
        report.absent = found.absent
        let sizes = [Thumbnail.small, .large]
        var contenders = sizes.flatMap { size in found.thumbnailers.map { Contender($0, size) } } + found.others
        if !options.only.isEmpty {
            contenders.removeAll { contender in !options.only.contains { contender.name.contains($0) } }
        }
        let bench = try Workbench(photos.all, repeats: options.repeats)
        let costs = try Self.measure(contenders, bench, rounds: options.rounds, &report.absent)
        report.prep = contenders.compactMap { contender in
            PrepResult(name: contender.name, images: bench.paths.count, costs: costs[contender.name] ?? [])
        }
        let parts = Contenders.threePasses.compactMap { costs[$0] }
        if parts.count == Contenders.threePasses.count, parts.allSatisfy({ !$0.isEmpty }) {
            // The same products in three runs: each round's runs added up.
            let sums = (0..<options.rounds).map { round in
                parts.dropFirst().reduce(parts[0][round]) { $0 + $1[round] }
            }
            let result = PrepResult(name: PrepBenchmark.threeRuns, images: bench.paths.count, costs: sums)
            if let result { report.prep.append(result) }
        }
        printTables(report)
        try FormatBenchmark(photos: photos, options: options, thumbnailers: found.thumbnailers).run(into: &report)
        for line in report.absent { say("skipped: \(line)") }
    }

    /// Every contender once in each round. One that fails is out, and said to be.
    static func measure(
        _ contenders: [Contender], _ bench: Workbench, rounds: Int, _ absent: inout [String]
    ) throws -> [String: [Cost]] {
        var costs: [String: [Cost]] = [:]
        var failed: Set<String> = []
        for round in 0..<rounds {
            complain("round \(round + 1) of \(rounds), \(contenders.count) contenders")
            for index in order(of: contenders.count, inRound: round) {
                let contender = contenders[index]
                guard !failed.contains(contender.name) else { continue }
                do {
                    costs[contender.name, default: []].append(try contender.run(bench))
                } catch {
                    failed.insert(contender.name)
                    costs[contender.name] = nil
                    absent.append("\(contender.name): \(error)")
                }
            }
        }
        return costs
    }

    private func printTables(_ report: Report) {
        for size in [Thumbnail.small, .large] {
            let group = report.prep.filter { $0.name.hasSuffix("-\(size.size)") }
            guard !group.isEmpty else { continue }
            say("\nLongest side \(size.size), quality \(size.quality): medians of \(options.rounds) rounds\n")
            say(Self.table(group, against: "magpie-fast-\(size.size)").formatted())
        }
        let names = [Contenders.onePass, PrepBenchmark.threeRuns] + Contenders.threePasses
        let several = names.compactMap { name in report.prep.first { $0.name == name } }
        guard !several.isEmpty else { return }
        say("\nSeveral products: medians of \(options.rounds) rounds\n")
        say(Self.table(several, against: Contenders.onePass).formatted())
    }

    static func table(_ group: [PrepResult], against ours: String) -> Table {
        let base = group.first { $0.name == ours }
        var table = Table("", "CPU s", "± MAD", "ratio", "wall s", "ratio", "images/s", "peak MB")
        table.rows = group.map { result in
            let ratio = { (value: Double, base: Double?) in base.map { (value / $0).formatted(digits: 2) } ?? "-" }
            return [
                result.name, result.cpu.median.formatted(digits: 2), result.cpu.deviation.formatted(digits: 2),
                ratio(result.cpu.median, base?.cpu.median), result.wall.median.formatted(digits: 2),
                ratio(result.wall.median, base?.wall.median), result.imagesPerSecond.formatted(digits: 1),
                (result.peakResident / 1e6).formatted(digits: 0),
            ]
        }
        return table
    }
}
