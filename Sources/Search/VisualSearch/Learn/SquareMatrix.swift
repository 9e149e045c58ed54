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
                guard let values = values.baseAddress, let vector = vector.baseAddress else { return }
                for column in 0..<side {
                    unsafe Self.add(
                        vector + column, times: factor * vector[column], to: values + column * (side + 1),
                        count: side - column)
                }
            }
        }
    }

    /// Adds another matrix of the same side.
    mutating func add(_ other: SquareMatrix) {
        precondition(other.side == side)
        let count = values.count
        // Safe: both have as many values.
        unsafe values.withUnsafeMutableBufferPointer { values in
            unsafe other.values.withUnsafeBufferPointer { others in
                guard let values = values.baseAddress, let others = others.baseAddress else { return }
                unsafe Self.add(others, times: 1, to: values, count: count)
            }
        }
    }

    /// The product of the lower triangle with a vector.
    func times(_ vector: [Float]) -> [Float] {
        precondition(vector.count == side)
        var product = [Float](repeating: 0, count: side)
        // Safe: a column has `side` values, and so has the product.
        unsafe product.withUnsafeMutableBufferPointer { product in
            unsafe values.withUnsafeBufferPointer { values in
                guard let product = product.baseAddress, let values = values.baseAddress else { return }
                for column in 0..<side {
                    unsafe Self.add(
                        values + column * (side + 1), times: vector[column], to: product + column, count: side - column)
                }
            }
        }
        return product
    }

    /// The product of the transposed lower triangle with a vector.
    func transposedTimes(_ vector: [Float]) -> [Float] {
        precondition(vector.count == side)
        // Safe: a column has `side` values, and so has the vector.
        return unsafe values.withUnsafeBufferPointer { values in
            unsafe vector.withUnsafeBufferPointer { vector in
                guard let values = values.baseAddress, let vector = vector.baseAddress else { return [] }
                return (0..<side).map { column in
                    var (sum, row) = (Float(0), column)
                    while row < side {
                        unsafe sum += values[column * side + row] * vector[row]
                        row += 1
                    }
                    return sum
                }
            }
        }
    }

    /// Multiplies the matrix and adds to its diagonal.
    func scaled(by factor: Float, plusDiagonal diagonal: Float) -> SquareMatrix {
        var result = SquareMatrix(side: side)
        // Safe: the result has as many values.
        unsafe result.values.withUnsafeMutableBufferPointer { results in
            unsafe values.withUnsafeBufferPointer { values in
                guard let results = results.baseAddress, let values = values.baseAddress else { return }
                var index = 0
                while index < side * side {
                    unsafe results[index] = values[index] * factor
                    index += 1
                }
            }
        }
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
            // Safe: a column has `side` values.
            unsafe factor.withUnsafeMutableBufferPointer { factor in
                guard let factor = factor.baseAddress else { return }
                for later in column + 1..<max(side, column + 1) {
                    let source = unsafe factor + column * side + later
                    unsafe Self.add(
                        source, times: -source.pointee, to: factor + later * (side + 1), count: side - later)
                }
            }
        }
        var inverse = [Double](repeating: 0, count: side * side)
        // Safe: both have columns of `side` values.
        unsafe inverse.withUnsafeMutableBufferPointer { inverse in
            unsafe factor.withUnsafeBufferPointer { factor in
                guard let inverse = inverse.baseAddress, let factor = factor.baseAddress else { return }
                for column in 0..<side {
                    let solution = unsafe inverse + column * side
                    unsafe solution[column] = 1
                    for row in column..<side {
                        unsafe solution[row] /= factor[row * (side + 1)]
                        guard row + 1 < side else { continue }
                        unsafe Self.add(
                            factor + row * (side + 1) + 1, times: -solution[row], to: solution + row + 1,
                            count: side - row - 1)
                    }
                }
            }
        }
        var result = SquareMatrix(side: side)
        result.values = inverse.map(Float.init)
        return result
    }

    /// Adds `factor` times the values of a source. The loop goes through pointers, since learning a catalog runs it ten
    /// million times: with indices a debug build takes half a second for that.
    // Safe where both have `count` values.
    @unsafe static func add(
        _ source: UnsafePointer<Float>, times factor: Float, to target: UnsafeMutablePointer<Float>, count: Int
    ) {
        var index = 0
        while index < count {
            unsafe target[index] += factor * source[index]
            index += 1
        }
    }

    // The same; a generic function would be as slow as indices are.
    @unsafe private static func add(
        _ source: UnsafePointer<Double>, times factor: Double, to target: UnsafeMutablePointer<Double>, count: Int
    ) {
        var index = 0
        while index < count {
            unsafe target[index] += factor * source[index]
            index += 1
        }
    }
}
