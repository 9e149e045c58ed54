import CVipsShim

/// A WebP of one picture, decoded by libwebp without libvips when the first row is read.
@safe final class WebPSource: PixelSource {
    private let handle: OpaquePointer
    let size: Size
    let space: cvs_space
    let profile: [UInt8]?

    /// Nil where libvips is to read the file: an animation, or libwebp cannot be used. The bytes must outlive the source.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader, scale: Double) throws(ImageError) {
        guard DirectWebP.isUsed else { return nil }
        var handle: OpaquePointer?
        var info = unsafe cvs_webp_info()
        var message = MessageBuffer()
        // Safe: the caller keeps the bytes alive; the message buffer has CVS_MESSAGE_SIZE bytes.
        let code = unsafe message.with { text in
            unsafe cvs_webp_open(bytes.baseAddress!, bytes.count, scale, &handle, &info, text)
        }
        if code == .noLibrary { return nil }
        guard code == .ok, let handle = unsafe handle else {
            throw .decoder(code, format: .webp, isCut: header.isTruncated, detail: message.text)
        }
        unsafe self.handle = handle
        size = unsafe Size(width: Int(info.width), height: Int(info.height))
        space = unsafe info.space
        // Safe: the profile is a part of the file.
        profile = unsafe info.profile.map { unsafe [UInt8](UnsafeBufferPointer(start: $0, count: info.profile_size)) }
    }

    func read(
        _ area: Box, of frame: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool
    ) throws(ImageError) {
        var message = MessageBuffer()
        // Safe: the area is inside of the picture; the caller provides memory for `area.height` rows of `stride` bytes.
        let code = unsafe message.with { text in
            unsafe cvs_webp_read(
                handle, CInt(area.left), CInt(area.top), CInt(area.width), CInt(area.height), target, stride, text)
        }
        if code != .ok { throw .decoder(code, format: .webp, isCut: isCut, detail: message.text) }
    }

    deinit { unsafe cvs_webp_close(handle) }
}
