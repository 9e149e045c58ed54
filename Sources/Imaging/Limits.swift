/// What one image may cost. A file that would cost more is refused, before the memory is taken wherever its
/// header tells.
public struct Limits: Hashable, Sendable {
    /// Width times height of the input. Default 100 million.
    public var pixels: Int
    /// Size of the input file in bytes. Default 64 MiB.
    public var inputBytes: Int
    /// Decoded pixels that all images of this process may hold at the same time, in bytes. Default 1 GB.
    /// An image that fits waits for its turn; one that never could is refused.
    public var decodedBytes: Int
    /// Scans of a progressive JPEG. Default 200.
    public var scans: Int
    /// Time for one image, in seconds of wall clock. Default 30.
    public var seconds: Double
    /// The formats that are decoded. JPEG 2000 is never decoded, whatever stands here.
    public var formats: Set<ImageFormat>

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
