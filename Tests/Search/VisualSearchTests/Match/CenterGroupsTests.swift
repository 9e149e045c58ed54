import Testing

@testable import VisualSearch

@Suite("Centers in groups")
struct CenterGroupsTests {
    @Test(
        "most rows get their nearest center, the mean product is nearly that of the nearest, and every product is right"
    )
    func assignment() {
        let (size, stride) = (5000, 64)
        var vectors = Vectors(dimensions: stride, clusters: 300)
        let rows = AlignedBuffer<Int8>((size + 3) * stride, of: 0)
        for row in 0..<size {
            for (index, value) in vectors.bytes(scale: 200).enumerated() { rows[row * stride + index] = value }
        }
        let clusters = Clusters(count: 600, of: rows, size: size, stride: stride, rounds: 1)
        let (exact, exactDots) = (AlignedBuffer<UInt32>(size, of: 0), AlignedBuffer<Int32>(size, of: 0))
        clusters.assign(rows, size, into: exact, exactDots)
        let (found, dots) = (AlignedBuffer<UInt32>(size, of: 0), AlignedBuffer<Int32>(size, of: 0))
        CenterGroups(of: clusters).assign(rows, size, into: found, dots)
        var (right, wrongProducts, sum, exactSum) = (0, 0, 0, 0)
        for row in 0..<size {
            var dot: Int32 = 0
            for index in 0..<stride {
                let center = clusters.centers[Int(found[row]) * stride + index]
                dot += Int32(rows[row * stride + index]) * Int32(center)
            }
            if dot != dots[row] || dot > exactDots[row] { wrongProducts += 1 }
            if dot == exactDots[row] { right += 1 }
            sum += Int(dot)
            exactSum += Int(exactDots[row])
        }
        #expect(wrongProducts == 0)
        let (again, workers) = (AlignedBuffer<UInt32>(size, of: 0), BuildWorkers())
        workers.whileWaiting { CenterGroups(of: clusters).assign(rows, size, into: again, dots, workers: workers) }
        #expect((0..<size).allSatisfy { again[$0] == found[$0] }, "on all cores")
        #expect(right >= size * 90 / 100)
        #expect(sum >= exactSum * 97 / 100)
    }

    @Test("several queries in one pass find what each finds alone", arguments: [1, 3, 4, 9])
    func several(count: Int) {
        var vectors = Vectors(dimensions: 100)
        let index = VectorIndex(dimensions: 100, scale: 127, tuning: .small)
        index.update { changes in
            for slot in 0..<9300 where slot % 11 != 4 { changes.set(slot, vectors.bytes().span) }
        }
        let queries = (0..<count).map { _ in vectors.bytes() }
        for wanted in [1, 10, 9000] {
            let alone = queries.map { index.nearest($0, count: wanted, filter: nil, mode: .exact) }
            #expect(index.nearest(of: queries, count: wanted) == alone, "\(wanted)")
        }
        #expect(VectorIndex(dimensions: 100).nearest(of: queries, count: 5) == queries.map { _ in [] })
    }
}
