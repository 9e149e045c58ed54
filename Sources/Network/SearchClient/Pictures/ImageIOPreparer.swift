#if canImport(ImageIO)
    internal import CoreGraphics
    internal import Foundation
    internal import ImageIO
    internal import UniformTypeIdentifiers

    /// Prepares pictures with ImageIO, on Apple's systems, where it is the preparer of a client that is given none.
    ///
    /// Decodes at the size that is wanted where the format allows it, so that a large photo needs little memory. Works
    /// off the caller's thread, on two pictures at a time. The checks of this package run on Linux, where this file is
    /// read and never compiled.
    public struct ImageIOPreparer: PicturePreparer {
        /// Creates a preparer.
        public init() {}

        /// Decodes, turns upright, cuts out, makes smaller and encodes, off the caller's thread.
        ///
        /// - Throws: ``/ImageTypes/ImageError`` for a picture that cannot be read or decoded, or a box outside of it,
        ///   `cancelled` when the task is cancelled before the picture is begun.
        public func prepare(
            _ picture: ImageInput, side: Int, quality: Int, box: Box?
        ) async throws(ImageError) -> PreparedPicture {
            try await Workers.files.run { cancellation throws(ImageError) in
                if cancellation.isCancelled { throw .cancelled(stage: .read) }
                let source = try Self.source(of: picture)
                let upright = try Self.uprightSize(of: source)
                let part = try Box.clamped(box, to: upright)
                let scale = min(1, Double(side) / Double(part.size.longestSide))
                let whole = try Self.upright(source, side: Int((Double(upright.longestSide) * scale).rounded(.up)))
                let image = part.size == upright ? whole : try Self.cut(part, of: upright, from: whole, side: side)
                return PreparedPicture(
                    jpeg: try Self.jpeg(of: image, quality: quality), uprightSize: upright, box: part,
                    size: Size(width: image.width, height: image.height))
            }
        }

        private static func source(of picture: ImageInput) throws(ImageError) -> CGImageSource {
            let data: Data
            switch picture {
            case .bytes(let bytes): data = Data(bytes)
            case .pixels(let pixels): data = Data(try encoded(pixels.image(), as: .tiff, [:]))
            case .file(let url):
                let path = url.path(percentEncoded: false)
                guard FileManager.default.fileExists(atPath: path) else { throw .notFound(path: path) }
                do { data = try Data(contentsOf: url) } catch {
                    throw .unreadable(path: path, reason: error.localizedDescription)
                }
            }
            if data.isEmpty { throw .empty }
            // The source keeps no pixels of its own; the thumbnail is all that is used.
            let options = [kCGImageSourceShouldCache: false] as CFDictionary
            guard let source = CGImageSourceCreateWithData(data as CFData, options),
                CGImageSourceGetCount(source) > 0
            else { throw .unsupportedFormat(found: "\(data.count) bytes") }
            return source
        }

        /// The size of the picture as a person sees it: orientations 5…8 lie on their side.
        private static func uprightSize(of source: CGImageSource) throws(ImageError) -> Size {
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
            guard let width = properties?[kCGImagePropertyPixelWidth] as? Int,
                let height = properties?[kCGImagePropertyPixelHeight] as? Int, width > 0, height > 0
            else { throw .undecodable(stage: .inspect, format: nil, detail: "it has no size") }
            let orientation = properties?[kCGImagePropertyOrientation] as? Int ?? 1
            let size = Size(width: width, height: height)
            return (5...8).contains(orientation) ? size.transposed : size
        }

        private static func upright(_ source: CGImageSource, side: Int) throws(ImageError) -> CGImage {
            let options =
                [
                    kCGImageSourceCreateThumbnailFromImageAlways: true,
                    kCGImageSourceCreateThumbnailWithTransform: true,
                    kCGImageSourceShouldCacheImmediately: true,
                    kCGImageSourceThumbnailMaxPixelSize: side,
                ] as [CFString: Any] as CFDictionary
            guard let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options) else {
                throw .undecodable(stage: .decode, format: nil, detail: "")
            }
            return image
        }

        private static func cut(
            _ part: Box, of upright: Size, from whole: CGImage, side: Int
        ) throws(ImageError) -> CGImage {
            let across = Double(whole.width) / Double(upright.width)
            let down = Double(whole.height) / Double(upright.height)
            let left = min(Int((Double(part.left) * across).rounded()), whole.width - 1)
            let top = min(Int((Double(part.top) * down).rounded()), whole.height - 1)
            let width = min(max(1, Int((Double(part.width) * across).rounded())), side, whole.width - left)
            let height = min(max(1, Int((Double(part.height) * down).rounded())), side, whole.height - top)
            guard let image = whole.cropping(to: CGRect(x: left, y: top, width: width, height: height)) else {
                throw .internal(stage: .resize, detail: "the part \(part) cannot be cut out")
            }
            return image
        }

        /// A JPEG in sRGB, on white where the picture is transparent. Only pixels go along, so that no place or time
        /// does.
        private static func jpeg(of image: CGImage, quality: Int) throws(ImageError) -> [UInt8] {
            try encoded(
                image, as: .jpeg,
                [
                    kCGImageDestinationLossyCompressionQuality: Double(quality) / 100,
                    kCGImageDestinationBackgroundColor: CGColor(gray: 1, alpha: 1),
                    kCGImageDestinationOptimizeColorForSharing: true,
                ])
        }

        /// The file of an image, in a format and with the properties that the format has.
        static func encoded(
            _ image: CGImage, as format: UTType, _ properties: [CFString: Any]
        ) throws(ImageError) -> [UInt8] {
            let data = NSMutableData()
            guard
                let destination = CGImageDestinationCreateWithData(
                    data as CFMutableData, format.identifier as CFString, 1, nil)
            else { throw .internal(stage: .encode, detail: "there is no encoder of \(format.identifier)") }
            CGImageDestinationAddImage(destination, image, properties as CFDictionary)
            guard CGImageDestinationFinalize(destination) else {
                throw .internal(stage: .encode, detail: "the picture cannot be encoded as \(format.identifier)")
            }
            return [UInt8](data as Data)
        }
    }

    extension PixelBuffer {
        fileprivate func image() throws(ImageError) -> CGImage {
            let alpha = channels == 4 ? CGImageAlphaInfo.last : .none
            guard let provider = CGDataProvider(data: Data(bytes) as CFData),
                let space = CGColorSpace(name: CGColorSpace.sRGB),
                // Safe: there is no array of decoding that could be read past its end.
                let image = unsafe CGImage(
                    width: size.width, height: size.height, bitsPerComponent: 8, bitsPerPixel: 8 * channels,
                    bytesPerRow: size.width * channels, space: space,
                    bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue), provider: provider, decode: nil,
                    shouldInterpolate: false, intent: .defaultIntent)
            else { throw .internal(stage: .read, detail: "no image can be made of \(self)") }
            return image
        }
    }
#endif
