import CKernels

/// The network of the built-in describer: blocks that widen each pixel, filter each channel by itself and narrow again.
///
/// EfficientNet-Lite0 up to its head: Tan and Le, "EfficientNet: Rethinking Model Scaling for Convolutional Neural
/// Networks" (2019). Its features are the means of the last map before the sides shrink to a thirty-second, of the last
/// map, and of the head.
struct EfficientNetLite: Sendable {
    /// Side of the square that it sees, in pixels.
    static let side = Int(CKD_NETWORK_SIDE)

    private struct Block: Sendable {
        let expand: PointwiseConvolution?
        let depthwise: DepthwiseConvolution
        let project: PointwiseConvolution
        /// The map after the block is one of the features.
        let ends: Bool
    }

    private let stem: PointwiseConvolution
    private let blocks: [Block]
    private let head: PointwiseConvolution
    private let maps: FeatureMaps.Pool
    private let loaded: LoadedNumbers
    /// Number of features of the two maps, and of the head.
    let features: (stages: Int, head: Int)

    init(_ file: ParameterFile) throws(DescribeError) {
        let numbers = try file.table("strides", rows: 1).values
        let unknown = DescribeError.unusableParameters(detail: "these strides make no network")
        // Compared before they are converted: a damaged file may hold any number, infinities among them.
        guard numbers.allSatisfy({ $0 == 1 || $0 == 2 }) else { throw unknown }
        let strides = numbers.map { Int($0) }
        guard let last = strides.lastIndex(of: 2), last > 0 else { throw unknown }
        stem = try PointwiseConvolution(file, "stem", inputs: 27, clips: true)
        var (side, width, features) = (Self.side / 2, stem.outputs, 0)
        var largest = side * side * max(27, width)
        var blocks: [Block] = []
        for (index, stride) in strides.enumerated() {
            let name = "block\(index)"
            let expand =
                file.tables["\(name)-expand"] == nil
                ? nil : try PointwiseConvolution(file, "\(name)-expand", inputs: width, clips: true)
            let wide = expand?.outputs ?? width
            guard side % stride == 0 else { throw unknown }
            largest = max(largest, side * side * wide)
            side /= stride
            guard side * side >= Int(CKD_STRIP) else { throw unknown }
            let block = Block(
                expand: expand,
                depthwise: try DepthwiseConvolution(file, "\(name)-depth", channels: wide, stride: stride),
                project: try PointwiseConvolution(file, "\(name)-project", inputs: wide, clips: false),
                ends: index == last - 1 || index == strides.count - 1)
            width = block.project.outputs
            largest = max(largest, side * side * width)
            if block.ends { features += block.project.values }
            blocks.append(block)
        }
        self.blocks = blocks
        loaded = file.loaded
        head = try PointwiseConvolution(file, "head", inputs: width, clips: true)
        self.features = (features, head.values)
        maps = FeatureMaps.Pool(values: max(largest, side * side * head.outputs))
    }

    /// Returns the features of a square of RGB pixels: those of the two maps, and those of the head.
    func features(of square: [UInt8], isa: ck_isa) -> (stages: [Float], head: [Float]) {
        precondition(square.count == Self.side * Self.side * 3)
        return maps.with { maps in
            var (side, current, next) = (Self.side / 2, maps.current, maps.next)
            // Safe: the square is checked above, and a map has room for 27 values for each pixel of the smaller side.
            unsafe ckd_windows(square, Self.side, maps.wide.base)
            stem.apply(maps.wide, pixels: side * side, isa: isa, into: current)
            var (width, stages) = (stem.outputs, [Float]())
            for block in blocks {
                block.expand?.apply(current, pixels: side * side, isa: isa, into: maps.wide)
                let wide = block.expand == nil ? current : maps.wide
                block.depthwise.apply(wide, side: side, isa: isa, into: maps.filtered)
                side /= block.depthwise.stride
                let keeps = block.depthwise.stride == 1 && block.project.outputs == width
                block.project.apply(
                    maps.filtered, pixels: side * side, residual: keeps ? current : nil, isa: isa, into: next)
                (current, next, width) = (next, current, block.project.outputs)
                if block.ends { stages += block.project.means(current, pixels: side * side) }
            }
            head.apply(current, pixels: side * side, isa: isa, into: maps.wide)
            return (stages, head.means(maps.wide, pixels: side * side))
        }
    }
}
