/// The size and the quality of an uploaded picture. A ``PicturePreparer`` makes it an upright JPEG without metadata,
/// never enlarged; without one these settings have no effect.
public struct UploadSettings: Hashable, Sendable {
    /// The longest side of the upload in pixels, 1…1024. A longer one that was asked for is 1024 here.
    public let side: Int
    /// The quality of the JPEG, 1…100.
    public let quality: Int
    /// The part of the picture that is sent, in upright pixels of the original. Default nil: all of it.
    ///
    /// For services that take no box, and for a small part of a large picture, which arrives with more detail. Boxes
    /// and points of a request remain pixels of the original.
    public var crop: Box?

    /// The sides that an upload may have, in pixels.
    static let sides = 1...1024
    /// The qualities that a JPEG may have.
    static let qualities = 1...100

    /// Creates settings of a side and a quality.
    ///
    /// The service uses no more than 1024 pixels. A longer side is brought down to that, as its own clients do, and
    /// ``side`` tells the one that is used.
    ///
    /// - Parameters:
    ///   - side: The longest side in pixels, 1 or more.
    ///   - quality: The quality of the JPEG, 1…100. Nil, the default, is 97 up to 512 pixels and 98 above.
    /// - Throws: `invalidArgument` for values out of range.
    public init(side: Int, quality: Int? = nil) throws(ClientError) {
        guard side >= UploadSettings.sides.lowerBound else {
            throw .invalidArgument("the longest side of an upload must be 1 pixel or more, not \(side)")
        }
        let used = min(side, UploadSettings.sides.upperBound)
        let quality = quality ?? (used <= UploadSettings.standard.side ? 97 : 98)
        guard UploadSettings.qualities.contains(quality) else {
            let (least, most) = (UploadSettings.qualities.lowerBound, UploadSettings.qualities.upperBound)
            throw .invalidArgument("the quality of an upload must be from \(least) to \(most), not \(quality)")
        }
        self.init(unchecked: used, quality)
    }

    /// Creates settings of a size, whose longer side counts, as for the service's own clients.
    ///
    /// - Throws: as ``init(side:quality:)``.
    public init(size: Size, quality: Int? = nil) throws(ClientError) {
        try self.init(side: max(size.width, size.height), quality: quality)
    }

    private init(unchecked side: Int, _ quality: Int) {
        self.side = side
        self.quality = quality
    }

    /// 512 pixels at quality 97; the service's documents call it 0.97.
    public static let standard = UploadSettings(unchecked: 512, 97)
    /// 1024 pixels at quality 98 (0.985), for pictures with small objects.
    public static let highQuality = UploadSettings(unchecked: UploadSettings.sides.upperBound, 98)
}
