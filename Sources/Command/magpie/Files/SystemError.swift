import Essentials

/// The error code of a failed system call.
struct SystemError: Error, Hashable, Sendable {
    let code: Int32

    init(_ code: Int32) { self.code = code }

    /// The error of the last failed call of this thread.
    static var last: SystemError { SystemError(errno) }

    /// The system's text, such as "Permission denied".
    var text: String {
        var buffer = [UInt8](repeating: 0, count: 256)
        // Safe: strerror_r writes at most the given number of bytes, the last of them NUL.
        return unsafe buffer.withUnsafeMutableBytes { raw in
            let start = unsafe raw.baseAddress!.assumingMemoryBound(to: CChar.self)
            _ = unsafe strerror_r(code, start, raw.count)
            return unsafe String(cString: start)
        }
    }

    /// True if no disk space is left, or a file may not become larger: every further output would fail in the same way.
    var isDiskFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
    /// True if this process or the machine has no descriptors or no memory left: it is not the fault of the file.
    var isShortage: Bool { Shortage.codes.contains(code) }
    /// True if the same call may succeed later.
    var mayPass: Bool { isDiskFull || isShortage }
}
