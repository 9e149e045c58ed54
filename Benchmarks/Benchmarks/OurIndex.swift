import BenchmarkKit
import VisualSearch

/// The index of the search engine over the vectors of a run, in the form in which the store keeps vectors of outside
/// models: a byte a value, 127 for 1, so that some recall is lost to the rounding alone.
struct OurIndex {
    static let modes: [(name: String, mode: SearchMode)] = [("magpie exact", .exact), ("magpie default", .default)]

    private let files: VectorFiles
    private let index: VectorIndex
    private let buildSeconds: Double

    init(_ files: VectorFiles) throws {
        self.files = files
        index = VectorIndex(dimensions: ClusteredVectors.dimensions)
        // Making the vectors again is no part of the build.
        let start = Clock.process()
        var making = Clock.process()
        files.each { slot, vector in sink(vector) }
        making = Clock.process() - making
        let index = self.index
        files.each { slot, vector in index.set(slot, Self.stored(vector)) }
        index.finishBuilding()
        buildSeconds = Clock.process() - start - 2 * making
    }

    /// A unit vector as the store keeps it.
    private static func stored(_ vector: [Float]) -> [Int8] { vector.map { Int8(($0 * 127).rounded()) } }

    func results() -> [MatchResult] {
        OurIndex.modes.map { name, mode in
            let found = zip(files.queries, files.truth).map { query, truth in
                index.search(Self.stored(query), count: 10, mode: mode).count { truth.contains($0.slot) }
            }
            return MatchResult(
                name: name, vectors: files.count, recall: Double(found.reduce(0, +)) / Double(10 * files.queries.count),
                bytes: index.bytes, buildSeconds: buildSeconds)
        }
    }

    /// Milliseconds of CPU for a query, over all queries.
    func milliseconds(_ mode: SearchMode) -> Double {
        let queries = files.queries.map(Self.stored)
        let start = Clock.thread()
        for query in queries { sink(index.search(query, count: 10, mode: mode)) }
        return (Clock.thread() - start) / Double(queries.count) * 1e3
    }
}
