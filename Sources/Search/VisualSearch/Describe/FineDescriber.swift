import CKernels
public import Essentials

/// The built-in describer with a second, larger network beside it, whose parameters come in a file of their own.
///
/// A vector is that of ``BuiltInDescriber``, value by value, and behind it 128 values of the head of EfficientNet-Lite2,
/// half as long: so all that reads built-in vectors reads the beginning of these. The CPU of a picture doubles.
/// On data sets of which nothing was learned more of the first hits are right, and objects of which each picture shows
/// another view gain most; `Benchmarks/Learning/fine.json` has the figures.
public struct FineDescriber: Describer {
    /// The name of the file, beside the command or in its folder of shared files.
    public static let fileName = "fine.describer"

    private static let prefix = "fine-"

    /// True for the name of a fine describer of any version.
    package static func isName(_ identity: String) -> Bool { identity.hasPrefix(prefix) }

    /// The name of the describer and of all its weights.
    public let identity: String
    /// 384.
    public let dimensions: Int
    /// The stored value of 1.
    public let scale: Int
    /// The describer whose vectors are the beginning of those of this one.
    let first = BuiltInDescriber.shared
    private let network: IntegerNetwork
    private let projection: Projection
    private let isa: ck_isa

    /// Reads the parameters from a file that came with the package, in some 20 ms.
    ///
    /// - Throws: `unusableParameters` for a file that is not there, damaged, or of another kind.
    public init(contentsOf file: URL) throws(DescribeError) {
        let bytes: Data
        do { bytes = try Data(contentsOf: file) } catch {
            throw .unusableParameters(detail: "\(file.path) cannot be read: \(error.systemReason)")
        }
        do throws(DescribeError) { try self.init(parameters: Array(bytes), isa: CK_BEST) } catch {
            guard case .unusableParameters(let detail) = error else { throw error }
            throw .unusableParameters(detail: "\(file.path): \(detail)")
        }
    }

    init(parameters bytes: [UInt8], isa: ck_isa) throws(DescribeError) {
        let file = try ParameterFile(bytes)
        network = try IntegerNetwork(file, isa: isa)
        let length = try file.table("weights", rows: 1, columns: 1).values[0]
        let one = try file.table("scale", rows: 1, columns: 1).values[0]
        // Compared as they are read: a damaged file may hold any number, infinities among them.
        guard one == Float(first.scale), length > 0, length <= 1 else {
            throw .unusableParameters(
                detail: "the scale is \(one) and the length \(length); expected \(first.scale) and 0 to 1")
        }
        projection = try Projection(file, "kind", columns: network.features.head, length: length * one)
        dimensions = first.dimensions + projection.values
        scale = Int((one * (1 + length * length).squareRoot()).rounded())
        identity = Self.prefix + FNV1a(Array(first.identity.utf8) + bytes).value.hexadecimal
        self.isa = isa
    }

    /// The blocks of the built-in vector; the values behind it tell kinds of objects apart and count as shape.
    public var parts: [VectorPart] { first.parts + [VectorPart(.shape, first.dimensions..<dimensions)] }

    /// Describes upright pixels; any size, best with 256 to 512 on the longer side.
    public func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let beginning = try first.describe(pixels).vector
        let head = network.features(of: try pixels.square(of: IntegerNetwork.side, isSmooth: true)).head
        return Descriptor(vector: beginning + projection.stored(head, isa: isa))
    }
}

extension Describer {
    /// The built-in describer whose vectors are the beginning of those of this one, or all of them; nil for others.
    var builtIn: BuiltInDescriber? { self as? BuiltInDescriber ?? (self as? FineDescriber)?.first }
}
