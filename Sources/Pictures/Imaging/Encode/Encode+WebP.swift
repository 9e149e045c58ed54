import CVipsShim

/// libwebp without libvips, for WebP of one picture: libvips takes 38 ms of CPU to start.
enum DirectWebP {
    /// False where libvips is to do all the work, as it does where libwebp cannot be opened. For tests.
    @TaskLocal static var isUsed = true
}

extension Encode {
    /// The file of a single picture; nil for an animation, and where libwebp cannot be used.
    static func webp(_ frames: Frames, _ coding: Coding, _ deadline: Deadline) throws(ImageError) -> [UInt8]? {
        guard frames.count == 1, DirectWebP.isUsed else { return nil }
        var file: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message = MessageBuffer()
        let size = frames.size
        // Safe: the raster has three bytes per pixel; the message buffer has CVS_MESSAGE_SIZE bytes.
        let code = unsafe message.with { text in
            unsafe frames.raster.bytes.withUnsafeBufferPointer { pixels in
                unsafe cvs_webp_encode(
                    pixels.baseAddress!, CInt(size.width), CInt(size.height), coding.settings, deadline.stop, &file,
                    &count, text)
            }
        }
        switch code {
        case .ok: break
        case .noLibrary: return nil
        case .timedOut: throw deadline.stopped(.encode)
        case .noMemory: throw .outOfMemory(.encode)
        default: throw .internal(stage: .encode, detail: message.text)
        }
        guard let file = unsafe file else { return nil }
        defer { unsafe cvs_free(file) }
        // Safe: the file has as many bytes.
        return unsafe [UInt8](UnsafeBufferPointer(start: file, count: count))
    }
}
