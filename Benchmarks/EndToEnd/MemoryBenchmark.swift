import BenchmarkKit
import Foundation
import Imaging

/// The memory that a folder takes, and its growth.
struct MemoryBenchmark {
    private let photos: Photos
    private let options: Options

    init(_ photos: Photos, _ options: Options) {
        self.photos = photos
        self.options = options
    }

    func run(into report: inout Report) throws {
        let bench = try Workbench(photos.all, repeats: options.repeats)
        guard let command = Contenders(options).others.first(where: { $0.name == Contenders.onePass }) else {
            throw Failure("memory needs the command: swift build -c release")
        }
        // The peak depends on which photos meet in the two workers, so the worst of several runs counts.
        let peak = try (0..<options.rounds).map { _ in try command.run(bench).peakResident }.max() ?? 0

        let inputs = bench.paths.map { ImageInput.file(URL(filePath: $0)) }
        let recipe = Recipe(.fit(512, quality: 97), .fit(1024, quality: 98), colors: 5)
        var rounds: [Int] = []
        for _ in 0..<options.rounds {
            Batch(checked: options.jobs).prepare(inputs, as: recipe) { _, result in sink(result) }
            rounds.append(Memory.resident())
        }
        let result = MemoryResult(commandPeak: peak, rounds: rounds)
        report.memory = result
        printTable(result)
    }

    private func printTable(_ result: MemoryResult) {
        say("\nMemory: 512, 1024 and 5 colors from one decode, \(options.jobs) workers\n")
        var table = Table("", "MB")
        let megabytes = { (bytes: Int) in (Double(bytes) / 1e6).formatted(digits: 1) }
        table.rows = [["magpie prep, peak, worst of \(result.rounds.count) runs", megabytes(result.commandPeak)]]
        for (index, bytes) in result.rounds.enumerated() {
            table.rows.append(["one process after round \(index + 1)", megabytes(bytes)])
        }
        say(table.formatted())
    }
}
