import CKernels

/// The network of the built-in describer: 3x3 convolutions, each followed by a ReLU, pooled by a generalised mean.
///
/// A convolution of stride 2 begins a stage; the ones of stride 1 that follow it add their input to their sum. The
/// ends of the last two stages are pooled.
struct ConvolutionNetwork: Sendable {
    private struct Layer {
        let side: Int
        let inputs: Int
        let outputs: Int
        let stride: Int
        let weights: [Float]
        let bias: [Float]
    }

    private let layers: [Layer]
    /// Layers whose output is pooled.
    private let ends: [Int]
    /// Number of pooled values.
    let features: Int

    init(_ file: ParameterFile) throws(DescribeError) {
        let strides = try file.table("strides", rows: 1).values.map { Int($0) }
        let unknown = DescribeError.unusableParameters(detail: "these strides make no network")
        guard strides.first == 2, strides.allSatisfy({ $0 == 1 || $0 == 2 }) else { throw unknown }
        var layers: [Layer] = []
        var side = Int(CKD_SIDE)
        var inputs = 3
        for (index, stride) in strides.enumerated() {
            let table = try file.table("convolution\(index)", columns: 9 * inputs)
            let bias = try file.table("bias\(index)", rows: 1, columns: table.rows).values
            guard side % (stride * Int(CKD_STRIP)) == 0, table.rows % Int(CKD_GROUP) == 0, table.rows > 0,
                stride == 2 || table.rows == inputs
            else { throw unknown }
            layers.append(
                Layer(
                    side: side, inputs: inputs, outputs: table.rows, stride: stride,
                    weights: Self.packed(table), bias: bias))
            side /= stride
            inputs = table.rows
        }
        let ends = strides.indices.filter { $0 + 1 == strides.count || strides[$0 + 1] == 2 }.suffix(2)
        self.layers = layers
        self.ends = Array(ends)
        self.features = ends.reduce(0) { $0 + layers[$1].outputs }
    }

    /// Weights in the order that the convolution wants: groups of outputs, then taps, then the outputs of the group.
    private static func packed(_ table: ParameterFile.Table) -> [Float] {
        let group = Int(CKD_GROUP)
        var out: [Float] = []
        out.reserveCapacity(table.values.count)
        for first in stride(from: 0, to: table.rows, by: group) {
            for tap in 0..<table.columns {
                for output in first..<first + group { out.append(table.values[output * table.columns + tap]) }
            }
        }
        return out
    }

    /// Pooled features of a 96x96 RGB square, those of its mirror image added, so that both give the same.
    func features(of square: [UInt8], isa: ckd_isa) -> [Float] {
        let convolve = unsafe ckd_convolve(isa)!
        let room = layers.map { bordered($0.side / $0.stride, $0.outputs) }.max() ?? 0
        var current = [Float](repeating: 0, count: max(room, bordered(Int(CKD_SIDE), 3)))
        var next = current
        var pooled = [Float](repeating: 0, count: features)
        for mirror in 0...1 {
            // Safe: both buffers hold the largest bordered picture of any layer, `square` is 96x96 RGB by contract of
            // the only caller, and the offsets into `pooled` add up to `features`.
            unsafe ckd_input(square, CInt(mirror), &current)
            var offset = 0
            for (index, layer) in layers.enumerated() {
                unsafe convolve(
                    current, layer.side, layer.inputs, layer.outputs, layer.stride, layer.stride == 1 ? 1 : 0,
                    layer.weights, layer.bias, &next)
                swap(&current, &next)
                guard ends.contains(index) else { continue }
                unsafe pooled.withUnsafeMutableBufferPointer { out in
                    unsafe ckd_pool(
                        current, layer.side / layer.stride, layer.outputs, out.baseAddress! + offset)
                }
                offset += layer.outputs
            }
        }
        return pooled
    }

    private func bordered(_ side: Int, _ channels: Int) -> Int { (side + 2) * (side + 2) * channels }
}
