import CKernels

/// One 3x3 convolution with its ReLU, its weights in the order of the loops of CKernels.
struct Convolution: Sendable {
    let inputs: Int
    let outputs: Int
    let stride: Int
    private let weights: [Float]
    private let bias: [Float]

    /// The convolution in the tables `name` (rows of [3][3][inputs] values) and `bias`.
    init(_ file: ParameterFile, _ name: String, bias: String, inputs: Int, stride: Int) throws(DescribeError) {
        let table = try file.table(name, columns: 9 * inputs)
        guard table.rows > 0, table.rows % Int(CKD_GROUP) == 0 else {
            throw .unusableParameters(detail: "\(name) has \(table.rows) outputs")
        }
        self.bias = try file.table(bias, rows: 1, columns: table.rows).values
        self.inputs = inputs
        self.outputs = table.rows
        self.stride = stride
        self.weights = Self.packed(table)
    }

    /// Weights in groups of outputs, then taps, then the outputs of the group.
    private static func packed(_ table: ParameterFile.Table) -> [Float] {
        let group = Int(CKD_GROUP)
        var out: [Float] = []
        out.reserveCapacity(table.values.count)
        for first in Swift.stride(from: 0, to: table.rows, by: group) {
            for tap in 0..<table.columns {
                for output in first..<first + group { out.append(table.values[output * table.columns + tap]) }
            }
        }
        return out
    }

    /// The output for a bordered picture of `side` x `side` pixels of `inputs` channels; `residual` adds the picture
    /// itself before the ReLU.
    func apply(_ picture: [Float], side: Int, residual: Bool, isa: ck_isa) -> [Float] {
        precondition(picture.count >= bordered(side, inputs) && side % (stride * Int(CKD_STRIP)) == 0)
        precondition(!residual || (stride == 1 && inputs == outputs))
        let convolve = unsafe ckd_convolve(isa)!
        let count = bordered(side / stride, outputs)
        // Safe: the picture is checked above, the tables were checked when read, and the loop writes all of `count`.
        return unsafe [Float](unsafeUninitializedCapacity: count) { buffer, written in
            unsafe convolve(
                picture, side, inputs, outputs, stride, residual ? 1 : 0, weights, bias, buffer.baseAddress)
            written = count
        }
    }
}

/// Values of a picture of `side` x `side` pixels with its border of zeros.
func bordered(_ side: Int, _ channels: Int) -> Int { (side + 2) * (side + 2) * channels }
