import CVipsShim

/// An opened picture that gives its rows, from the top down.
protocol PixelSource: AnyObject {
    /// The sides as delivered, of one frame.
    var size: Size { get }
    /// The frames that can be read, at least 1.
    var frames: Int { get }
    var space: cvs_space { get }
    /// The color profile of the rows; nil where they are in sRGB.
    var profile: [UInt8]? { get }
    /// Bytes that the decoder takes beside the rows, from the first read on.
    var heldBytes: Int { get }
    /// Reads whole rows of `area` of a frame, whose first is 0. Call it from the top down, frame after frame.
    func read(_ area: Box, of frame: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool)
        throws(ImageError)
}

extension PixelSource {
    var frames: Int { 1 }
    var heldBytes: Int { 0 }
    /// Bytes per pixel as delivered.
    var bands: Int { space == .cmyk || space == .rgba ? 4 : Int(space.rawValue) }
}

/// A picture opened by one named loader of libvips.
@safe final class VipsSource: PixelSource {
    private let handle: OpaquePointer
    private let format: ImageFormat
    let size: Size
    let frames: Int
    private(set) var space = cvs_space.rgb
    private(set) var profile: [UInt8]?

    /// The bytes must outlive the source: libvips reads them late. `scale` counts for WebP only.
    init(
        _ bytes: UnsafeBufferPointer<UInt8>, header: ImageHeader, isLenient: Bool, scale: Double, keepsProfile: Bool,
        allFrames: Bool = false
    ) throws(ImageError) {
        var handle: OpaquePointer?
        var info = cvs_source_info()
        var message = MessageBuffer()
        let unsupported = ImageError.unsupportedFormat(
            found: "\(header.format.rawValue), which the installed libvips cannot load,")
        guard let loader = header.format.loader else { throw unsupported }
        // Safe: the message buffer has CVS_MESSAGE_SIZE bytes.
        switch unsafe message.with({ unsafe cvs_has_loader(loader, $0) }) {
        case .ok: break
        case .noLibrary: throw .missingVips(message.text)
        default: throw unsupported
        }
        let request = cvs_source_request(header, isLenient: isLenient, scale: scale, allFrames: allFrames)
        // Safe: the caller keeps the bytes alive; the message buffer has CVS_MESSAGE_SIZE bytes.
        let code = unsafe message.with { text in
            unsafe cvs_source_open(loader, bytes.baseAddress!, bytes.count, request, &handle, &info, text)
        }
        guard code == .ok, let handle = unsafe handle else {
            throw .decoder(code, format: header.format, isCut: header.isTruncated, detail: message.text)
        }
        unsafe self.handle = handle
        format = header.format
        size = Size(width: Int(info.width), height: Int(info.height))
        frames = Int(info.frames)
        profile = header.codedSpace.map { $0.profile(isGray: info.space == .gray) } ?? embeddedProfile
        try convert(info, keepsProfile: keepsProfile)
        let started = unsafe message.with { unsafe cvs_source_start(handle, &space, $0) }
        guard started == .ok else {
            throw .decoder(started, format: format, isCut: header.isTruncated, detail: message.text)
        }
    }

    private var embeddedProfile: [UInt8]? {
        var count = 0
        // Safe: libvips keeps the profile as long as the image; it is copied here.
        guard let bytes = unsafe cvs_source_profile(handle, &count), count > 0 else { return nil }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    /// Converts to sRGB here what could not be converted after the resize, when there are 8 bits a sample and no alpha
    /// any more: samples of 16 bits, whose lower byte a linear profile needs for the darks, and gray and inks with alpha, which are neither gray nor inks once they lie on a background. RGB with alpha is converted later, which
    /// costs a tenth.
    private func convert(_ info: cvs_source_info, keepsProfile: Bool) throws(ImageError) {
        let channels = info.space == .gray ? 1 : info.space == .cmyk ? 4 : 3
        let hasAlpha = info.has_alpha != 0
        guard info.is_deep != 0 || (hasAlpha && channels != 3) else { return }
        let used = profile.flatMap { profile in
            ColorProfile.isNeeded(profile, channels: channels, keepsProfile: keepsProfile) ? profile : nil
        }
        guard used != nil || (hasAlpha && channels == 4) else { return }
        if info.is_deep != 0, let used, let curves = CurveProfile(used, channels: channels, samples: 65536),
            try map(curves.levels)
        {
            profile = curves.profileOfLevels
            return
        }
        var isConverted = try convert(used ?? [])
        if !isConverted, hasAlpha, channels == 4 { isConverted = try convert([]) }
        if isConverted { profile = nil }
    }

    /// Brings samples of 16 bits to 8.
    private func map(_ levels: [UInt8]) throws(ImageError) -> Bool {
        var message = MessageBuffer()
        // Safe: the shim copies the table, which has 65,536 entries for each channel.
        let code = unsafe message.with { text in
            unsafe levels.withUnsafeBufferPointer { unsafe cvs_source_map(handle, $0.baseAddress!, text) }
        }
        if code == .noMemory { throw .outOfMemory(.decode) }
        return code == .ok
    }

    private func convert(_ profile: [UInt8]) throws(ImageError) -> Bool {
        var message = MessageBuffer()
        // Safe: the shim copies the profile.
        let code = unsafe message.with { text in
            unsafe profile.withUnsafeBufferPointer { block in
                unsafe cvs_source_convert(handle, block.isEmpty ? nil : block.baseAddress, block.count, text)
            }
        }
        if code == .noMemory { throw .outOfMemory(.decode) }
        return code == .ok
    }

    func read(
        _ area: Box, of frame: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool
    ) throws(ImageError) {
        var message = MessageBuffer()
        // Safe: the caller provides memory for `area.height` rows of `stride` bytes.
        let code = unsafe message.with { text in
            unsafe cvs_source_read(
                handle, CInt(area.left), CInt(frame * size.height + area.top), CInt(area.width), CInt(area.height),
                target, stride, text)
        }
        if code != .ok { throw .decoder(code, format: format, isCut: isCut, detail: message.text) }
    }

    deinit { unsafe cvs_source_close(handle) }
}

extension ImageError {
    /// The structure of the file decides between truncated and undecodable; the text of the library is only added.
    static func decoder(_ code: cvs_code, format: ImageFormat, isCut: Bool, detail: String) -> ImageError {
        if code == .noLibrary { return .missingVips(detail) }
        if code == .noMemory { return .outOfMemory(.decode) }
        if code != .undecodable { return .internal(stage: .decode, detail: detail) }
        return isCut
            ? .truncated(stage: .decode, detail: detail)
            : .undecodable(stage: .decode, format: format, detail: detail)
    }
}

extension cvs_source_request {
    fileprivate init(_ header: ImageHeader, isLenient: Bool, scale: Double, allFrames: Bool) {
        // The parts that later frames cover differ.
        let covered =
            allFrames
            ? Box(left: 0, top: 0, width: 0, height: 0) : header.covered ?? Box(left: 0, top: 0, width: 0, height: 0)
        self.init(
            lenient: isLenient && !header.needsCodec ? 1 : 0, dropped_bands: CInt(header.ignoredSamples),
            all_frames: allFrames ? 1 : 0, scale: scale,
            page: CInt(header.page.page), subifd: CInt(header.page.below ?? -1),
            premultiplied: header.isPremultiplied ? 1 : 0, covered_left: CInt(covered.left),
            covered_top: CInt(covered.top), covered_width: CInt(covered.width), covered_height: CInt(covered.height))
    }
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
        case .jpeg, .raw, .jp2, .bmp, .ico, .ppm, .psd, .gzip: nil
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
