import Testing

@testable import VisualSearch

@Suite("Finding the nearest vectors")
struct VectorIndexTests {
    @Test("exact mode gives what every dot product gives", arguments: [1, 63, 64, 144, 256, 384, 512])
    func exact(dimensions: Int) {
        var vectors = Vectors(dimensions: dimensions)
        let index = VectorIndex(dimensions: dimensions, scale: 127, tuning: .small)
        var rows: [Int: [Int8]] = [:]
        for slot in 0..<1200 where slot % 7 != 3 { rows[slot] = vectors.bytes() }
        index.update { changes in
            for (slot, row) in rows.sorted(by: { $0.key < $1.key }) { changes.set(slot, row.span) }
        }
        #expect(index.count == rows.count)
        for count in [0, 1, 10, 100, rows.count, rows.count + 50] {
            let query = vectors.bytes()
            #expect(index.search(query, count: count, mode: .exact) == bruteForce(rows, query, count: count))
        }
    }

    @Test(
        "equal vectors come in the order of their slots, whatever the way of searching", arguments: [300, 1500, 3000])
    func ties(size: Int) {
        let index = VectorIndex(dimensions: 64, scale: 127, tuning: .small)
        let row = [Int8](repeating: 16, count: 64)
        index.update { changes in
            for slot in (0..<size).reversed() { changes.set(slot, row.span) }
        }
        index.finishBuilding()
        for mode in [SearchMode.exact, .default] {
            #expect(index.search(row, count: 12, mode: mode).map(\.slot) == Array(0..<12))
        }
    }

    @Test("default mode finds 98 of 100 of the nearest", arguments: [400, 1900, 6000])
    func recall(size: Int) {
        var vectors = Vectors(dimensions: 256)
        let index = VectorIndex(dimensions: 256, scale: 127, tuning: .small)
        index.update { changes in
            for slot in 0..<size { changes.set(slot, vectors.bytes().span) }
        }
        index.finishBuilding()
        var found = 0
        for _ in 0..<50 {
            let query = vectors.bytes()
            let exact = Set(index.search(query, count: 10, mode: .exact))
            found += index.search(query, count: 10).count { exact.contains($0) }
        }
        #expect(found >= 490)
    }

    @Test("a row unlike all others is found by its own vector")
    func outliers() {
        var vectors = Vectors(dimensions: 256)
        var random = SplitMix(seed: 5)
        let index = VectorIndex(dimensions: 256, scale: 127, tuning: .with { $0.probes = 4 })
        let odd = (0..<200).map { _ in (0..<256).map { _ in Int8.random(in: -14...14, using: &random) } }
        index.update { changes in
            for slot in 0..<12_000 {
                let row = slot < odd.count ? odd[slot] : vectors.bytes()
                changes.set(slot, row.span)
            }
        }
        index.finishBuilding()
        let lost = odd.indices.filter { index.search(odd[$0], count: 1).first?.slot != $0 }
        #expect(lost == [])
    }

    @Test("the nearest of those that pass a filter come back, all that exist", arguments: [400, 1900, 6000])
    func filters(size: Int) {
        var vectors = Vectors(dimensions: 128)
        let index = VectorIndex(dimensions: 128, scale: 127, tuning: .small)
        var rows: [Int: [Int8]] = [:]
        for slot in 0..<size where slot % 5 != 0 { rows[slot] = vectors.bytes() }
        index.update { changes in
            for (slot, row) in rows.sorted(by: { $0.key < $1.key }) { changes.set(slot, row.span) }
        }
        index.finishBuilding()
        // Steps between passing slots: none, one, few, some, half, all.
        for step in [size + 1, size - 1, size / 4, 40, 9, 2, 1] {
            var filter = Bitmap(size: size)
            for slot in Swift.stride(from: step == size + 1 ? size : 1, to: size, by: step) { filter[slot] = true }
            let query = vectors.bytes()
            let expected = bruteForce(rows, query, count: 10) { filter[$0] }
            #expect(index.search(query, count: 10, filter: filter, mode: .exact) == expected, "step \(step)")
            let found = index.search(query, count: 10, filter: filter)
            #expect(found.count == expected.count, "step \(step)")
            #expect(found.allSatisfy { filter[$0.slot] && rows[$0.slot] != nil }, "step \(step)")
            #expect(found == found.sorted { ($1.score, $0.slot) < ($0.score, $1.slot) }, "step \(step)")
            #expect(found.count { expected.contains($0) } >= expected.count * 9 / 10, "step \(step)")
        }
    }

    @Test("default mode finds 98 of 100 of the nearest that pass a filter", arguments: [2, 5, 20])
    func filteredRecall(step: Int) {
        var vectors = Vectors(dimensions: 256, clusters: 300)
        let size = 6000
        let index = VectorIndex(dimensions: 256, scale: 127, tuning: .small)
        index.update { changes in
            for slot in 0..<size { changes.set(slot, vectors.bytes().span) }
        }
        index.finishBuilding()
        var filter = Bitmap(size: size)
        for slot in Swift.stride(from: 0, to: size, by: step) { filter[slot] = true }
        var found = 0
        for _ in 0..<50 {
            let query = vectors.bytes()
            let exact = Set(index.search(query, count: 10, filter: filter, mode: .exact))
            found += index.search(query, count: 10, filter: filter).count { exact.contains($0) }
        }
        #expect(found >= 490)
    }

    @Test("a filter that only passes what lies far from the query still gives ten")
    func farFilter() {
        var vectors = Vectors(dimensions: 128)
        let index = VectorIndex(dimensions: 128, scale: 127, tuning: .with { $0.fewRows = 0 })
        let rows = (0..<5000).map { _ in vectors.bytes() }
        index.update { changes in
            for (slot, row) in rows.enumerated() { changes.set(slot, row.span) }
        }
        index.finishBuilding()
        let query = vectors.bytes()
        let farthest = index.search(query, count: 5000, mode: .exact).suffix(10)
        var filter = Bitmap(size: 5000)
        for match in farthest { filter[match.slot] = true }
        #expect(index.search(query, count: 10, filter: filter) == Array(farthest))
    }

    @Test("changes show at once, also beside lists", arguments: [300, 1500, 3000])
    func changes(size: Int) {
        var vectors = Vectors(dimensions: 256)
        let index = VectorIndex(dimensions: 256, scale: 127, tuning: .small)
        index.update { changes in
            for slot in 0..<size { changes.set(slot, vectors.bytes().span) }
        }
        index.finishBuilding()
        let query = vectors.bytes()
        index.set(size + 20_000, query)
        #expect(index.search(query, count: 1).map(\.slot) == [size + 20_000])
        index.remove(size + 20_000)
        #expect(index.search(query, count: 1).map(\.slot) != [size + 20_000])
        index.set(7, query)
        #expect(index.search(query, count: 1).map(\.slot) == [7])
        index.set(7, query.map { -$0 })
        #expect(!index.search(query, count: size / 2).map(\.slot).contains(7))
        index.remove(7)
        index.remove(7)
        #expect(index.count == size - 1)
        #expect(!index.search(query, count: size, mode: .exact).map(\.slot).contains(7))
    }

    @Test("an emptied index finds nothing")
    func empty() {
        let index = VectorIndex(dimensions: 64)
        let row = [Int8](repeating: 1, count: 64)
        #expect(index.search(row, count: 10).isEmpty)
        index.set(3, row)
        index.remove(3)
        #expect(index.search(row, count: 10).isEmpty)
        #expect(index.search(row, count: 10, filter: Bitmap(size: 10, filled: true), mode: .exact).isEmpty)
    }

    @Test("two indexes with the same rows give the same answers, lists and all")
    func deterministic() {
        let indexes = (0..<2).map { _ in
            var vectors = Vectors(dimensions: 192)
            let index = VectorIndex(dimensions: 192, scale: 127, tuning: .small)
            index.update { changes in
                for slot in 0..<4000 { changes.set(slot, vectors.bytes().span) }
            }
            index.finishBuilding()
            return index
        }
        var vectors = Vectors(dimensions: 192, seed: 2)
        for _ in 0..<20 {
            let query = vectors.bytes()
            #expect(indexes[0].search(query, count: 25) == indexes[1].search(query, count: 25))
        }
    }
}
