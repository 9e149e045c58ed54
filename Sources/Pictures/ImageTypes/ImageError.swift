public import Essentials

/// The stages that one image goes through, in the order in which they run. Each has a folder of its name in `Imaging`,
/// except `write`, which is the caller's.
public enum Stage: String, Hashable, Sendable, Codable, CaseIterable {
    case read, inspect
    /// Sizes, scales and boxes, computed from the header.
    case plan
    /// Decoding and resizing run together, row by row; what lies outside the box is skipped.
    case decode, resize
    case color, orient, encode, write
}

/// The reason an image could not be prepared. The list is closed; machines read ``code``.
public enum ImageError: Error, Hashable, Sendable, Codable {
    /// There is no file at this path.
    case notFound(path: String)
    /// The file is there but cannot be read; `reason` is the system's text.
    case unreadable(path: String, reason: String)
    /// The input has no bytes.
    case empty
    /// The bytes are not of a format that is decoded here; `found` describes them.
    case unsupportedFormat(found: String)
    /// The bytes look like `format`, but no picture can be made of them.
    case undecodable(stage: Stage, format: ImageFormat?, detail: String)
    /// The picture ends before its last row.
    case truncated(stage: Stage, detail: String)
    /// A limit of `Limits` is exceeded; `value` and `limit` are in `unit`.
    case tooLarge(stage: Stage, value: Int, limit: Int, unit: String)
    /// The box lies wholly outside the picture, or has one side of zero. Upright pixels.
    case boxOutside(box: Box, image: Size)
    /// The part of the picture in the box has too few pixels to be described; `least` is the smallest that has enough.
    case boxTooSmall(box: Box, least: Size)
    /// An output asks for more pixels than the preview of a RAW file has, though its sensor has more. Upright pixels;
    /// `output` is the size that was asked for.
    case previewTooSmall(output: Size, preview: Size, sensor: Size)
    /// The output could not be written; `reason` is the system's text.
    case writeFailed(path: String, reason: String)
    /// The image took longer than allowed.
    case timedOut(stage: Stage, seconds: Double)
    /// A value of the recipe is outside its range, such as a quality of 85; `allowed` is that range.
    case invalidRecipe(property: String, value: String, allowed: String)
    /// The task that asked for the image was cancelled before it was done.
    case cancelled(stage: Stage)
    /// A library is not there or does not start, and this picture needs it: libvips for everything but a plain JPEG, LibRaw
    /// for a RAW file that is to be developed. `reason` is the system's text and the package to install. No other picture
    /// of the kind can be prepared on this machine either.
    case missingLibrary(reason: String)
    /// The installed libraries cannot write this format. No picture can be written in it on this machine; `reason` is
    /// the library's text.
    case missingEncoder(format: ImageFormat, reason: String)
    /// A fault of Magpie or of a library below it.
    case `internal`(stage: Stage, detail: String)

    /// The machine-readable name, as in JSON.
    public var code: String {
        switch self {
        case .notFound: "notFound"
        case .unreadable: "unreadable"
        case .empty: "empty"
        case .unsupportedFormat: "unsupportedFormat"
        case .undecodable: "undecodable"
        case .truncated: "truncated"
        case .tooLarge: "tooLarge"
        case .boxOutside: "boxOutside"
        case .boxTooSmall: "boxTooSmall"
        case .previewTooSmall: "previewTooSmall"
        case .writeFailed: "writeFailed"
        case .timedOut: "timedOut"
        case .invalidRecipe: "invalidRecipe"
        case .cancelled: "cancelled"
        case .missingLibrary: "missingLibrary"
        case .missingEncoder: "missingEncoder"
        case .internal: "internal"
        }
    }

    /// The stage that failed.
    public var stage: Stage {
        switch self {
        case .notFound, .unreadable, .empty, .invalidRecipe: .read
        case .unsupportedFormat: .inspect
        case .boxOutside, .boxTooSmall, .previewTooSmall: .plan
        case .missingLibrary: .decode
        case .missingEncoder: .encode
        case .writeFailed: .write
        case .undecodable(let stage, _, _), .truncated(let stage, _), .tooLarge(let stage, _, _, _),
            .timedOut(let stage, _), .cancelled(let stage), .internal(let stage, _):
            stage
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// The fault, its place and, where known, the remedy, in one sentence.
    public var description: String {
        switch self {
        case .notFound(let path): "there is no file at \(path)"
        case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
        case .empty: "the input has no bytes"
        case .unsupportedFormat(let found): "the input is \(found), not JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF or RAW"
        case .undecodable(let stage, let format, let detail):
            "not a valid \(format?.rawValue ?? "image") (\(stage.rawValue))" + (detail.isEmpty ? "" : ": \(detail)")
        case .truncated(_, let detail):
            "the picture is cut off" + (detail.isEmpty ? "" : ": \(detail)")
        case .tooLarge(_, let value, let limit, let unit): "\(value) \(unit) exceed the limit of \(limit)"
        case .boxOutside(let box, _) where box.width <= 0 || box.height <= 0:
            "the box \(box) has no area; its right edge must be greater than its left one, its bottom than its top"
        case .boxOutside(let box, let image):
            "the box \(box) does not overlap the picture, which reaches from 0,0 to \(image.width),\(image.height)"
        case .boxTooSmall(let box, let least):
            "the box \(box) has only \(box.width) x \(box.height) pixels of the picture; "
                + "at least \(least.width) x \(least.height) are needed to describe it"
        case .previewTooSmall(let output, let preview, let sensor):
            "the RAW's preview is \(preview.width) x \(preview.height); the sensor has \(sensor.width) x \(sensor.height); "
                + "an output of \(output.width) x \(output.height) needs the RAW developed"
        case .writeFailed(let path, let reason): "cannot write \(path): \(reason)"
        case .timedOut(let stage, let seconds): "took longer than \(seconds) s (\(stage.rawValue))"
        case .invalidRecipe(let property, let value, let allowed):
            "the recipe's \(property) is \(value); allowed: \(allowed)"
        case .cancelled: "cancelled before it was done"
        case .missingLibrary(let reason): reason
        case .missingEncoder(let format, let reason):
            "this machine cannot write \(format.rawValue): \(reason); install libvips with this encoder"
                + (format == .avif ? ": libvips42, and libheif-plugin-aomenc where it exists (Debian, Ubuntu)" : "")
        case .internal(let stage, let detail): "internal fault (\(stage.rawValue)): \(detail)"
        }
    }
}

extension ImageError: LocalizedError {
    /// The same text as ``description``, so that `localizedDescription` returns it too.
    public var errorDescription: String? { description }
}
