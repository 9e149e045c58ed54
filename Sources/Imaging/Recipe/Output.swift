/// One image to make from the input: its shape and how it is encoded.
public struct Output: Hashable, Sendable {
    /// How the picture, or its box, fills the output.
    public enum Shape: Hashable, Sendable {
        /// Keeps the aspect ratio; the longest side becomes this many pixels, exactly.
        case fit(Int)
        /// Covers this size and cuts off what hangs over, evenly on both sides.
        case fill(Size)
        /// Becomes exactly this size; the aspect ratio may change.
        case exact(Size)
    }

    /// The file format, and the quality where the format has one.
    public enum Encoding: Hashable, Sendable {
        /// Quality 0…1: 0.97 is libjpeg's 97, 0.985 is 98. From 90 up color is kept at full resolution (4:4:4).
        case jpeg(quality: Double)
        case png
        /// Quality 0…1.
        case webp(quality: Double)
        /// No file: upright RGB pixels, for a descriptor or for drawing.
        case pixels
    }

    public var shape: Shape
    public var encoding: Encoding
    /// Lets a picture smaller than the shape grow. Default false: `fit` then keeps its size, and `fill` becomes as
    /// large as the picture allows, in the aspect ratio that was asked for. `exact` is always exact.
    public var enlarges: Bool

    /// Sides outside 1…1024 are brought into that range, quality into 0…1.
    public init(_ shape: Shape, encoding: Encoding = .jpeg(quality: 0.97), enlarges: Bool = false) {
        self.shape = shape.clamped
        self.encoding = encoding.clamped
        self.enlarges = enlarges
    }

    /// A JPEG whose longest side is `side` pixels (1…1024), never enlarged.
    public static func fit(_ side: Int, quality: Double = 0.97) -> Output {
        Output(.fit(side), encoding: .jpeg(quality: quality))
    }

    /// A JPEG of exactly this size, covered by the picture; the overhang is cut off evenly.
    public static func fill(width: Int, height: Int, quality: Double = 0.97) -> Output {
        Output(.fill(Size(width: width, height: height)), encoding: .jpeg(quality: quality))
    }

    /// A JPEG of exactly this size; the aspect ratio may change.
    public static func exact(width: Int, height: Int, quality: Double = 0.97) -> Output {
        Output(.exact(Size(width: width, height: height)), encoding: .jpeg(quality: quality))
    }

    /// Upright RGB pixels whose longest side is `side` (1…1024), never enlarged.
    public static func pixels(fitting side: Int) -> Output {
        Output(.fit(side), encoding: .pixels)
    }

    /// The sides that ``Shape`` accepts, in pixels.
    public static let sides = 1...1024
}

extension Output.Shape {
    var clamped: Output.Shape {
        func clamp(_ side: Int) -> Int { min(max(side, Output.sides.lowerBound), Output.sides.upperBound) }
        func clamp(_ size: Size) -> Size { Size(width: clamp(size.width), height: clamp(size.height)) }
        return switch self {
        case .fit(let side): .fit(clamp(side))
        case .fill(let size): .fill(clamp(size))
        case .exact(let size): .exact(clamp(size))
        }
    }
}

extension Output.Encoding {
    var clamped: Output.Encoding {
        func clamp(_ quality: Double) -> Double { quality.isNaN ? 0.97 : min(max(quality, 0), 1) }
        return switch self {
        case .jpeg(let quality): .jpeg(quality: clamp(quality))
        case .webp(let quality): .webp(quality: clamp(quality))
        case .png, .pixels: self
        }
    }
}
