import CPNG
import CVipsShim

/// A PNG, opened by our own reader; libvips is not started.
@safe final class PNGSource: PixelSource {
    private let reader: OpaquePointer
    let size: Size
    let space: cvs_space
    private(set) var profile: [UInt8]?
    let heldBytes: Int

    /// Nil where a color engine has to convert the samples before they have 8 bits and lie on a background.
    ///
    /// The bytes must outlive the source. All rows are unpacked at once where that takes no more than `room` bytes.
    init?(
        _ bytes: UnsafeBufferPointer<UInt8>, header: ImageHeader, isLenient: Bool, keepsProfile: Bool, room: Int
    ) throws(ImageError) {
        var reader: OpaquePointer?
        var info = cpn_info()
        var fault: UnsafePointer<CChar>?
        // Safe: the caller keeps the bytes alive.
        let code = unsafe cpn_open(
            bytes.baseAddress!, bytes.count, isLenient ? 1 : 0, max(room, 0), &reader, &info, &fault)
        guard code == .ok, let reader = unsafe reader else {
            throw unsafe PNGSource.error(code, isCut: header.isTruncated, fault)
        }
        unsafe self.reader = reader
        size = Size(width: Int(info.width), height: Int(info.height))
        space = info.channels == 4 ? .rgba : info.channels == 3 ? .rgb : .gray
        heldBytes = Int(clamping: info.held)
        let embedded = unsafe PNGSource.profile(of: reader)
        profile = header.codedSpace.map { $0.profile(isGray: info.is_gray != 0) } ?? embedded
        guard info.is_deep != 0 || (info.has_alpha != 0 && info.is_gray != 0), let profile else { return }
        let channels = info.is_gray != 0 ? 1 : 3
        guard ColorProfile.isNeeded(profile, channels: channels, keepsProfile: keepsProfile) else { return }
        guard info.is_deep != 0, let curves = CurveProfile(profile, channels: channels, samples: 65536) else {
            return nil
        }
        // Safe: the reader copies the table, which has 65,536 entries for each channel.
        guard unsafe cpn_map(reader, curves.levels) == .ok else { throw .outOfMemory(.decode) }
        self.profile = curves.profileOfLevels
    }

    /// A color engine has to convert the samples, as ``init(_:header:isLenient:keepsProfile:room:)`` finds.
    static func isForVips(
        _ bytes: UnsafeBufferPointer<UInt8>, _ header: ImageHeader, keepsProfile: Bool
    ) throws(ImageError) -> Bool {
        guard header.hasProfile || header.codedSpace != nil, header.bitDepth == 16 || header.hasAlpha else {
            return false
        }
        return try unsafe PNGSource(bytes, header: header, isLenient: true, keepsProfile: keepsProfile, room: 0) == nil
    }

    private static func profile(of reader: OpaquePointer) -> [UInt8]? {
        var count = 0
        // Safe: the reader keeps the profile as long as it lives; it is copied here.
        guard let bytes = unsafe cpn_profile(reader, &count), count > 0 else { return nil }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    }

    func read(
        _ area: Box, of frame: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool
    ) throws(ImageError) {
        var fault: UnsafePointer<CChar>?
        // Safe: the area is inside of the picture; the caller provides memory for `area.height` rows of `stride` bytes.
        let code = unsafe cpn_read(
            reader, CInt(area.left), CInt(area.top), CInt(area.width), CInt(area.height), target, stride, &fault)
        if code != .ok { throw unsafe PNGSource.error(code, isCut: isCut, fault) }
    }

    private static func error(_ code: cpn_code, isCut: Bool, _ fault: UnsafePointer<CChar>?) -> ImageError {
        // Safe: the texts of the reader live as long as the program.
        let detail = unsafe fault.map { unsafe String(cString: $0) } ?? ""
        return switch code {
        case .noMemory: .outOfMemory(.decode)
        case .noLibrary: .missingZlib
        default:
            isCut
                ? .truncated(stage: .decode, detail: detail)
                : .undecodable(stage: .decode, format: .png, detail: detail)
        }
    }

    deinit { unsafe cpn_close(reader) }
}
