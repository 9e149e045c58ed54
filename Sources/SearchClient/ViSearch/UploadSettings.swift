/// The size and the quality of an uploaded picture. It is always upright, a JPEG without metadata, and never enlarged.
public struct UploadSettings: Hashable, Sendable {
    /// The longest side in pixels, 1…1024.
    package let side: Int
    /// The quality of the JPEG, 1…100.
    package let quality: Int

    /// Creates settings of a side and a quality.
    ///
    /// - Throws: `invalidArgument` for values out of range.
    public init(side: Int, quality: Int) throws(ClientError) {
        guard Output.sides.contains(side) else {
            let (least, most) = (Output.sides.lowerBound, Output.sides.upperBound)
            throw .invalidArgument("the longest side of an upload must be from \(least) to \(most) pixels, not \(side)")
        }
        guard Output.qualities.contains(quality) else {
            let (least, most) = (Output.qualities.lowerBound, Output.qualities.upperBound)
            throw .invalidArgument("the quality of an upload must be from \(least) to \(most), not \(quality)")
        }
        self.init(unchecked: side, quality)
    }

    private init(unchecked side: Int, _ quality: Int) {
        self.side = side
        self.quality = quality
    }

    /// 512 pixels at quality 97; the service's documents call it 0.97.
    public static let standard = UploadSettings(unchecked: 512, 97)
    /// 1024 pixels at quality 98 (0.985), for pictures with small objects.
    public static let highQuality = UploadSettings(unchecked: Output.sides.upperBound, 98)
}
