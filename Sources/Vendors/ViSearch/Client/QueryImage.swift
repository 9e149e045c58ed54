public import Foundation

/// The picture of a search.
public enum QueryImage: Hashable, Sendable {
    /// A picture of this machine, which is prepared and uploaded.
    case local(ImageInput)
    /// A picture that the service fetches.
    case url(String)
    /// An earlier upload, by the name that its answer gave.
    case id(String)
    /// A feature that `extractFeature` gave, as base64.
    case feature(String)

    /// A file on this machine.
    public static func file(_ url: URL) -> QueryImage { .local(.file(url)) }
    /// The bytes of an image file.
    public static func bytes(_ bytes: [UInt8]) -> QueryImage { .local(.bytes(bytes)) }
    /// The bytes of an image file.
    public static func data(_ data: Data) -> QueryImage { .local(.data(data)) }
    /// Upright pixels that the caller already has.
    public static func pixels(_ pixels: PixelBuffer) -> QueryImage { .local(.pixels(pixels)) }
}

#if canImport(ImageIO)
    public import CoreGraphics
    public import ImageIO

    extension QueryImage {
        /// An image of Core Graphics, see `ImageInput.image(_:orientation:)`.
        public static func image(
            _ image: CGImage, orientation: CGImagePropertyOrientation = .up
        ) throws(ClientError) -> QueryImage { .local(try .image(image, orientation: orientation)) }
    }
#endif

#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension QueryImage {
        /// An image of UIKit, such as one of the camera, see `ImageInput.image(_:)`.
        public static func image(_ image: UIImage) throws(ClientError) -> QueryImage { .local(try .image(image)) }
    }
#endif
