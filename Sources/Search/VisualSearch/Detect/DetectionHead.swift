import CKernels
import CSearchData
import Essentials

/// A box in pixels, whose sides may be between pixels, and its score, 0...1.
struct ScoredBox: Hashable, Sendable {
    var left: Float
    var top: Float
    var right: Float
    var bottom: Float
    var score: Float

    /// Shared area over joint area.
    func overlap(_ other: ScoredBox) -> Float {
        let width = max(0, min(right, other.right) - max(left, other.left))
        let height = max(0, min(bottom, other.bottom) - max(top, other.top))
        let shared = width * height
        let joint = (right - left) * (bottom - top) + (other.right - other.left) * (other.bottom - other.top) - shared
        return joint > 0 ? shared / joint : 0
    }
}

/// Finds objects of any kind with a small network that was trained on composed scenes.
///
/// The picture is averaged onto a square of 192 x 192 pixels, which the network evaluates as it is and mirrored. Each
/// cell of a 24 x 24 and of a 12 x 12 grid predicts one box around its center and its overlap with an object, after
/// Tian and others, "FCOS: Fully Convolutional One-Stage Object Detection" (2019).
struct DetectionHead: Sendable {
    /// The head with the parameters that come with the package.
    // Safe: the function gives constant bytes, with their count.
    static let shared = unsafe LinkedBytes(csd_detector).read { try DetectionHead(parameters: $0.all) }

    private let network: DetectionNetwork

    init(parameters bytes: [UInt8], isa: ck_isa = CK_BEST) throws(DescribeError) {
        network = try DetectionNetwork(ParameterFile(bytes), isa: isa)
    }

    /// Returns at most `limit` boxes in pixels of the upright `pixels`, best first; where two overlap by more than
    /// 0.55, the better one. A picture without objects has boxes too, with low scores. Less than 2^24 pixels.
    func boxes(in pixels: PixelBuffer, limit: Int) -> [ScoredBox] {
        let size = pixels.size
        precondition(size.pixelCount < 1 << 24)
        let side = DetectionNetwork.side
        var square = [UInt8](repeating: 0, count: side * side * 3)
        var sums = [UInt32](repeating: 0, count: size.width * pixels.channels)
        // Safe: the arrays have the lengths that the header requires, and a PixelBuffer has as many bytes as its size.
        unsafe ckd_squash(pixels.bytes, size.width, size.height, pixels.channels, side, 0, &sums, &square)
        let seen = zip(network.cells(of: square, mirror: false), network.cells(of: square, mirror: true))
        let cells = seen.map { Self.between($0, $1) }
        let order = cells.indices.sorted { (-cells[$0].score, $0) < (-cells[$1].score, $1) }
        var kept: [ScoredBox] = []
        for index in order.prefix(Self.candidates) where kept.count < limit {
            let box = cells[index]
            if kept.allSatisfy({ $0.overlap(box) <= Self.mostOverlap }) { kept.append(box) }
        }
        let (width, height) = (Float(size.width), Float(size.height))
        return kept.map {
            ScoredBox(
                left: $0.left * width, top: $0.top * height, right: $0.right * width, bottom: $0.bottom * height,
                score: $0.score)
        }
    }

    /// The number of best cells that are considered.
    private static let candidates = 200
    private static let mostOverlap: Float = 0.55

    /// The mean of a box and of the mirrored one, within the picture.
    private static func between(_ a: ScoredBox, _ b: ScoredBox) -> ScoredBox {
        func inside(_ value: Float) -> Float { min(1, max(0, value)) }
        return ScoredBox(
            left: inside((a.left + 1 - b.right) / 2), top: inside((a.top + b.top) / 2),
            right: inside((a.right + 1 - b.left) / 2), bottom: inside((a.bottom + b.bottom) / 2),
            score: (a.score + b.score) / 2)
    }
}
