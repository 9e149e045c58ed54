import CKernels

/// The network of the built-in describer: 3x3 convolutions, each followed by a ReLU, pooled by a generalized mean.
///
/// A convolution of stride 2 begins a stage; the ones of stride 1 that follow it add their input to their sum. The
/// ends of the last two stages are pooled.
struct ConvolutionNetwork: Sendable {
    private let layers: [Convolution]
    /// Layers whose output is pooled.
    private let ends: [Int]
    /// Number of pooled values.
    let features: Int

    init(_ file: ParameterFile) throws(DescribeError) {
        let numbers = try file.table("strides", rows: 1).values
        let unknown = DescribeError.unusableParameters(detail: "these strides make no network")
        // Compared before they are converted: a damaged file may hold any number, infinities among them.
        guard numbers.first == 2, numbers.allSatisfy({ $0 == 1 || $0 == 2 }) else { throw unknown }
        let strides = numbers.map { Int($0) }
        var layers: [Convolution] = []
        var side = Int(CKD_SIDE)
        var inputs = 3
        for (index, stride) in strides.enumerated() {
            let layer = try Convolution(
                file, "convolution\(index)", bias: "bias\(index)", inputs: inputs, stride: stride)
            guard side % (stride * Int(CKD_STRIP)) == 0, stride == 2 || layer.outputs == inputs else { throw unknown }
            layers.append(layer)
            side /= stride
            inputs = layer.outputs
        }
        let ends = strides.indices.filter { $0 + 1 == strides.count || strides[$0 + 1] == 2 }.suffix(2)
        self.layers = layers
        self.ends = Array(ends)
        self.features = ends.reduce(0) { $0 + layers[$1].outputs }
    }

    /// Returns the pooled features of a 96x96 RGB square plus those of its mirror image, so that both have the same.
    func features(of square: [UInt8], isa: ck_isa) -> [Float] {
        var pooled = [Float](repeating: 0, count: features)
        for mirror in 0...1 {
            var side = Int(CKD_SIDE)
            var current = [Float](repeating: 0, count: bordered(side, 3))
            // Safe: `square` is 96x96 RGB by contract of the only caller, and `current` holds it with its border.
            unsafe ckd_input(square, side, CInt(mirror), &current)
            var offset = 0
            for (index, layer) in layers.enumerated() {
                current = layer.apply(current, side: side, residual: layer.stride == 1, isa: isa)
                side /= layer.stride
                guard ends.contains(index) else { continue }
                // Safe: the offsets into `pooled` add up to `features`.
                unsafe pooled.withUnsafeMutableBufferPointer { out in
                    unsafe ckd_pool(current, side, layer.outputs, out.baseAddress! + offset)
                }
                offset += layer.outputs
            }
        }
        return pooled
    }
}
