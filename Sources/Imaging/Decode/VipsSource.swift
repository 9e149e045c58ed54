import CVipsShim

/// A picture opened by one named loader of libvips.
@safe final class VipsSource {
    private let handle: OpaquePointer
    private let format: ImageFormat
    let size: Size
    let space: cvs_space

    /// The bytes must outlive the source: libvips reads them late. `scale` counts for WebP only.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, header: ImageHeader, isLenient: Bool, scale: Double
    ) throws(ImageError) {
        var handle: OpaquePointer?
        var info = cvs_source_info(width: 0, height: 0, space: .rgb)
        var message = MessageBuffer()
        // Safe: the message buffer has CVS_MESSAGE_SIZE bytes.
        guard let loader = header.format.loader, unsafe message.with({ unsafe cvs_has_loader(loader, $0) }) == 1 else {
            if !message.text.isEmpty { throw .internal(stage: .decode, detail: message.text) }
            throw .unsupportedFormat(found: "\(header.format.rawValue), which the installed libvips cannot load,")
        }
        let request = cvs_source_request(
            lenient: isLenient ? 1 : 0, dropped_bands: CInt(header.ignoredSamples), scale: scale)
        // Safe: the caller keeps the bytes alive; the message buffer has CVS_MESSAGE_SIZE bytes.
        let code = unsafe message.with { text in
            unsafe cvs_source_open(loader, bytes.baseAddress!, bytes.count, request, &handle, &info, text)
        }
        guard code == .ok, let handle = unsafe handle else {
            throw VipsSource.error(code, format: header.format, isCut: header.isTruncated, detail: message.text)
        }
        unsafe self.handle = handle
        format = header.format
        size = Size(width: Int(info.width), height: Int(info.height))
        space = info.space
    }

    /// Bytes per pixel as delivered.
    var bands: Int { space == .cmyk || space == .rgba ? 4 : Int(space.rawValue) }

    /// The embedded color profile.
    var profile: [UInt8]? {
        var count = 0
        // Safe: libvips keeps the profile as long as the image; it is copied here.
        guard let bytes = unsafe cvs_source_profile(handle, &count), count > 0 else { return nil }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Reads whole rows of `area`. Call it from the top down.
    func read(
        _ area: Box, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool
    ) throws(ImageError) {
        var message = MessageBuffer()
        // Safe: the caller provides memory for `area.height` rows of `stride` bytes.
        let code = unsafe message.with { text in
            unsafe cvs_source_read(
                handle, CInt(area.left), CInt(area.top), CInt(area.width), CInt(area.height), target, stride, text)
        }
        if code != .ok { throw VipsSource.error(code, format: format, isCut: isCut, detail: message.text) }
    }

    /// The structure of the file decides between truncated and undecodable; libvips' text is only added.
    private static func error(_ code: cvs_code, format: ImageFormat, isCut: Bool, detail: String) -> ImageError {
        if code != .undecodable { return .internal(stage: .decode, detail: detail) }
        return isCut
            ? .truncated(stage: .decode, detail: detail)
            : .undecodable(stage: .decode, format: format, detail: detail)
    }

    deinit { unsafe cvs_source_close(handle) }
}

extension ImageFormat {
    var loader: cvs_loader? {
        switch self {
        case .png: .png
        case .webp: .webp
        case .gif: .gif
        case .tiff: .tiff
        case .heic, .avif: .heif
        case .svg: .svg
        case .jxl: .jxl
        case .pdf: .pdf
        case .jpeg, .jp2, .bmp, .ico, .ppm, .psd, .gzip: nil
        }
    }
}

/// The buffer for a message of the shim.
struct MessageBuffer {
    private var bytes = [CChar](repeating: 0, count: Int(CVS_MESSAGE_SIZE))

    mutating func with<Value>(_ body: (UnsafeMutablePointer<CChar>) -> Value) -> Value {
        // Safe: the array is not empty.
        unsafe bytes.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress!) }
    }

    var text: String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
