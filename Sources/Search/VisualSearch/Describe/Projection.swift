import CKernels
internal import Essentials

/// A matrix and an offset, and the length that the result is brought to.
struct Projection: Sendable {
    private let matrix: ParameterFile.Table
    private let offset: [Float]
    private let length: Float

    /// The number of values of a result.
    var values: Int { matrix.rows }

    /// The projection in the tables `name` and `name-offset`, of inputs of `columns` values.
    init(_ file: ParameterFile, _ name: String, columns: Int, length: Float) throws(DescribeError) {
        matrix = try file.table(name, columns: columns)
        offset = try file.table("\(name)-offset", rows: 1, columns: matrix.rows).values
        self.length = length
    }

    /// Returns the result as it is stored.
    func stored(_ input: [Float], isa: ck_isa) -> [Int8] {
        let project = unsafe ckd_project(isa)!
        var out = [Float](repeating: 0, count: matrix.rows)
        // Safe: the matrix has as many columns as the input has values, and as many rows as the output and the offset.
        unsafe project(input, matrix.columns, matrix.values, offset, matrix.rows, &out)
        let norm = out.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return out.map { Int8(max(-127, min(127, ($0 * (length / max(norm, 1e-12))).rounded()))) }
    }
}
