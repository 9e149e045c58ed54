internal import Essentials

/// A linear map of descriptors under which pictures of one type lie closer together.
///
/// Within-class whitening: the inverse of the Cholesky factor of the scatter within types, shrunk toward the unit
/// matrix (Fukunaga, Introduction to Statistical Pattern Recognition, 1990, section 10.2).
struct LearnedMap: Sendable {
    private let mean: [Float]
    private let matrix: SquareMatrix

    var dimensions: Int { mean.count }

    init(mean: [Float], matrix: SquareMatrix) {
        self.mean = mean
        self.matrix = matrix
    }

    /// Returns the vector in the learned space, of the length that ``VectorIndex`` expects; zeros for the mean itself.
    func apply(_ vector: Span<Int8>) -> [Int8] {
        let side = dimensions
        precondition(vector.count == side)
        var squares: Float = 0
        for index in 0..<side { squares += Float(vector[index]) * Float(vector[index]) }
        let length = max(squares.squareRoot(), .leastNormalMagnitude)
        var sums = [Float](repeating: 0, count: side)
        // Safe: a column has `side` values, and so have the sums.
        unsafe sums.withUnsafeMutableBufferPointer { sums in
            unsafe matrix.values.withUnsafeBufferPointer { columns in
                for column in 0..<side {
                    let value = Float(vector[column]) / length - mean[column]
                    let start = column * side
                    for row in column..<side { unsafe sums[row] += value * columns[start + row] }
                }
            }
        }
        let norm = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard norm > 0, norm.isFinite else { return [Int8](repeating: 0, count: side) }
        return sums.map { Int8(($0 / norm * 127).rounded()) }
    }

    func apply(_ vector: [Int8]) -> [Int8] { apply(vector.span) }
}

// The stored form: the mean, then the lower triangle column by column, as 32-bit floats in little-endian order.
extension LearnedMap {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for value in mean { bytes.append(littleEndian: value.bitPattern) }
        for column in 0..<dimensions {
            for row in column..<dimensions { bytes.append(littleEndian: matrix[row, column].bitPattern) }
        }
        return bytes
    }

    /// Nil for bytes of another size, or with values that are no numbers.
    init?(bytes: [UInt8], dimensions: Int) {
        guard bytes.count == 4 * (dimensions + dimensions * (dimensions + 1) / 2) else { return nil }
        var next = 0
        var areFinite = true
        func read() -> Float {
            let value = Float(bitPattern: bytes.littleEndian(at: next))
            next += 4
            areFinite = areFinite && value.isFinite
            return value
        }
        let mean = (0..<dimensions).map { _ in read() }
        var matrix = SquareMatrix(side: dimensions)
        for column in 0..<dimensions { for row in column..<dimensions { matrix[row, column] = read() } }
        guard areFinite else { return nil }
        self.init(mean: mean, matrix: matrix)
    }
}
