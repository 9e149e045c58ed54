/// One image to make from the input: its shape and how it is encoded.
///
/// Values outside their ranges are refused when the recipe is used, with
/// ``/ImageTypes/ImageError/invalidRecipe(property:value:allowed:)``.
public struct Output: Hashable, Sendable {
    /// The way the picture, or its box, fills the output. All sides are 1…1024 pixels.
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
        /// A JPEG of quality 1…100, as libjpeg counts it. From 90 up color is kept at full resolution (4:4:4).
        ///
        /// Nil, the default, is 97 for shapes of up to 512 pixels and 98 above, as uploads for visual search want it.
        /// A JPEG that is not made smaller, or that would get more bytes than it came with, is then not encoded finer
        /// than it came.
        case jpeg(quality: Int? = nil)
        /// A PNG, which has no quality.
        case png
        /// A WebP of quality 1…100. Nil, the default, is 97 for shapes of up to 512 pixels and 98 above.
        case webp(quality: Int? = nil)
        /// No file: upright RGB pixels, for a descriptor or for drawing.
        case pixels
    }

    /// The sides of the output and the way the picture fills them.
    package var shape: Shape
    /// The file format and quality of the output, or plain pixels.
    package var encoding: Encoding
    /// Lets a picture smaller than the shape grow. Default false: `fit` then keeps its size, and `fill` becomes as
    /// large as the picture allows, in the aspect ratio that was asked for. `exact` is always exact.
    package var enlarges: Bool

    /// The name under which ``Prepared`` gives this output; nil, the default, for an output without a name.
    package var label: String?

    /// Creates an output; by default a JPEG that is not enlarged and has no label.
    public init(_ shape: Shape, encoding: Encoding = .jpeg(), enlarges: Bool = false, label: String? = nil) {
        self.shape = shape
        self.encoding = encoding
        self.enlarges = enlarges
        self.label = label
    }

    /// The same output under a name: `Recipe(.fit(1024).labeled("large"), .fit(256).labeled("small"))`.
    public func labeled(_ label: String) -> Output {
        var output = self
        output.label = label
        return output
    }

    /// A JPEG whose longest side is `side` pixels (1…1024), never enlarged.
    public static func fit(_ side: Int, quality: Int? = nil) -> Output {
        Output(.fit(side), encoding: .jpeg(quality: quality))
    }

    /// A JPEG of exactly this size, covered by the picture; the overhang is cut off evenly.
    public static func fill(width: Int, height: Int, quality: Int? = nil) -> Output {
        Output(.fill(Size(width: width, height: height)), encoding: .jpeg(quality: quality))
    }

    /// A JPEG of exactly this size; the aspect ratio may change.
    public static func exact(width: Int, height: Int, quality: Int? = nil) -> Output {
        Output(.exact(Size(width: width, height: height)), encoding: .jpeg(quality: quality))
    }

    /// Upright RGB pixels whose longest side is `side` (1…1024), never enlarged.
    public static func pixels(fitting side: Int) -> Output {
        Output(.fit(side), encoding: .pixels)
    }

    /// The sides that ``Shape`` accepts, in pixels.
    package static let sides = 1...1024
    /// The qualities that ``Encoding`` accepts.
    package static let qualities = 1...100
}

extension Output.Shape {
    /// The longest side that an output of this shape may have, in pixels.
    package var longestSide: Int {
        switch self {
        case .fit(let side): side
        case .fill(let size), .exact(let size): size.longestSide
        }
    }

    /// The quality of JPEG and WebP without a value of their own.
    var defaultQuality: Int { longestSide <= 512 ? 97 : 98 }
}
