// Pictures as Apple's frameworks have them. This file is compiled on Apple's systems only, where no check of this
// package runs; elsewhere it is parsed.

#if canImport(ImageIO)
    public import CoreGraphics
    internal import Foundation
    public import ImageIO
    internal import UniformTypeIdentifiers

    extension ImageInput {
        /// Makes an input from an image, encoded as a JPEG of the best quality.
        ///
        /// Encodes on the calling thread. Boxes and points count in its upright pixels.
        ///
        /// - Parameters:
        ///   - image: The pixels.
        ///   - orientation: The way in which they are turned. Default upright.
        /// - Throws: `image` for an image that cannot be encoded.
        public static func image(
            _ image: CGImage, orientation: CGImagePropertyOrientation = .up
        ) throws(ClientError) -> ImageInput {
            do throws(ImageError) {
                return .bytes(
                    try ImageIOPreparer.encoded(
                        image, as: .jpeg,
                        [
                            kCGImageDestinationLossyCompressionQuality: 1.0,
                            kCGImagePropertyOrientation: orientation.rawValue,
                        ]))
            } catch {
                throw ClientError(error)
            }
        }
    }
#endif

#if canImport(UIKit) && !os(watchOS)
    public import UIKit

    extension ImageInput {
        /// Makes an input from an image of UIKit, encoded as a JPEG of the best quality.
        ///
        /// Encodes on the calling thread. Boxes and points count in its upright pixels: its size in points times its
        /// scale.
        ///
        /// - Throws: `image` for an image without pixels.
        public static func image(_ image: UIImage) throws(ClientError) -> ImageInput {
            guard let data = image.jpegData(compressionQuality: 1) else { throw .image(.empty) }
            return .data(data)
        }
    }
#endif
