/// One image to make from the input: its shape and how it is encoded.
///
/// Values outside their ranges are refused when the recipe is used, with
/// ``/ImageTypes/ImageError/invalidRecipe(property:value:allowed:)``.
public struct Output: Hashable, Sendable {
    /// The way the picture, or its box, fills the output. All sides are 1…16,384 pixels.
    public enum Shape: Hashable, Sendable {
        /// Keeps the aspect ratio; the longest side becomes this many pixels, exactly.
        case fit(Int)
        /// Keeps the aspect ratio; the width becomes this many pixels, exactly, whatever the height.
        case width(Int)
        /// Keeps the aspect ratio; becomes as large as fits into both sides.
        case within(Size)
        /// Keeps the size of the picture, or of its box.
        case original
        /// Covers this size and cuts off what hangs over; `gravity` tells where.
        case fill(Size)
        /// Becomes exactly this size; the aspect ratio may change.
        case exact(Size)
        /// Lies whole in the middle of an output of exactly this size; ``Padding`` tells what surrounds it.
        case pad(Size, Padding = Padding())
    }

    /// The surroundings of a picture that is padded.
    public struct Padding: Hashable, Sendable {
        /// The least distance between the picture and each edge, as a share of the shorter side, 0…0.45. Default 0.
        public var margin: Double
        /// The color of the surroundings. Nil, the default, is that of the picture's own edge.
        public var color: RGB?

        /// Creates surroundings; each parameter has the default of its property.
        public init(margin: Double = 0, color: RGB? = nil) {
            self.margin = margin
            self.color = color
        }
    }

    /// The part that stays of a picture that a fill cuts.
    public enum Gravity: Hashable, Sendable {
        /// The middle.
        case center
        /// As near as possible around a point, whose coordinates are shares of the picture's, or its box's, sides, 0…1.
        case point(x: Double, y: Double)
        /// As many of these boxes, in upright pixels of the original, as fit whole; the first ones count most. Without
        /// a box the same as ``attention``.
        case boxes([Box])
        /// The part that stands out: by its edges, and by its distance from the color of the rest.
        case attention
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
        /// An AVIF of quality 1…100, as libheif counts it. Nil, the default, is 60.
        case avif(quality: Int? = nil)
        /// A JPEG XL of quality 1…100, as libvips counts it. Nil, the default, is 80.
        case jxl(quality: Int? = nil)
        /// A GIF of at most 256 colors a frame, which has no quality.
        case gif
        /// No file: upright RGB pixels, for a descriptor or for drawing.
        case pixels
    }

    /// The sides of the output and the way the picture fills them.
    package var shape: Shape
    /// The file format and quality of the output, or plain pixels.
    package var encoding: Encoding
    /// Lets a picture smaller than the shape grow. Default false: `fit`, `width`, `within` and `pad` then keep its size, and
    /// `fill` becomes as large as the picture allows, in the aspect ratio that was asked for. `exact` is always exact.
    package var enlarges: Bool
    /// The part that stays where the shape is a fill. Default ``Gravity/center``.
    package var gravity: Gravity
    /// Makes the size of `within` the least one: the sides of the picture, or of its box, are divided by 1, 2, 4 or 8,
    /// as far as both stay at least as long. Default false.
    ///
    /// A JPEG is decoded in these sizes without a resize.
    package var covers = false
    /// The settings of the encoder beside the quality.
    package var options: EncoderOptions

    /// The name under which ``Prepared`` gives this output; nil, the default, for an output without a name.
    package var label: String?

    /// Creates an output; by default a JPEG that is not enlarged and has no label.
    public init(
        _ shape: Shape, encoding: Encoding = .jpeg(), options: EncoderOptions = EncoderOptions(),
        gravity: Gravity = .center, enlarges: Bool = false, label: String? = nil
    ) {
        self.shape = shape
        self.encoding = encoding
        self.options = options
        self.gravity = gravity
        self.enlarges = enlarges
        self.label = label
    }

    /// The same output under a name: `Recipe(.fit(1024).labeled("large"), .fit(256).labeled("small"))`.
    public func labeled(_ label: String) -> Output {
        var output = self
        output.label = label
        return output
    }

    /// A JPEG whose longest side is `side` pixels (1…16,384), never enlarged.
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

    /// Upright RGB pixels whose longest side is `side` (1…16,384), never enlarged.
    public static func pixels(fitting side: Int) -> Output {
        Output(.fit(side), encoding: .pixels)
    }

    /// Upright RGB pixels of the picture in its size, or a half, a quarter or an eighth of it: the smallest of them
    /// that reaches both sides of `size`.
    package static func pixels(covering size: Size) -> Output {
        var output = Output(.within(size), encoding: .pixels)
        output.covers = true
        return output
    }

    /// The sides that ``Shape`` accepts, in pixels.
    package static let sides = 1...16_384
    /// The qualities that ``Encoding`` accepts.
    package static let qualities = 1...100
    /// The shares that ``Padding/margin`` accepts.
    package static let margins = 0...0.45
}

extension Output.Shape {
    /// The longest side that an output of this shape may have, in pixels; that of ``Output/sides`` where the picture
    /// decides.
    package var longestSide: Int {
        switch self {
        case .fit(let side), .width(let side): side
        case .original: Output.sides.upperBound
        case .within(let size), .fill(let size), .exact(let size), .pad(let size, _): size.longestSide
        }
    }
}

extension Output.Encoding {
    /// The format of the file; nil for pixels.
    package var format: ImageFormat? {
        switch self {
        case .jpeg: .jpeg
        case .png: .png
        case .webp: .webp
        case .avif: .avif
        case .jxl: .jxl
        case .gif: .gif
        case .pixels: nil
        }
    }

    /// The quality that was asked for; nil for the default, and for formats without one.
    package var quality: Int? {
        switch self {
        case .jpeg(let quality), .webp(let quality), .avif(let quality), .jxl(let quality): quality
        case .png, .gif, .pixels: nil
        }
    }

    /// The quality where none was asked for.
    func defaultQuality(for shape: Output.Shape) -> Int {
        switch self {
        case .avif: 60
        case .jxl: 80
        default: shape.longestSide <= 512 ? 97 : 98
        }
    }

    /// True for the formats that hold several frames: GIF and WebP.
    public var isAnimated: Bool {
        switch self {
        case .webp, .gif: true
        default: false
        }
    }

    /// The longest side of a file of the format, in pixels.
    var longestSide: Int {
        switch self {
        case .jpeg, .gif: 65_500
        case .webp: 16_383
        case .avif: 16_384
        case .png, .jxl, .pixels: Int.max
        }
    }
}
