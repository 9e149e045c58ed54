import BenchmarkKit
import Foundation
import Recommendations
import SearchAPI

/// The cost of recording a search of a server, and of the report on a million events that followed searches.
struct SearchLogBenchmark {
    let options: CatalogOptions

    private static let (searches, shown, events) = (250_000, 20, 1_000_000)

    func run() throws {
        say("\(Machine.current())\n")
        let folder = FileManager.default.temporaryDirectory.appending(path: "magpie-searches-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "events.db").path
        let store = try EventStore(path: path, limit: .max, bytes: .max)
        var numbers = SplitMix(seed: 1)
        var table = Table("", "median", "least", "most")

        let answers = (0..<1000).map { _ in answer(&numbers) }
        var (making, keeping): ([Double], [Double]) = ([], [])
        for first in stride(from: 0, to: Self.searches, by: 500) {
            let requests = (first..<first + 500).map { SearchRequest(.text("word\($0 % 5003) term\($0 % 89)")) }
            var start = Clock.thread()
            let searches = (first..<first + 500).map { number in
                RecordedSearch(id: "s\(number)", requests[number - first], answers[number % 1000])
            }
            making.append((Clock.thread() - start) * 1e6 / 500)
            start = Clock.process()
            _ = try store.keep(searches, limits: SearchLogLimits(count: .max))
            keeping.append((Clock.process() - start) * 1e6 / 500)
        }
        table.add(
            "µs CPU, record of an answer with \(Self.shown) hits, in the thread of the request", making, digits: 1)
        table.add("µs CPU, keeping it, in a thread of its own, 500 at a time", keeping, digits: 1)

        for first in stride(from: 0, to: Self.events, by: 500) {
            try store.add(
                (first..<first + 500).map { number in
                    let search = Int.random(in: 0..<Self.searches, using: &numbers)
                    let hits = answers[search % 1000].hits
                    let action = number % 10 == 9 ? "transaction" : number % 10 > 6 ? "add_to_cart" : "product_click"
                    return TrackedEvent(
                        action: action, user: "u\(number % 50_000)", query: "s\(search)",
                        item: hits[Int.random(in: 0..<hits.count, using: &numbers)].id)
                })
        }
        let resident = Memory.resident()
        var reports: [Double] = []
        for _ in 0..<options.rounds {
            let start = Clock.wall()
            guard let report = try store.searchReport() else { throw UsageError("the file has no searches") }
            reports.append(Clock.wall() - start)
            sink(report.total.clicks)
        }
        table.add("s, report on \(Self.searches) searches and \(Self.events) events", reports, digits: 2)
        let bytes = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
        say(
            table.formatted() + "\n\nfile \(bytes / 1_000_000) MB, memory of a report beyond before "
                + "\((Double(Memory.peak() - resident) / 1e6).formatted(digits: 0)) MB\n")
    }

    private func answer(_ numbers: inout SplitMix) -> SearchAnswer {
        SearchAnswer(
            total: 1000, page: 1, limit: Self.shown,
            hits: (0..<Self.shown).map { _ in
                Hit(id: "item-\(Int.random(in: 0..<options.items, using: &numbers))", score: 0.5)
            })
    }
}

extension Table {
    fileprivate mutating func add(_ name: String, _ values: [Double], digits: Int) {
        let ordered = values.sorted()
        rows.append(
            [name]
                + [ordered[ordered.count / 2], ordered[0], ordered[ordered.count - 1]].map {
                    $0.formatted(digits: digits)
                })
    }
}
