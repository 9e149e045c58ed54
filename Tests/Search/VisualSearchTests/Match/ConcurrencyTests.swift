import Dispatch
import Foundation
import Synchronization
import Testing

@testable import VisualSearch

@Suite("Searching an index while it changes")
struct ConcurrencyTests {
    /// All rows carry one of these values in every place, so that half of an update would show in the score.
    private static func row(_ value: Int) -> [Int8] { [Int8](repeating: Int8(value), count: 128) }

    @Test("a search sees all of an update or nothing of it, also during builds")
    func wholeUpdates() {
        let index = VectorIndex(dimensions: 128, scale: 127, tuning: .small)
        var vectors = Vectors(dimensions: 128)
        let rows = (0..<3000).map { _ in vectors.bytes() }
        let query = Self.row(10)
        let stop = Atomic(false)
        let wrong = Atomic(0)
        index.update {
            $0.set(0, Self.row(11).span)
            $0.set(1, Self.row(-11).span)
        }
        let readers = DispatchGroup()
        for reader in 0..<2 {
            DispatchQueue.global().async(group: readers) {
                let pair = {
                    var filter = Bitmap(size: 2)
                    filter[0] = true
                    filter[1] = true
                    return filter
                }()
                while !stop.load(ordering: .acquiring) {
                    let found = index.search(query, count: 2, filter: pair, mode: reader == 0 ? .exact : .default)
                    // Whatever the writer does, the two rows are each other's negatives.
                    if found.count != 2 || found[0].score != -found[1].score || found[0].score == 0 {
                        wrong.add(1, ordering: .relaxed)
                    }
                    if index.search(query, count: 10).count < 2 { wrong.add(1, ordering: .relaxed) }
                }
            }
        }
        for (turn, row) in rows.enumerated() {
            index.set(turn + 2, row)
            let value = turn % 100 + 1
            index.update {
                $0.set(turn % 2, Self.row(value).span)
                $0.set(1 - turn % 2, Self.row(-value).span)
            }
            if turn % 3 == 0 { index.remove(turn / 2 + 2) }
        }
        index.finishBuilding()
        stop.store(true, ordering: .releasing)
        readers.wait()
        #expect(wrong.load(ordering: .relaxed) == 0)
        #expect(index.search(query, count: 3000, mode: .exact).count == index.count)
    }

    @Test("rows that change during a build are found with their new values")
    func changesDuringBuild() {
        let index = VectorIndex(dimensions: 128, scale: 127, tuning: .small)
        var vectors = Vectors(dimensions: 128)
        var rows = Dictionary(uniqueKeysWithValues: (0..<4000).map { ($0, vectors.bytes()) })
        index.update { changes in
            for (slot, row) in rows.sorted(by: { $0.key < $1.key }) { changes.set(slot, row.span) }
        }
        for slot in stride(from: 0, to: 4400, by: 11) {
            rows[slot] = vectors.bytes()
            index.set(slot, rows[slot] ?? [])
            #expect(index.search(rows[slot] ?? [], count: 1).map(\.slot) == [slot])
        }
        for slot in stride(from: 5, to: 4000, by: 13) {
            rows[slot] = nil
            index.remove(slot)
        }
        index.finishBuilding()
        // The rows left out of the lists depend on when they were built: nine of ten are found in the mean.
        var found = 0
        for _ in 0..<10 {
            let query = vectors.bytes()
            let expected = bruteForce(rows, query, count: 10)
            #expect(index.search(query, count: 10, mode: .exact) == expected)
            found += index.search(query, count: 10).count { expected.contains($0) }
        }
        #expect(found >= 90)
    }
}
