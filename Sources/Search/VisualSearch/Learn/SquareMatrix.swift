internal import Essentials

/// A square matrix, column by column, of which the lower triangle counts.
struct SquareMatrix: Sendable {
    let side: Int
    private(set) var values: [Float]

    init(side: Int) {
        self.side = side
        values = Array(repeating: 0, count: side * side)
    }

    subscript(row: Int, column: Int) -> Float {
        get { values[column * side + row] }
        set { values[column * side + row] = newValue }
    }

    var trace: Float { (0..<side).reduce(0) { $0 + self[$1, $1] } }

    /// Adds `factor` times the outer product of a vector with itself.
    mutating func add(outerProductOf vector: [Float], times factor: Float) {
        precondition(vector.count == side)
        let side = side
        // Safe: columns are `side` long, and the vector has as many values.
        unsafe values.withUnsafeMutableBufferPointer { values in
            unsafe vector.withUnsafeBufferPointer { vector in
                for column in 0..<side {
                    let scale = unsafe factor * vector[column]
                    let start = column * side
                    for row in column..<side { unsafe values[start + row] += scale * vector[row] }
                }
            }
        }
    }

    /// Adds another matrix of the same side.
    mutating func add(_ other: SquareMatrix) {
        precondition(other.side == side)
        for index in values.indices { values[index] += other.values[index] }
    }

    /// The product of the lower triangle with a vector.
    func times(_ vector: [Float]) -> [Float] {
        var product = [Float](repeating: 0, count: side)
        for column in 0..<side {
            let value = vector[column]
            for row in column..<side { product[row] += values[column * side + row] * value }
        }
        return product
    }

    /// The product of the transposed lower triangle with a vector.
    func transposedTimes(_ vector: [Float]) -> [Float] {
        (0..<side).map { column in
            var sum: Float = 0
            for row in column..<side { sum += values[column * side + row] * vector[row] }
            return sum
        }
    }

    /// Multiplies the matrix and adds to its diagonal.
    func scaled(by factor: Float, plusDiagonal diagonal: Float) -> SquareMatrix {
        var result = self
        for index in values.indices { result.values[index] = values[index] * factor }
        for index in 0..<side { result[index, index] += diagonal }
        return result
    }

    /// The inverse of the lower Cholesky factor of a symmetric matrix: with it, `L⁻¹ x` has the length of `x` in the
    /// metric of the inverse matrix. Nil unless the matrix is positive definite.
    func inverseCholeskyFactor() -> SquareMatrix? {
        var factor = values.map(Double.init)
        for column in 0..<side {
            let pivot = factor[column * side + column]
            guard pivot > 0, pivot.isFinite else { return nil }
            let root = pivot.squareRoot()
            for row in column..<side { factor[column * side + row] /= root }
            for later in column + 1..<max(side, column + 1) {
                SquareMatrix.subtract(
                    factor[column * side + later], column * side + later, from: later * side + later,
                    count: side - later, in: &factor)
            }
        }
        var inverse = [Double](repeating: 0, count: side * side)
        for column in 0..<side {
            var solution = [Double](repeating: 0, count: side)
            solution[column] = 1
            for row in column..<side {
                solution[row] /= factor[row * side + row]
                let value = solution[row]
                for below in row + 1..<max(side, row + 1) { solution[below] -= value * factor[row * side + below] }
            }
            inverse.replaceSubrange(column * side..<(column + 1) * side, with: solution)
        }
        var result = SquareMatrix(side: side)
        result.values = inverse.map(Float.init)
        return result
    }

    private static func subtract(
        _ scale: Double, _ source: Int, from target: Int, count: Int, in values: inout [Double]
    ) {
        precondition(source + count <= values.count && target + count <= values.count)
        // Safe: checked.
        unsafe values.withUnsafeMutableBufferPointer { values in
            for index in 0..<count { unsafe values[target + index] -= scale * values[source + index] }
        }
    }
}
