import CRawShim
import CVipsShim

/// The library that develops RAW files.
package enum RawLibrary {
    /// The names that it is looked for by; nil for the usual ones. For tests.
    @TaskLocal package static var names: [String]?

    /// True where it is on this machine.
    package static var isThere: Bool {
        var sizes = craw_sizes()
        var message = MessageBuffer()
        // Safe: the byte outlives the call; the message buffer is as long as CRAW_MESSAGE_SIZE.
        let code = unsafe withUnsafePointer(to: UInt8(0)) { byte in
            unsafe message.with { text in unsafe withNames { unsafe craw_measure($0, byte, 1, &sizes, text) } }
        }
        return code != .noLibrary
    }

    fileprivate static func withNames<Value>(_ body: (UnsafePointer<CChar>?) -> Value) -> Value {
        guard let names else { return body(nil) }
        // Safe: each name has its zero, and the end of the text is the empty one.
        return unsafe names.map { $0 + "\0" }.joined().withCString { unsafe body($0) }
    }
}

/// The data of a camera's sensor, developed by LibRaw when the first row is read: upright, in sRGB, with the white balance
/// of the camera.
///
/// LibRaw is opened when it is needed, and never linked.
@safe final class RawSource: PixelSource {
    /// Bytes that LibRaw takes for a pixel of the sensor: as it is, in four colors, and developed.
    private static let bytesPerPixel = 16

    private let bytes: UnsafeBufferPointer<UInt8>
    private let isLenient: Bool
    private let sizes: craw_sizes
    /// Nil before the first read.
    private var picture: OpaquePointer?
    let size: Size
    var space: cvs_space { .rgb }
    var profile: [UInt8]? { nil }
    var heldBytes: Int {
        Self.bytesPerPixel * max(Int(clamping: min(sizes.sensor, 1 << 32)), size.pixelCount)
    }

    /// Finds the size; nothing is developed. The bytes must outlive the source.
    init(_ bytes: UnsafeBufferPointer<UInt8>, isLenient: Bool) throws(ImageError) {
        var sizes = craw_sizes()
        var message = MessageBuffer()
        // Safe: the buffer has as many bytes; that of the message is as long as CRAW_MESSAGE_SIZE.
        let code = unsafe message.with { text in
            unsafe RawLibrary.withNames { names in
                unsafe craw_measure(names, bytes.baseAddress!, bytes.count, &sizes, text)
            }
        }
        guard code == .ok else { throw RawSource.error(code, message.text) }
        unsafe self.bytes = bytes
        self.isLenient = isLenient
        self.sizes = sizes
        size = Size(width: Int(sizes.width), height: Int(sizes.height))
    }

    func read(
        _ area: Box, of frame: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool
    ) throws(ImageError) {
        if unsafe picture == nil { try develop() }
        // Safe: the area is inside of the picture; the caller provides memory for `area.height` rows of `stride` bytes.
        unsafe craw_read(picture!, area.left, area.top, area.width, area.height, target, stride)
    }

    private func develop() throws(ImageError) {
        var made: OpaquePointer?
        var message = MessageBuffer()
        // Safe: the caller keeps the bytes alive; the message buffer is as long as CRAW_MESSAGE_SIZE.
        let code = unsafe message.with { text in
            unsafe RawLibrary.withNames { names in
                unsafe craw_develop(
                    names, bytes.baseAddress!, bytes.count, isLenient ? 1 : 0, sizes, &made, text)
            }
        }
        guard code == .ok, let made = unsafe made else { throw RawSource.error(code, message.text) }
        unsafe picture = made
    }

    private static func error(_ code: craw_code, _ detail: String) -> ImageError {
        switch code {
        case .noLibrary: .missingLibRaw(detail)
        case .truncated: .truncated(stage: .decode, detail: detail)
        case .noMemory: .outOfMemory(.decode)
        case .ok, .undecodable: .undecodable(stage: .decode, format: .raw, detail: detail)
        }
    }

    deinit {
        if let picture = unsafe picture { unsafe craw_close(picture) }
    }
}
