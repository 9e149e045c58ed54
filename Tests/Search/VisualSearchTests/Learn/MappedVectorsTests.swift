import Testing

@testable import VisualSearch

@Suite("Vectors under a learned map")
struct MappedVectorsTests {
    private static let size = 10_000
    private let rows: [[Int8]]
    private let looks: VectorIndex
    private let map: LearnedMap
    private let mapped: MappedVectors

    init() throws {
        var vectors = Vectors(dimensions: 8)
        let rows = (0..<Self.size).map { _ in vectors.bytes() }
        self.rows = rows
        looks = VectorIndex(dimensions: 8)
        looks.update { changes in for (slot, row) in rows.enumerated() { changes.set(slot, row.span) } }
        // The unit matrix and a mean.
        var bytes: [UInt8] = []
        func add(_ value: Float) {
            for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(value.bitPattern >> shift & 255)) }
        }
        for index in 0..<8 { add(Float(index) / 20) }
        for column in 0..<8 { for row in column..<8 { add(row == column ? 1 : 0) } }
        map = try #require(LearnedMap(bytes: bytes, dimensions: 8))
        mapped = MappedVectors(map, of: looks)
    }

    private func dot(_ left: [Int8], _ right: [Int8]) -> Int32 {
        zip(left, right).reduce(0) { $0 + Int32($1.0) * Int32($1.1) }
    }

    @Test(
        "dot products are those of the mapped vectors, few or many, in any order, with empty slots",
        arguments: [3, 9000])
    func dots(count: Int) {
        let query = rows[7]
        let slots = (0..<count).map { $0 * 31 % Self.size } + [Self.size + 5]
        let expected = slots.map { $0 < Self.size ? dot(query, map.apply(rows[$0])) : 0 }
        #expect(mapped.dots(query, at: slots) == expected)
        #expect(mapped.dots(query, at: slots) == expected)
    }

    @Test("a vector that changed is mapped anew, and a removed one is none")
    func changes() {
        #expect(mapped.row(3) == map.apply(rows[3]))
        looks.set(3, rows[4])
        mapped.forget(3)
        #expect(mapped.row(3) == map.apply(rows[4]))
        looks.remove(3)
        mapped.forget(3)
        #expect(mapped.row(3) == nil)
    }

    @Test("all can be mapped at once")
    func all() {
        mapped.fill()
        #expect(mapped.dots(rows[0], at: [Self.size - 1]) == [dot(rows[0], map.apply(rows[Self.size - 1]))])
    }
}
