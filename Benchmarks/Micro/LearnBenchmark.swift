import BenchmarkKit
import Foundation
import SearchAPI
import VisualSearch

/// Learning from the types of a large catalog, and searches with and without what was learned, on one core.
struct LearnBenchmark {
    let options: CatalogOptions
    /// So large that the look alone confuses types.
    private static let noise = 45

    func run() throws {
        let machine = Machine.current()
        say("\(machine)\n")
        let samples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../samples").standardized
        let catalog = try LargeCatalog(of: samples, items: options.items, noise: LearnBenchmark.noise)
        try catalog.engine.warmUpBlocking()
        let vectors = try catalog.engine.store.read { snapshot throws(SearchError) in
            var vectors: [[Int8]] = []
            for slot in stride(from: 0, to: snapshot.slots, by: max(snapshot.slots / 200, 1)) {
                if let vector = try snapshot.vector(at: slot) { vectors.append(vector) }
            }
            return vectors
        }
        let before = try times(of: vectors, in: catalog.engine, kindWeight: nil)
        let resident = Memory.resident()
        let (cpu, wall) = (Clock.process(), Clock.wall())
        let report = try catalog.engine.learnBlocking()
        let learning = (cpu: Clock.process() - cpu, wall: Clock.wall() - wall)
        let peak = Double(Memory.peak() - resident) / 1e6
        var table = Table("", "median", "minimum")
        table.rows.append([
            "learning, s CPU / wall", learning.cpu.formatted(digits: 1), learning.wall.formatted(digits: 1),
        ])
        table.rows.append(["memory at the peak beyond that of searching, MB", peak.formatted(digits: 0), ""])
        let rows = [
            ("search before, ms CPU", before),
            ("by look alone, ms CPU", try times(of: vectors, in: catalog.engine, kindWeight: 0)),
            ("with the kind, ms CPU", try times(of: vectors, in: catalog.engine, kindWeight: nil)),
        ]
        for (name, summary) in rows {
            table.rows.append([name, summary.median.formatted(digits: 3), summary.minimum.formatted(digits: 3)])
        }
        say(
            "\(options.items) items, \(report.types) types, adopted: \(report.adoption.rawValue)\n\n"
                + table.formatted())
    }

    /// Milliseconds of CPU of a search for ten hits with their attributes.
    private func times(of vectors: [[Int8]], in engine: SearchEngine, kindWeight: Double?) throws -> Summary {
        let query = SearchRequest.Query(example: .image(.bytes([])), kindWeight: kindWeight)
        let request = SearchRequest(query, limit: 10)
        var times: [Double] = []
        for _ in 0..<options.rounds {
            for vector in vectors {
                let start = Clock.process()
                sink(try engine.answer(request, vector: vector))
                times.append((Clock.process() - start) * 1000)
            }
        }
        guard let summary = Summary(times) else { throw UsageError("there was nothing to measure") }
        return summary
    }
}
