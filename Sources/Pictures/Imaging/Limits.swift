/// Upper bounds for the cost of one image.
///
/// A file that exceeds one is refused, before memory is allocated if its header defines the cost.
public struct Limits: Hashable, Sendable {
    /// The most pixels of the input, width times height. Default 100 million.
    public var pixels: Int
    /// The largest input file, in bytes. Default 64 MiB. Of a RAW file on this machine its directories and its previews
    /// count, which alone are read.
    public var inputBytes: Int
    /// Decoded pixels that all images of this process may hold at the same time, in bytes. Default 1 GB.
    /// An image that fits waits for its turn; one that never could is refused.
    public var decodedBytes: Int
    /// The most scans of a progressive JPEG. Default 200.
    public var scans: Int
    /// The longest time for one image, in seconds of wall clock. Default 30.
    public var seconds: Double
    /// The formats that are decoded. Default ``/ImageTypes/ImageFormat/standard``. JPEG 2000 is never decoded, even
    /// when listed here.
    public var formats: Set<ImageFormat>

    /// Creates limits; each parameter has the default of its property.
    public init(
        pixels: Int = 100_000_000, inputBytes: Int = 64 << 20, decodedBytes: Int = 1_000_000_000, scans: Int = 200,
        seconds: Double = 30, formats: Set<ImageFormat> = ImageFormat.standard
    ) {
        self.pixels = pixels
        self.inputBytes = inputBytes
        self.decodedBytes = decodedBytes
        self.scans = scans
        self.seconds = seconds
        self.formats = formats
    }
}
