import Essentials

/// The standard output stream. Each call is written out at once, so that a reader gets every line immediately.
struct StandardOutput: Sendable {
    /// The reader has closed the pipe (`EPIPE`) or the disk is full.
    struct Failure: Error {
        let cause: SystemError
    }

    var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// True if color and bold are to be used; see ``Terminal/isColored(_:)``.
    var isStyled: Bool { Terminal.isColored(STDOUT_FILENO) }

    /// The width of the terminal; nil for a file or a pipe.
    var columns: Int? { Terminal.columns(STDOUT_FILENO) }

    func write(_ text: String) throws(Failure) { try write(bytes: text.utf8) }

    func write(bytes: some Sequence<UInt8>) throws(Failure) {
        do throws(SystemError) {
            try writeAll(Array(bytes), to: STDOUT_FILENO)
        } catch {
            throw Failure(cause: error)
        }
    }
}

/// Writes all bytes, however often the system accepts only a part of them.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var start = 0
    while start < bytes.count {
        // Safe: the count is that of the slice.
        let count = unsafe bytes[start...].withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            start += count
        } else if errno == EAGAIN {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            // Safe: one structure, which outlives the call.
            _ = unsafe poll(&waiting, 1, -1)
        } else if errno != EINTR {
            throw SystemError.last
        }
    }
}

/// Writes logs and progress to standard error; a failed write is ignored.
func note(_ text: String) { try? writeAll(Array(text.utf8), to: STDERR_FILENO) }

/// Writes a line with an error to standard error, after the name of the command.
func noteError(_ text: String) { note("\(Terminal.errorMark) \(text)\n") }
