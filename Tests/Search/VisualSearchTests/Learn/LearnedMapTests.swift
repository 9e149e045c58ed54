import TestSupport
import Testing

@testable import VisualSearch

/// The arithmetic behind a learned map.
@Suite(.timeLimit(.minutes(5))) struct LearnedMapTests {
    private func scatter(side: Int, seed: UInt64) -> SquareMatrix {
        var random = SplitMix(seed: seed)
        var matrix = SquareMatrix(side: side)
        for _ in 0..<3 * side {
            matrix.add(outerProductOf: (0..<side).map { _ in Float.random(in: -1...1, using: &random) }, times: 0.5)
        }
        return matrix
    }

    @Test("the inverse factor turns the matrix into the unit matrix", arguments: [1, 2, 7, 32])
    func inverse(side: Int) throws {
        let matrix = scatter(side: side, seed: 5)
        let inverse = try #require(matrix.inverseCholeskyFactor())
        func value(_ row: Int, _ column: Int) -> Float { matrix[max(row, column), min(row, column)] }
        func factor(_ row: Int, _ column: Int) -> Float { row >= column ? inverse[row, column] : 0 }
        for row in 0..<side {
            for column in 0..<side {
                var sum: Float = 0
                for left in 0..<side {
                    for right in 0..<side { sum += factor(row, left) * value(left, right) * factor(column, right) }
                }
                #expect(abs(sum - (row == column ? 1 : 0)) < 1e-3, "\(row), \(column)")
            }
        }
    }

    @Test("a matrix that is not positive definite has no factor")
    func indefinite() {
        var matrix = SquareMatrix(side: 3)
        #expect(matrix.inverseCholeskyFactor() == nil)
        for index in 0..<3 { matrix[index, index] = index == 1 ? -1 : 1 }
        #expect(matrix.inverseCholeskyFactor() == nil)
    }

    @Test("a map of the unit matrix keeps the direction of vectors, whatever their length")
    func identity() {
        var matrix = SquareMatrix(side: 4)
        for index in 0..<4 { matrix[index, index] = 1 }
        let map = LearnedMap(mean: [0, 0, 0, 0], matrix: matrix)
        #expect(map.apply([3, 0, -4, 0]) == [76, 0, -102, 0])
        #expect(map.apply([60, 0, -80, 0]) == [76, 0, -102, 0])
        #expect(map.apply([0, 0, 0, 0]) == [0, 0, 0, 0])
    }

    @Test("the stored form gives the same map back, and other bytes give none")
    func bytes() throws {
        let matrix = try #require(scatter(side: 9, seed: 8).inverseCholeskyFactor())
        let map = LearnedMap(mean: (0..<9).map { Float($0) / 20 }, matrix: matrix)
        let bytes = map.bytes
        let same = try #require(LearnedMap(bytes: bytes, dimensions: 9))
        let vector: [Int8] = [1, -20, 33, 47, -5, 60, 7, -80, 9]
        #expect(same.apply(vector) == map.apply(vector))
        #expect(same.bytes == bytes)
        #expect(LearnedMap(bytes: Array(bytes.dropLast()), dimensions: 9) == nil)
        #expect(LearnedMap(bytes: bytes, dimensions: 8) == nil)
        #expect(LearnedMap(bytes: [UInt8](repeating: 0xFF, count: bytes.count), dimensions: 9) == nil)
    }
}
