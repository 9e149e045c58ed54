public import Foundation
public import Imaging

/// The picture of a search.
public enum QueryImage: Hashable, Sendable {
    /// A file on this machine.
    case file(URL)
    /// The bytes of an image file.
    case bytes([UInt8])
    /// Upright pixels that the caller already has.
    case pixels(PixelBuffer)
    /// A picture that the service fetches.
    case url(String)
    /// An earlier upload, by the name that its answer gave.
    case id(String)

    /// What is prepared and uploaded; nil where the service has the picture or gets it by itself.
    var input: ImageInput? {
        switch self {
        case .file(let url): .file(url)
        case .bytes(let bytes): .bytes(bytes)
        case .pixels(let pixels): .pixels(pixels)
        case .url, .id: nil
        }
    }
}

/// How large and how good a picture is uploaded. It is always upright, a JPEG without metadata, and never enlarged.
public struct UploadSettings: Hashable, Sendable {
    /// The longest side in pixels, 1…1024.
    public let side: Int
    /// 0…1.
    public let quality: Double

    /// Values out of range are set to the nearest in range.
    public init(side: Int, quality: Double) {
        self.side = min(max(side, 1), 1024)
        self.quality = quality.isNaN ? 0.97 : min(max(quality, 0), 1)
    }

    /// 512 pixels at 0.97.
    public static let standard = UploadSettings(side: 512, quality: 0.97)
    /// 1024 pixels at 0.985, for pictures with small things.
    public static let highQuality = UploadSettings(side: 1024, quality: 0.985)
}
