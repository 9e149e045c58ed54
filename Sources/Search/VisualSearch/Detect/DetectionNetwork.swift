import CKernels
import Essentials

/// The network of the detection head: residual stages that halve the side, then two steps back up that merge the
/// features of each side, and one score and box for each cell of the two.
struct DetectionNetwork: Sendable {
    /// Side of the square that it sees, in pixels.
    static let side = 192
    /// A reach of exp(0) is this many cells.
    private static let reach: Float = 2

    /// A step back up: the features from below are added and merged, then refined; `out` computes five values a cell.
    private struct Level {
        let merge: Convolution
        let refine: Convolution
        let out: ParameterFile.Table
        let bias: [Float]
    }

    private let stem: Convolution
    private let stages: [[Convolution]]
    /// Coarse, then fine.
    private let levels: [Level]
    private let isa: ck_isa
    private let loaded: LoadedNumbers

    init(_ file: ParameterFile, isa: ck_isa) throws(DescribeError) {
        func layer(_ name: String, _ inputs: Int, stride: Int) throws(DescribeError) -> Convolution {
            try Convolution(file, name, bias: "\(name)-bias", inputs: inputs, stride: stride)
        }
        stem = try layer("stem", 3, stride: 2)
        var stages: [[Convolution]] = []
        var inputs = stem.outputs
        for index in 0..<4 {
            var stage = [try layer("stage\(index)", inputs, stride: 2)]
            inputs = stage[0].outputs
            while file.tables["stage\(index)-\(stage.count - 1)"] != nil {
                stage.append(try layer("stage\(index)-\(stage.count - 1)", inputs, stride: 1))
            }
            guard stage.allSatisfy({ $0.outputs == inputs }) else {
                throw .unusableParameters(detail: "stage \(index) changes its width")
            }
            stages.append(stage)
        }
        var levels: [Level] = []
        for (name, stage) in [("coarse", 2), ("fine", 1)] {
            guard stages[stage][0].outputs == inputs else {
                throw .unusableParameters(detail: "the \(name) level has another width than what it is added to")
            }
            let merge = try layer("\(name)-merge", inputs, stride: 1)
            inputs = merge.outputs
            levels.append(
                Level(
                    merge: merge, refine: try layer("\(name)-refine", inputs, stride: 1),
                    out: try file.table("\(name)-out", rows: 5, columns: inputs),
                    bias: try file.table("\(name)-out-bias", rows: 1, columns: 5).values))
            guard levels[levels.count - 1].refine.outputs == inputs else {
                throw .unusableParameters(detail: "the \(name) level changes its width")
            }
        }
        self.stages = stages
        loaded = file.loaded
        self.levels = levels
        self.isa = isa
    }

    /// The boxes of all cells of a square of RGB pixels, sides as shares of the picture: the fine level row by row,
    /// then the coarse one. `mirror` sees the mirror image; the cells come in the order of the picture itself.
    func cells(of square: [UInt8], mirror: Bool) -> [ScoredBox] {
        var side = Self.side
        var current = [Float](repeating: 0, count: bordered(side, 3))
        // Safe: `square` has 192 x 192 RGB pixels by contract of the only caller, and `current` holds the border too.
        unsafe ckd_input(square, side, mirror ? 1 : 0, &current)
        current = stem.apply(current, side: side, residual: false, isa: isa)
        side /= 2
        var maps: [[Float]] = []
        for stage in stages {
            for layer in stage {
                current = layer.apply(current, side: side, residual: layer.stride == 1, isa: isa)
                side /= layer.stride
            }
            maps.append(current)
        }
        var out: [[ScoredBox]] = []
        for (level, below) in zip(levels, [maps[2], maps[1]]) {
            side *= 2
            current = raised(current, below, side: side, channels: level.merge.inputs)
            current = level.merge.apply(current, side: side, residual: false, isa: isa)
            current = level.refine.apply(current, side: side, residual: true, isa: isa)
            out.append(boxes(of: level, current, side: side, mirror: mirror))
        }
        return out[1] + out[0]
    }

    private func raised(_ low: [Float], _ same: [Float], side: Int, channels: Int) -> [Float] {
        var out = [Float](repeating: 0, count: bordered(side, channels))
        precondition(low.count == bordered(side / 2, channels) && same.count == out.count)
        // Safe: the lengths were just checked.
        unsafe ckd_raise(low, same, side, channels, &out)
        return out
    }

    private func boxes(of level: Level, _ picture: [Float], side: Int, mirror: Bool) -> [ScoredBox] {
        let project = unsafe ckd_project(isa)!
        let channels = level.refine.outputs
        var values = [Float](repeating: 0, count: 5)
        var boxes: [ScoredBox] = []
        boxes.reserveCapacity(side * side)
        for y in 0..<side {
            for column in 0..<side {
                let x = mirror ? side - 1 - column : column
                // Safe: pixel (x + 1, y + 1) of the bordered picture has `channels` values, the columns of `out`.
                unsafe picture.withUnsafeBufferPointer { buffer in
                    let at = unsafe buffer.baseAddress! + ((y + 1) * (side + 2) + x + 1) * channels
                    unsafe project(at, channels, level.out.values, level.bias, 5, &values)
                }
                func away(_ index: Int) -> Float {
                    exp(min(4, max(-4, values[index]))) * Self.reach / Float(side)
                }
                let (centerX, centerY) = ((Float(x) + 0.5) / Float(side), (Float(y) + 0.5) / Float(side))
                boxes.append(
                    ScoredBox(
                        left: centerX - away(1), top: centerY - away(2), right: centerX + away(3),
                        bottom: centerY + away(4), score: 1 / (1 + exp(-values[0]))))
            }
        }
        return boxes
    }
}
