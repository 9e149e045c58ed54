/// Decoded pixels: upright, 8-bit sRGB, interleaved, rows from the top without padding.
///
/// `bytes.count == size.width * size.height * channels`; `channels` is 3 (RGB) or 4 (RGB and straight alpha).
public struct PixelBuffer: Hashable, Sendable {
    public let size: Size
    public let channels: Int
    public let bytes: [UInt8]

    /// Nil when the sides are not positive, `channels` is neither 3 nor 4, or the number of bytes does not fit.
    public init?(size: Size, channels: Int = 3, bytes: [UInt8]) {
        guard size.width > 0, size.height > 0, channels == 3 || channels == 4 else { return nil }
        let (count, overflow) = size.pixelCount.multipliedReportingOverflow(by: channels)
        guard !overflow, bytes.count == count else { return nil }
        self.size = size
        self.channels = channels
        self.bytes = bytes
    }
}

extension PixelBuffer: CustomStringConvertible {
    /// The size and the channels; never the pixels.
    public var description: String { "\(size) pixels of \(channels) channels" }
}
