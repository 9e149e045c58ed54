public import Essentials

/// The source of an image: a file, the bytes of one, or pixels.
public enum ImageInput: Hashable, Sendable {
    /// A file on this machine; other URLs are unreadable. It is read into memory, never mapped, so a file cut short
    /// meanwhile is an error and not a crash. The data of a RAW file's sensor are not read.
    case file(URL)
    /// The bytes of an image file.
    case bytes([UInt8])
    /// Upright pixels that the caller already has.
    case pixels(PixelBuffer)

    /// Makes an input from the bytes of an image file.
    public static func data(_ data: Data) -> ImageInput { .bytes([UInt8](data)) }
}

extension ImageInput: CustomStringConvertible {
    /// The path or URL of a file, or the size of bytes or pixels; never the bytes.
    public var description: String {
        switch self {
        case .file(let url): "file \(url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString)"
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .pixels(let pixels): "\(pixels)"
        }
    }
}
