import BenchmarkKit
import VisualSearch

/// The index of the search engine over the vectors of a run, as the store keeps them: a byte a value, so that some
/// recall is lost to the rounding alone.
struct OurIndex {
    /// One way of searching: how much may be left out, and one slot in how many passes the filter.
    struct Way {
        var name: String
        var mode = SearchMode.default
        var step = 1
    }

    static let ways =
        [Way(name: "magpie exact", mode: .exact), Way(name: "magpie default")]
        + [(2, "50 %"), (10, "10 %"), (100, "1 %"), (1000, "0.1 %")].map {
            Way(name: "magpie default, \($0.1) pass", step: $0.0)
        }

    private let files: VectorFiles
    private let index: VectorIndex
    private let queries: [[Int8]]
    /// CPU of all threads, and time by the wall clock.
    private let buildSeconds: Double
    private let buildElapsed: Double

    init(_ files: VectorFiles) throws {
        self.files = files
        queries = files.queries.map { files.source.bytes(of: $0) }
        index = VectorIndex(dimensions: ClusteredVectors.dimensions, scale: files.source.scale)
        let source = files.source
        // Making the vectors is no part of the build.
        var bytes: [Int8] = []
        bytes.reserveCapacity(source.count * ClusteredVectors.dimensions)
        source.each { _, vector in bytes += source.bytes(of: vector) }
        let start = (Clock.process(), Clock.wall())
        let index = self.index
        index.update { changes in
            for slot in 0..<source.count {
                let first = slot * index.dimensions
                changes.set(slot, bytes.span.extracting(first..<first + index.dimensions))
            }
        }
        // One for lists that are not built yet, one for the rows that came since.
        for _ in 0..<2 { index.finishBuilding() }
        buildSeconds = Clock.process() - start.0
        buildElapsed = Clock.wall() - start.1
    }

    /// Nil passes all. Slots are in no order of likeness, but a step would meet whole words.
    private func filter(_ way: Way) -> Bitmap? {
        guard way.step > 1 else { return nil }
        var filter = Bitmap(size: files.count)
        var random = SplitMix(seed: UInt64(way.step))
        for slot in 0..<files.count where random.next() % UInt64(way.step) == 0 { filter[slot] = true }
        return filter
    }

    func results() -> [MatchResult] {
        Self.ways.map { way in
            let filter = filter(way)
            var found = 0
            var ofExact = 0
            var all = 0
            for (query, truth) in zip(queries, files.truth) {
                let exact = Set(index.search(query, count: 10, filter: filter, mode: .exact).map(\.slot))
                let slots = index.search(query, count: 10, filter: filter, mode: way.mode).map(\.slot)
                found += slots.count { (way.step > 1 ? exact : Set(truth)).contains($0) }
                ofExact += slots.count { exact.contains($0) }
                all += way.step > 1 ? exact.count : truth.count
            }
            return MatchResult(
                name: way.name, vectors: files.count, recall: Double(found) / Double(all),
                recallOfExact: Double(ofExact) / Double(all), bytes: index.bytes, buildSeconds: buildSeconds,
                buildElapsed: buildElapsed)
        }
    }

    /// Milliseconds of CPU for a query, over all queries.
    func milliseconds(_ way: Way) -> Double {
        let filter = filter(way)
        let start = Clock.thread()
        for query in queries { sink(index.search(query, count: 10, filter: filter, mode: way.mode)) }
        return (Clock.thread() - start) / Double(queries.count) * 1e3
    }
}
