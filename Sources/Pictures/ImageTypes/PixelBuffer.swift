/// Decoded pixels: upright, 8-bit sRGB, interleaved, rows from the top without padding.
///
/// `bytes.count == size.width * size.height * channels`; `channels` is 3 (RGB) or 4 (RGB and straight alpha).
public struct PixelBuffer: Hashable, Sendable {
    /// The sides of the picture, in pixels.
    public let size: Size
    /// The number of channels: 3 (RGB) or 4 (RGB and straight alpha).
    public let channels: Int
    /// The samples, row by row from the top, with the channels of each pixel side by side.
    public let bytes: [UInt8]

    /// Creates a buffer of decoded pixels, 3 channels by default.
    ///
    /// Returns nil when a side is not positive, `channels` is neither 3 nor 4, or the number of bytes does not fit.
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
    /// The size and the number of channels; never the pixels.
    public var description: String { "\(size) pixels of \(channels) channels" }
}
