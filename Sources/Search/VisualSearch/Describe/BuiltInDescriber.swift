import CKernels
import CSearchData
internal import Essentials

/// Describes pictures with the parameters that come with the package: no model is downloaded.
///
/// The picture is averaged onto a square. Blocks are computed from it, each projected and normalized to a fixed length:
/// `pattern` and `kind` from the inner maps and from the head of a convolutional network, which sees 224 x 224 pixels;
/// `shape` from edge directions and `color` from Lab histograms of the whole and of its parts, at 96 x 96 pixels. The
/// dot product of two vectors is the sum of the products of the blocks.
public struct BuiltInDescriber: Describer {
    /// A part of the vector for one aspect of the picture.
    package enum Block: String, CaseIterable, Sendable { case pattern, kind, shape, color }

    /// The describer with the parameters that come with the package.
    public static let shared =
        // Safe: the function gives constant bytes, with their count.
        unsafe LinkedBytes(csd_descriptor).read { try BuiltInDescriber(parameters: $0.all) }

    /// The name of the describer and of its weights.
    public let identity: String
    /// Number of values of a vector.
    public let dimensions: Int
    /// The stored value of 1.
    public let scale: Int
    /// The range of each block in a vector.
    package let ranges: [Block: Range<Int>]

    /// The network in integers; in the file of the version before, of floats.
    private enum Network: Sendable {
        case integers(IntegerNetwork)
        case floats(EfficientNetLite)

        var features: (stages: Int, head: Int) {
            switch self {
            case .integers(let network): network.features
            case .floats(let network): network.features
            }
        }
    }

    private let network: Network
    private let projections: [Projection]
    private let linear: [Float]
    let isa: ck_isa

    /// A describer with parameters of the learning program: the bytes of the file that it writes.
    package init(parameters bytes: [UInt8]) throws(DescribeError) { try self.init(parameters: bytes, isa: CK_BEST) }

    init(parameters bytes: [UInt8], isa: ck_isa) throws(DescribeError) {
        let file = try ParameterFile(bytes)
        let network: Network =
            file.tables["zeros"] == nil
            ? .floats(try EfficientNetLite(file)) : .integers(try IntegerNetwork(file, isa: isa))
        let weights = try file.table("weights", rows: 1, columns: Block.allCases.count).values
        let length = weights.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let one = try file.table("scale", rows: 1, columns: 1).values[0]
        // Compared before it is converted: a damaged file may hold any number, infinities among them.
        guard one >= 1, one <= 32_767, one == one.rounded() else {
            throw .unusableParameters(detail: "the scale is \(one); it must be a whole number from 1 to 32767")
        }
        scale = Int(one)
        var projections: [Projection] = []
        var ranges: [Block: Range<Int>] = [:]
        var dimensions = 0
        for (index, block) in Block.allCases.enumerated() {
            let columns =
                switch block {
                case .pattern: network.features.stages
                case .kind: network.features.head
                case .shape: Int(CKD_EDGE_VALUES)
                case .color: colorValues
                }
            let projection = try Projection(
                file, block.rawValue, columns: columns, length: weights[index] / length * Float(scale))
            projections.append(projection)
            ranges[block] = dimensions..<dimensions + projection.values
            dimensions += projection.values
        }
        linear = try file.table("srgb", rows: 1, columns: 256).values
        self.network = network
        self.projections = projections
        self.ranges = ranges
        self.dimensions = dimensions
        self.isa = isa
        identity = "magpie-2-" + FNV1a(bytes).value.hexadecimal
    }

    /// Describes upright pixels; any size, best with 256 to 512 on the longer side.
    public func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let features =
            switch network {
            case .integers(let network):
                network.features(of: try pixels.square(of: IntegerNetwork.side, isSmooth: true))
            case .floats(let network):
                network.features(of: try pixels.square(of: EfficientNetLite.side), isa: isa)
            }
        let square = try pixels.square(of: Int(CKD_SIDE))
        var edges = [Float](repeating: 0, count: Int(CKD_EDGE_VALUES))
        // Safe: the arrays have the lengths that the header requires.
        unsafe ckd_edges(square, &edges)
        let colors = colors(ofSquare: square)
        let blocks = [features.stages, features.head, edges, colors]
        let vector = zip(projections, blocks).flatMap { $0.stored($1, isa: isa) }
        return Descriptor(vector: vector)
    }

    private func colors(ofSquare square: [UInt8]) -> [Float] {
        var colors = [Float](repeating: 0, count: colorValues)
        // Safe: the arrays have the lengths that the header requires.
        unsafe ckd_colors(square, linear, &colors)
        return colors
    }
}

/// Values that the color block is projected from.
private let colorValues = Int(CKD_LAB_BINS) * (1 + Int(CKD_LAB_CELLS * CKD_LAB_CELLS))

extension PixelBuffer {
    /// ``squashed(to:isSmooth:)`` of a picture of any size; throws `tooLarge`.
    func square(of side: Int, isSmooth: Bool = false) throws(DescribeError) -> [UInt8] {
        guard size.pixelCount < 1 << 24 else { throw .tooLarge(size: size) }
        return squashed(to: side, isSmooth: isSmooth)
    }

    /// RGB pixels of the picture brought to a square. The picture has less than 2^24 pixels.
    ///
    /// A network takes the steps between repeated pixels for edges: `isSmooth` makes a small picture larger without them.
    func squashed(to side: Int, isSmooth: Bool = false) -> [UInt8] {
        var square = [UInt8](repeating: 0, count: side * side * 3)
        var sums = [UInt32](repeating: 0, count: size.width * channels)
        // Safe: the arrays have the lengths that the header requires, and there are as many bytes as the size says.
        unsafe ckd_squash(bytes, size.width, size.height, channels, side, isSmooth ? 1 : 0, &sums, &square)
        return square
    }
}
