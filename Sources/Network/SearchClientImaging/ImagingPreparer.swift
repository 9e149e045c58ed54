/// Prepares the pictures of a client with libvips, for servers and commands.
///
///     let client = SearchClient(configuration, preparer: .imaging)
///
/// Works on threads of its own, as many as there are cores.
public struct ImagingPreparer: PicturePreparer {
    /// The limits of a picture.
    private let limits: Limits

    /// Creates a preparer. Default the limits of Imaging.
    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Decodes, turns upright, resizes and encodes, off the caller's thread.
    ///
    /// - Throws: ``/ImageTypes/ImageError`` for a picture that cannot be decoded, `cancelled` when the task is
    ///   cancelled.
    public func prepare(
        _ picture: ImageInput, side: Int, quality: Int, box: Box?
    ) async throws(ImageError) -> PreparedPicture {
        let prepared = try await picture.prepared(as: Recipe(.fit(side, quality: quality), box: box), limits: limits)
        let output = prepared.outputs[0]
        return PreparedPicture(
            jpeg: output.bytes, uprightSize: prepared.uprightSize, box: prepared.box, size: output.size)
    }
}

extension PicturePreparer where Self == ImagingPreparer {
    /// Prepares pictures with libvips, within the limits of Imaging.
    public static var imaging: ImagingPreparer { ImagingPreparer() }
}
