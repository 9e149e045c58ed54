import BenchmarkKit
import VisualSearch

/// Magpie's index over the vectors of a run.
struct OurIndex {
    static let modes: [(name: String, mode: SearchMode)] = [("magpie exact", .exact), ("magpie default", .default)]

    private let files: VectorFiles
    private let index: FloatVectorIndex
    private let buildSeconds: Double

    init(_ files: VectorFiles) throws {
        self.files = files
        let dimensions = ClusteredVectors.dimensions
        index = FloatVectorIndex(
            dimensions: dimensions, fine: try MappedFineRows(at: files.fineRowsPath, dimensions: dimensions))
        // Making the vectors again is no part of the build.
        let start = Clock.process()
        var making = Clock.process()
        files.each { slot, vector in sink(vector) }
        making = Clock.process() - making
        let index = self.index
        files.each { slot, vector in index.set(slot, vector) }
        index.finishBuilding()
        buildSeconds = Clock.process() - start - 2 * making
    }

    func results() -> [MatchResult] {
        OurIndex.modes.map { name, mode in
            let found = zip(files.queries, files.truth).map { query, truth in
                index.search(query, count: 10, mode: mode).count { truth.contains($0.slot) }
            }
            return MatchResult(
                name: name, vectors: files.count, recall: Double(found.reduce(0, +)) / Double(10 * files.queries.count),
                bytes: index.bytes, buildSeconds: buildSeconds)
        }
    }

    /// Milliseconds of CPU for a query, over all queries.
    func milliseconds(_ mode: SearchMode) -> Double {
        let start = Clock.thread()
        for query in files.queries { sink(index.search(query, count: 10, mode: mode)) }
        return (Clock.thread() - start) / Double(files.queries.count) * 1e3
    }
}
