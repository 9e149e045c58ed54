public import Essentials

/// Describes pictures with a model of yours that a server runs: the vector is what the model gives, the colors are
/// those of the built-in describer.
///
/// Speaks the Open Inference Protocol (KServe v2) over HTTP with tensors in JSON, as Triton, MLServer and TorchServe
/// do. ``describe(_:)`` blocks the calling thread until the server answers, and may be called from many threads.
public struct InferenceDescriber: Describer {
    /// The address of a model and the form of its input.
    public struct Model: Hashable, Sendable {
        /// The order of the input tensor: 1 x 3 x height x width, or 1 x height x width x 3.
        public enum Layout: String, Hashable, Sendable { case nchw, nhwc }

        /// The values of the input tensor for each of red, green and blue.
        public enum Values: Hashable, Sendable {
            /// FP32: a byte divided by 255, less the mean, divided by the standard deviation. Three of each.
            case fp32(mean: [Float], deviation: [Float])
            /// UINT8: the bytes.
            case uint8

            /// FP32 with the mean and deviation that models trained on ImageNet usually want.
            public static let imageNet = fp32(mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225])
        }

        /// The server's address, without `/v2`.
        package var server: URL
        /// The name of the model on the server.
        package var name: String
        /// Nil leaves the version to the server. Name one, so that a store notices when the model is replaced.
        package var version: String?
        /// The sides of the input in pixels, 1…1024. The aspect ratio of pictures is not kept. Default 224 x 224.
        package var size: Size
        /// The order of the input tensor. Default `nchw`.
        package var layout: Layout
        /// The values of the input tensor. Default ``Values/imageNet``.
        package var values: Values
        /// Nil, the default, takes the first input that the server's metadata names.
        package var input: String?
        /// Nil, the default, takes the first output that the server's metadata names.
        package var output: String?
        /// Number of values of the output, 1…4096. Nil, the default, asks the server's metadata.
        package var dimensions: Int?
        /// Seconds that one answer may take. Default 30.
        package var timeout: Double

        /// Creates the address of a model and the form of its input.
        ///
        /// - Parameters:
        ///   - server: The server's address, without `/v2`.
        ///   - name: The name of the model on the server.
        ///   - version: The version of the model, so that a store notices when it is replaced. Nil, the default, leaves it
        ///     to the server.
        ///   - size: The sides of the input in pixels, 1…1024. The aspect ratio of pictures is not kept. Default
        ///     224 x 224.
        ///   - layout: The order of the input tensor. Default `nchw`.
        ///   - values: The values of the input tensor. Default ``Values/imageNet``.
        ///   - input: The name of the input. Nil, the default, takes the first one in the server's metadata.
        ///   - output: The name of the output. Nil, the default, takes the first one in the server's metadata.
        ///   - dimensions: The number of values of the output. Nil, the default, asks the server's metadata.
        ///   - timeout: The seconds that one answer may take. Default 30.
        public init(
            server: URL, name: String, version: String? = nil, size: Size = Size(width: 224, height: 224),
            layout: Layout = .nchw, values: Values = .imageNet, input: String? = nil, output: String? = nil,
            dimensions: Int? = nil, timeout: Double = 30
        ) {
            self.server = server
            self.name = name
            self.version = version
            self.size = size
            self.layout = layout
            self.values = values
            self.input = input
            self.output = output
            self.dimensions = dimensions
            self.timeout = timeout
        }
    }

    /// The name and version of the model, and everything that changes its vectors.
    public let identity: String
    /// Number of values of a vector.
    public let dimensions: Int
    /// The stored value of 1: see ``VectorBytes``. Stores of before 0.3 have 127 and no rotation, and stay so.
    public var scale: Int { bytes?.scale ?? 127 }
    /// The form without a rotation, of older stores.
    public var earlierForms: [any Describer] { bytes == nil ? [] : [InferenceDescriber(withoutRotation: self)] }

    /// Nil where vectors are multiplied by 127 and rounded.
    private let bytes: VectorBytes?
    private let model: Model
    private let output: String
    private let server: InferenceServer
    /// The JSON before and after the numbers of the picture.
    private let frame: (head: [UInt8], tail: [UInt8])
    /// The JSON of every number there can be, by channel and byte, with the comma.
    private let numbers: [[[UInt8]]]

    /// Asks the server for the model's metadata where the model leaves something open.
    ///
    /// - Throws: ``DescribeError/failed(detail:)`` when the server does not answer, or the model cannot be used.
    public init(_ model: Model) throws(DescribeError) {
        var model = model
        let sides = 1...1024
        guard sides.contains(model.size.width), sides.contains(model.size.height) else {
            throw .failed(detail: "the sides of a model's input are 1 to 1024 pixels, not \(model.size)")
        }
        let lengths = DescriberIdentity.vectorLengths
        if let dimensions = model.dimensions, !lengths.contains(dimensions) {
            throw .failed(
                detail: "Model.dimensions is \(dimensions); a vector has \(lengths.lowerBound) to "
                    + "\(lengths.upperBound) values")
        }
        numbers = try model.values.texts()
        server = InferenceServer(model)
        if model.input == nil || model.output == nil || model.dimensions == nil {
            try server.metadata().complete(&model)
        }
        guard let input = model.input, let output = model.output, let dimensions = model.dimensions
        else { preconditionFailure("the metadata names everything") }
        frame = InferenceServer.frame(model, input: input, output: output)
        let isRotated = dimensions >= VectorBytes.leastRotated
        bytes = isRotated ? VectorBytes(dimensions: dimensions) : nil
        identity = model.identity + (isRotated ? ", rotated" : "")
        self.dimensions = dimensions
        self.output = output
        self.model = model
    }

    private init(withoutRotation other: InferenceDescriber) {
        identity = other.model.identity
        (dimensions, bytes, model, output) = (other.dimensions, nil, other.model, other.output)
        (server, frame, numbers) = (other.server, other.frame, other.numbers)
    }

    /// Describes pixels by a call to the server; blocks until it answers.
    ///
    /// Throws `failed` where the server does not answer, and `undescribable` for a vector that has no direction.
    public func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        let values = try server.infer(tensor(of: pixels), output: output, count: dimensions)
        guard values.allSatisfy(\.isFinite) else {
            throw .undescribable(detail: "\(server.name) gave values that are not finite numbers")
        }
        let largest = values.reduce(0) { max($0, abs($1)) }
        guard largest > 0 else { throw .undescribable(detail: "\(server.name) gave nothing but zeros") }
        if let bytes { return Descriptor(vector: bytes.bytes(of: values)) }
        // Divided by the largest first: squares of large values would overflow.
        let length = values.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
        return Descriptor(
            vector: values.map { Int8(($0 / largest / length * Double(scale)).rounded()) })
    }

    /// The request's JSON.
    private func tensor(of pixels: PixelBuffer) throws(DescribeError) -> [UInt8] {
        let recipe = Recipe(Output(.exact(model.size), encoding: .pixels))
        let bytes: [UInt8]
        do throws(ImageError) { bytes = try prepare(.pixels(pixels), as: recipe).pixels().bytes } catch {
            throw .failed(detail: "the picture cannot be brought to \(model.size): \(error)")
        }
        var json = frame.head
        json.reserveCapacity(json.count + bytes.count * 13 + frame.tail.count)
        switch model.layout {
        case .nhwc:
            for index in bytes.indices { json += numbers[index % 3][Int(bytes[index])] }
        case .nchw:
            for channel in 0..<3 {
                for index in stride(from: channel, to: bytes.count, by: 3) {
                    json += numbers[channel][Int(bytes[index])]
                }
            }
        }
        json.removeLast()
        return json + frame.tail
    }
}

extension InferenceDescriber.Model {
    /// Everything that changes what comes out, and not where the server is.
    fileprivate var identity: String {
        let version = version.map { " version \($0)" } ?? ""
        return "open-inference \(name)\(version) output \(output ?? ""), \(size.width)x\(size.height) "
            + "\(layout.rawValue) \(values.identity)"
    }
}

extension InferenceDescriber.Model.Values {
    var datatype: String { self == .uint8 ? "UINT8" : "FP32" }

    fileprivate var identity: String {
        switch self {
        case .uint8: "uint8"
        case .fp32(let mean, let deviation): "fp32 mean \(mean) deviation \(deviation)"
        }
    }

    fileprivate func texts() throws(DescribeError) -> [[[UInt8]]] {
        switch self {
        case .uint8: return Array(repeating: (0..<256).map { Array("\($0),".utf8) }, count: 3)
        case .fp32(let mean, let deviation):
            let isUsable = { (values: [Float]) in values.count == 3 && values.allSatisfy(\.isFinite) }
            guard isUsable(mean), isUsable(deviation), !deviation.contains(0) else {
                throw .failed(detail: "mean and deviation are three finite numbers each, deviation not 0")
            }
            return (0..<3).map { channel in
                (0..<256).map { Array("\((Float($0) / 255 - mean[channel]) / deviation[channel]),".utf8) }
            }
        }
    }
}
