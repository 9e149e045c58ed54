import CChildProcess
import CVipsShim
import Essentials

/// A picture that another process decodes: see ``DecoderProcess``. Reading takes no longer than the deadline, and the
/// process ends with this value at the latest.
@safe final class ProcessSource: PixelSource {
    private let child: ccp_child
    private let format: ImageFormat
    private let deadline: Deadline
    let size: Size
    let space: cvs_space
    let heldBytes: Int
    var profile: [UInt8]? { nil }
    /// The rows of the strip at hand, and the first one of them.
    private var strip: [UInt8] = []
    private var top = 0
    private var rows = 0
    /// The process may decode.
    private var isGoing = false

    init(
        _ bytes: UnsafeBufferPointer<UInt8>, format: ImageFormat, isLenient: Bool, program: String, deadline: Deadline
    ) throws(ImageError) {
        let seconds = Int(min(max(deadline.time - cvs_now(), 0), 1e6)) + 2
        let words = [
            program, DecoderProcess.argument, format.rawValue, isLenient ? "lenient" : "strict", "\(seconds)",
            "\(bytes.count)",
        ]
        let child = try ProcessSource.start(words)
        do throws(ImageError) {
            try unsafe ProcessSource.send(bytes, to: child, deadline)
            let numbers = try ProcessSource.answer(16, from: child, format, deadline)
            func number(_ index: Int) -> UInt32 { numbers.littleEndian(at: 4 * index) }
            size = Size(width: Int(number(0)), height: Int(number(1)))
            guard size.width > 0, size.height > 0, let space = cvs_space(rawValue: number(2)) else {
                throw .internal(stage: .decode, detail: "the process that decodes gave no size")
            }
            self.space = space
            heldBytes = 1024 * Int(number(3))
        } catch {
            ccp_end_child(child)
            throw error
        }
        self.child = child
        self.format = format
        self.deadline = deadline
    }

    func read(
        _ area: Box, of frame: Int, into target: UnsafeMutablePointer<UInt8>, stride: Int, isCut: Bool
    ) throws(ImageError) {
        let line = size.width * bands
        if !isGoing {
            isGoing = true
            ccp_finish_sending(child)
        }
        for row in 0..<area.height {
            while area.top + row >= top + rows {
                top += rows
                rows = min(DecoderProcess.rowsAtOnce, size.height - top)
                strip = try ProcessSource.answer(rows * line, from: child, format, deadline)
            }
            let start = (area.top + row - top) * line + area.left * bands
            // Safe: the caller provides memory for `area.height` rows of `stride` bytes; the strip holds the row.
            unsafe strip.withUnsafeBufferPointer {
                unsafe (target + row * stride).update(from: $0.baseAddress! + start, count: area.width * bands)
            }
        }
    }

    deinit { ccp_end_child(child) }

    private static func start(_ words: [String]) throws(ImageError) -> ccp_child {
        var child = ccp_child()
        // Safe: as many texts as words, each with its zero.
        let code = unsafe words.joined(separator: "\0").withCString { unsafe ccp_start($0, words.count, &child) }
        guard code == .ok else { throw .internal(stage: .decode, detail: "no process to decode in can be started") }
        return child
    }

    /// Seconds between two looks at a cancellation.
    private static let slice = 0.1

    /// The seconds to the next look at a cancellation, or to the deadline.
    private static func pause(_ deadline: Deadline) -> Double { min(slice, deadline.time - cvs_now()) }

    /// Sends the file. A child that ends early says why in its answer.
    private static func send(
        _ bytes: UnsafeBufferPointer<UInt8>, to child: ccp_child, _ deadline: Deadline
    ) throws(ImageError) {
        var sent = 0
        while sent < bytes.count {
            try deadline.check(.decode)
            var count = 0
            // Safe: what is left of the bytes.
            let code = unsafe ccp_send(
                child, bytes.baseAddress! + sent, bytes.count - sent, pause(deadline), &count)
            sent += count
            if code == .ended { break }
        }
    }

    /// Returns the next `count` bytes of the answer, behind a code that says that all is well.
    private static func answer(
        _ count: Int, from child: ccp_child, _ format: ImageFormat, _ deadline: Deadline
    ) throws(ImageError) -> [UInt8] {
        let code = try receive(1, from: child, deadline)
        guard let code = code.first else {
            throw .undecodable(stage: .decode, format: format, detail: "its decoder crashed")
        }
        if code == 0 {
            let bytes = try receive(count, from: child, deadline)
            guard bytes.count == count else {
                throw .undecodable(stage: .decode, format: format, detail: "its decoder crashed")
            }
            return bytes
        }
        let detail = String(decoding: try receive(400, from: child, deadline), as: UTF8.self)
        switch cvs_code(rawValue: UInt32(code)) {
        case .noLibrary: throw .missingLibrary(reason: detail)
        case .undecodable: throw .undecodable(stage: .decode, format: format, detail: detail)
        case .truncated: throw .truncated(stage: .decode, detail: detail)
        case .noMemory: throw .outOfMemory(.decode)
        default: throw .unsupportedFormat(found: detail)
        }
    }

    /// Returns fewer bytes only where the child has ended.
    private static func receive(
        _ count: Int, from child: ccp_child, _ deadline: Deadline
    ) throws(ImageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            try deadline.check(.decode)
            var got = 0
            let code = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                // Safe: what is left of the buffer.
                unsafe ccp_receive(child, buffer.baseAddress! + filled, count - filled, pause(deadline), &got)
            }
            filled += got
            if code == .ended { return Array(bytes.prefix(filled)) }
        }
        return bytes
    }
}
