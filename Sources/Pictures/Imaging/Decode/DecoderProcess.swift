import CChildProcess
import CVipsShim
import Essentials

/// Drawings (SVG, PDF) and the data of a camera's sensor are decoded in a process of their own, because nothing else can
/// stop their decoders: a few bytes may ask for hours between two rows.
///
/// The process is the program itself, started with an argument that its `main` hands to ``serve(_:)``. A program that
/// does not offer that decodes them in its own process: ``Limits/seconds`` then counts between rows only.
package enum DecoderProcess {
    /// The first argument of the process.
    package static let argument = "decode"

    /// The program to start; nil where the host does not offer it.
    static let program = Locked<String?>(nil)

    /// Decodes drawings and the data of sensors in processes of this program from now on.
    package static func offer() {
        #if os(Linux)
            // Also where the file has been replaced meanwhile.
            program.withLock { $0 = "/proc/self/exe" }
        #else
            program.withLock { $0 = Bundle.main.executablePath }
        #endif
    }

    static let rowsAtOnce = 64

    /// Decodes the file on standard input to standard output. `words` are those behind ``argument``.
    ///
    /// The answer: a code of `cvs_code`; then sides, space and ``PixelSource/heldBytes`` in units of 1,024, as four bytes
    /// each; then, once the input ends, the same code in front of each strip of rows. A message follows a code other than
    /// 0.
    package static func serve(_ words: [String]) -> Int32 {
        guard words.count == 4, let format = ImageFormat(rawValue: words[0]), let seconds = UInt32(words[2]),
            let count = Int(words[3])
        else { return 1 }
        // Ends this process also where the other one has died.
        alarm(seconds)
        // LibRaw needs no more than memory. Where the system lacks a means, the others hold.
        if format == .raw { _ = ccp_confine(0) }
        guard let file = readAll(STDIN_FILENO, limit: count), file.count == count else { return 1 }
        do throws(ImageError) {
            try answer(file, format, isLenient: words[1] == "lenient")
            return 0
        } catch {
            return send([UInt8(error.wireCode)] + Array(error.detail.utf8)) ? 0 : 1
        }
    }

    private static func answer(_ file: [UInt8], _ format: ImageFormat, isLenient: Bool) throws(ImageError) {
        let header = ImageHeader(format: format, storedSize: Size(width: 0, height: 0))
        // Safe: the bytes live as long as the source, which the end of this function closes.
        try unsafe file.withUnsafeBufferPointer { bytes in
            Result { () throws(ImageError) in
                let source: any PixelSource =
                    format == .raw
                    ? try unsafe RawSource(bytes, isLenient: isLenient)
                    : try unsafe VipsSource(
                        bytes, header: header, isLenient: isLenient, scale: 1, keepsProfile: false)
                let numbers = [
                    source.size.width, source.size.height, Int(source.space.rawValue),
                    source.heldBytes.dividedUp(by: 1024),
                ]
                guard send([0] + numbers.flatMap { Array(littleEndian: UInt32($0)) }) else { return }
                // The input ends when there is memory for the picture.
                guard readAll(STDIN_FILENO) != nil else { return }
                let stride = source.size.width * source.bands
                var strip = [UInt8](repeating: 0, count: 1 + stride * rowsAtOnce)
                for top in Swift.stride(from: 0, to: source.size.height, by: rowsAtOnce) {
                    let rows = min(rowsAtOnce, source.size.height - top)
                    let area = Box(left: 0, top: top, width: source.size.width, height: rows)
                    // Safe: the strip has a byte and room for the rows.
                    try unsafe strip.withUnsafeMutableBufferPointer { strip in
                        Result { () throws(ImageError) in
                            try unsafe source.read(
                                area, of: 0, into: strip.baseAddress! + 1, stride: stride, isCut: false)
                        }
                    }.get()
                    guard send(strip.prefix(1 + stride * rows)) else { return }
                }
            }
        }.get()
    }

    /// False when nobody listens any more.
    private static func send(_ bytes: some Collection<UInt8>) -> Bool {
        writeAll(bytes, to: STDOUT_FILENO)
    }
}

extension ImageError {
    fileprivate var wireCode: UInt32 {
        switch self {
        case .missingLibrary: cvs_code.noLibrary.rawValue
        case .undecodable: cvs_code.undecodable.rawValue
        case .truncated: cvs_code.truncated.rawValue
        case _ where isOutOfMemory: cvs_code.noMemory.rawValue
        default: cvs_code.failed.rawValue
        }
    }

    fileprivate var detail: String {
        switch self {
        case .missingLibrary(let reason): reason
        case .undecodable(_, _, let detail), .truncated(_, let detail), .internal(_, let detail): detail
        case .unsupportedFormat(let found): found
        default: description
        }
    }
}
