public import Foundation

extension ViSenze.LocalPicture {
    /// A file on this machine, which is prepared and uploaded.
    public static func file(_ url: URL) -> Self { local(.file(url)) }
    /// The bytes of an image file, which are prepared and uploaded.
    public static func data(_ data: Data) -> Self { local(.data(data)) }
}

#if canImport(ImageIO)
    public import CoreGraphics
    public import ImageIO

    extension ViSenze.LocalPicture {
        /// An image of Core Graphics, see `ImageInput.image(_:orientation:)`.
        public static func image(
            _ image: CGImage, orientation: CGImagePropertyOrientation = .up
        ) throws(ClientError) -> Self { local(try .image(image, orientation: orientation)) }
    }
#endif

#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension ViSenze.LocalPicture {
        /// An image of UIKit, such as one of the camera, see `ImageInput.image(_:)`.
        public static func image(_ image: UIImage) throws(ClientError) -> Self { local(try .image(image)) }
    }
#endif
