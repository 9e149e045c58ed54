import CKernels

/// A convolution of each channel with a filter of its own.
struct DepthwiseConvolution: Sendable {
    /// Pixels from one output pixel to the next, 1 or 2.
    let stride: Int
    private let channels: Int
    private let kernel: Int
    private let weights: [Float]
    private let bias: [Float]

    /// The filters in the table `name`, one a row, their bias in `name-bias`. `channels` may count some of zeros at the
    /// end, which the table does not have.
    init(_ file: ParameterFile, _ name: String, channels: Int, stride: Int) throws(DescribeError) {
        let table = try file.table(name)
        kernel = table.columns == 9 ? 3 : 5
        guard table.columns == kernel * kernel, table.rows <= channels, padded(table.rows) == channels else {
            throw .unusableParameters(detail: "\(name) has \(table.rows) x \(table.columns) values")
        }
        self.channels = channels
        self.stride = stride
        bias =
            try file.table("\(name)-bias", rows: 1, columns: table.rows).values
            + [Float](repeating: 0, count: channels - table.rows)
        var weights = [Float](repeating: 0, count: table.columns * channels)
        for channel in 0..<table.rows {
            for tap in 0..<table.columns {
                weights[tap * channels + channel] = table.values[channel * table.columns + tap]
            }
        }
        self.weights = weights
    }

    /// Writes the output for a picture of `side` x `side` pixels. `out` is another buffer.
    func apply(_ picture: AlignedBuffer<Float>, side: Int, isa: ck_isa, into out: AlignedBuffer<Float>) {
        let count = side / stride * (side / stride) * channels
        precondition(picture.count >= side * side * channels && side % stride == 0 && out.count >= count)
        // Safe: the lengths are checked above, and the tables were checked when read.
        unsafe ckd_depthwise(isa)!(picture.base, side, channels, kernel, stride, weights, bias, out.base)
    }
}
