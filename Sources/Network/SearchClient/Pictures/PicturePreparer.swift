/// Makes pictures ready for an upload. The client itself decodes no pixels.
///
/// On Apple's systems a client has `ImageIOPreparer` by default; on a server `import SearchClientImaging` gives
/// `.imaging`. A client without a preparer sends the bytes of a picture as they are, with its metadata: also the place
/// where a phone took it.
public protocol PicturePreparer: Sendable {
    /// Decodes a picture, turns it upright, cuts out a part, makes it smaller and encodes it as a JPEG without
    /// metadata. The aspect ratio stays, and nothing is enlarged.
    ///
    /// - Parameters:
    ///   - picture: A file, the bytes of one, or pixels.
    ///   - side: The longest side of the result in pixels, 1…1024.
    ///   - quality: The quality of the JPEG, 1…100.
    ///   - box: The part to cut out, in upright pixels of the original; what reaches out of the picture is cut off. Nil
    ///     for all of it.
    /// - Throws: ``/ImageTypes/ImageError`` for a picture that cannot be prepared, `cancelled` when the task is
    ///   cancelled.
    func prepare(
        _ picture: ImageInput, side: Int, quality: Int, box: Box?
    ) async throws(ImageError) -> PreparedPicture
}

/// A picture that is ready for an upload.
public struct PreparedPicture: Hashable, Sendable {
    /// The bytes of the JPEG.
    public let jpeg: [UInt8]
    /// The size of the original, upright, in pixels.
    public let uprightSize: Size
    /// The part of the original that the JPEG shows, in upright pixels of the original.
    public let box: Box
    /// The size of the JPEG in pixels.
    public let size: Size

    /// Creates a prepared picture. The values are not checked.
    ///
    /// - Parameters:
    ///   - jpeg: The bytes of the JPEG.
    ///   - uprightSize: The size of the original, upright, in pixels.
    ///   - box: The part that the JPEG shows, in upright pixels of the original.
    ///   - size: The size of the JPEG in pixels.
    public init(jpeg: [UInt8], uprightSize: Size, box: Box, size: Size) {
        self.jpeg = jpeg
        self.uprightSize = uprightSize
        self.box = box
        self.size = size
    }
}
