import Foundation
import Testing

@testable import VisualSearch

@Suite("Finding the nearest float vectors")
struct FloatVectorIndexTests {
    @Test("the nearest by cosine come first", arguments: [3, 64, 100, 384], [400, 1500, 3000])
    func nearest(dimensions: Int, size: Int) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        let index = FloatVectorIndex(
            dimensions: dimensions, fine: try MappedFineRows(at: path, dimensions: dimensions), tuning: .small)
        var vectors = Vectors(dimensions: dimensions)
        let rows = (0..<size).map { _ in vectors.floats() }
        for (slot, row) in rows.enumerated() { index.set(slot, row.map { $0 * 3 }) }
        index.finishBuilding()
        var exact = 0
        var quick = 0
        for _ in 0..<20 {
            let query = vectors.floats()
            let scores = rows.map { zip($0, query).reduce(0) { $0 + $1.0 * $1.1 } }
            let best = scores.indices.sorted { scores[$0] > scores[$1] }.prefix(10)
            let found = index.search(query, count: 10, mode: .exact)
            exact += found.count { best.contains($0.slot) }
            quick += index.search(query, count: 10).count { best.contains($0.slot) }
            #expect(abs(found[0].score - scores[best[0]]) < 1e-3)
        }
        // Three dimensions leave room for many vectors that 16 bits cannot tell apart, and for codes of 64 signs only.
        #expect(exact >= (dimensions == 3 ? 190 : 199))
        #expect(quick >= (dimensions == 3 ? 0 : 190))
    }

    @Test("removed vectors are gone, and replaced ones have their new place")
    func changes() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        let index = FloatVectorIndex(dimensions: 4, fine: try MappedFineRows(at: path, dimensions: 4))
        index.set(0, [1, 0, 0, 0])
        index.set(1, [0, 2, 0, 0])
        index.set(2, [0, 0, -1, 1])
        #expect(index.search([0, 1, 0, 0], count: 1).map(\.slot) == [1])
        index.set(1, [0, 0, 0, 5])
        #expect(index.search([0, 0, 0, 1], count: 3).map(\.slot) == [1, 2, 0])
        index.remove(1)
        #expect(index.search([0, 0, 0, 1], count: 3).map(\.slot) == [2, 0])
    }
}
