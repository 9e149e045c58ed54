public import Foundation

/// Where an image comes from.
public enum ImageInput: Hashable, Sendable {
    /// A file on this machine. It is read into memory, never mapped, so a file cut short meanwhile is an error
    /// and not a crash.
    case file(URL)
    /// The bytes of an image file.
    case bytes([UInt8])
    /// Upright pixels that the caller already has.
    case pixels(PixelBuffer)
}
