import CKernels

/// A 1x1 convolution: each pixel's channels are mixed by one matrix.
struct PointwiseConvolution: Sendable {
    /// Channels of the output that mean something.
    let values: Int
    /// Channels of the output, a multiple of a group; those from `values` on are zeros.
    let outputs: Int
    private let inputs: Int
    private let clips: Bool
    private let weights: [Float]
    private let bias: [Float]

    /// The matrix in the table `name`, its bias in `name-bias`. `inputs` may count channels of zeros at the end, which
    /// the table does not have.
    init(_ file: ParameterFile, _ name: String, inputs: Int, clips: Bool) throws(DescribeError) {
        let table = try file.table(name)
        let fits = table.columns == inputs || table.columns < inputs && padded(table.columns) == inputs
        guard table.rows > 0, fits else {
            throw .unusableParameters(detail: "\(name) has \(table.rows) x \(table.columns) values")
        }
        values = table.rows
        outputs = padded(table.rows)
        self.inputs = inputs
        self.clips = clips
        bias =
            try file.table("\(name)-bias", rows: 1, columns: values).values
            + [Float](repeating: 0, count: outputs - values)
        let outputs = outputs
        // Safe: the table has as many values as its rows and columns say, and the loop writes all of the weights.
        weights = unsafe [Float](unsafeUninitializedCapacity: outputs * inputs) { buffer, written in
            unsafe ckd_pack(table.values, table.rows, table.columns, inputs, outputs, buffer.baseAddress)
            written = outputs * inputs
        }
    }

    /// Writes the output for `pixels` pixels, with `residual` added where it is given. `out` is another buffer than the
    /// others.
    func apply(
        _ picture: AlignedBuffer<Float>, pixels: Int, residual: AlignedBuffer<Float>? = nil, isa: ck_isa,
        into out: AlignedBuffer<Float>
    ) {
        precondition(picture.count >= pixels * inputs && pixels >= Int(CKD_STRIP) && out.count >= pixels * outputs)
        precondition(residual.map { $0.count >= pixels * outputs } ?? true)
        // Safe: the lengths are checked above, and the tables were checked when read.
        unsafe ckd_pointwise(isa)!(
            picture.base, pixels, inputs, outputs, weights, bias, residual?.base, clips ? 1 : 0, out.base)
    }

    /// The mean of each channel of an output that means something.
    func means(_ output: AlignedBuffer<Float>, pixels: Int) -> [Float] {
        precondition(output.count >= pixels * outputs)
        var out = [Float](repeating: 0, count: outputs)
        // Safe: the output has that many pixels and channels, as checked.
        unsafe ckd_means(output.base, pixels, outputs, &out)
        return Array(out[..<values])
    }
}

/// Channels in whole groups.
func padded(_ channels: Int) -> Int { (channels + Int(CKD_GROUP) - 1) / Int(CKD_GROUP) * Int(CKD_GROUP) }
