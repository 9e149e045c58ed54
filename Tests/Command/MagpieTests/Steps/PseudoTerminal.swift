import Foundation

@testable import magpie

/// A terminal of a certain size, as a program sees it, with the lines that it shows.
final class PseudoTerminal {
    private let master: Int32
    let slave: FileHandle
    private(set) var columns: Int
    private(set) var rows: Int
    /// The lines of the screen without codes of color.
    private(set) var lines: [String] = []
    /// Everything that was written, as it came.
    private(set) var raw = ""
    private var pending: [UInt8] = []

    init(columns: Int, rows: Int) throws {
        // As posix_openpt, unlockpt and ptsname do it, which Glibc's module lacks; see pty(7).
        // Safe: both names end with NUL, and the calls only read them.
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
        let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (lock, number): (CInt, CInt) = (0, 0)
        // Safe: both integers outlive the calls.
        guard master >= 0, unsafe ioctl(master, unlock, &lock) == 0, unsafe ioctl(master, getNumber, &number) == 0
        else {
            throw SystemError.last
        }
        let descriptor = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        slave = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        (self.columns, self.rows) = (columns, rows)
        resize(columns: columns, rows: rows)
    }

    deinit { close(master) }

    func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        // Safe: the structure outlives the call.
        _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// True where letters are shown as they are typed and lines can be edited, as in a shell.
    var isUsual: Bool {
        var state = termios()
        // Safe: the structure outlives the call.
        guard unsafe tcgetattr(slave.fileDescriptor, &state) == 0 else { return false }
        let usual = tcflag_t(ICANON) | tcflag_t(ECHO) | tcflag_t(ISIG)
        return state.c_lflag & usual == usual
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        // Safe: the count is that of the buffer.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(master, $0.baseAddress, $0.count) }
    }

    /// Reads until the screen is as wanted; false where it does not become so.
    func wait(seconds: Double = 120, until isWanted: (PseudoTerminal) -> Bool) -> Bool {
        let end = Date().addingTimeInterval(seconds)
        while Date() < end {
            if isWanted(self) { return true }
            var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            // Safe: one structure, which outlives the call; the count is that of the buffer.
            guard unsafe poll(&waiting, 1, 100) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = unsafe read(master, &buffer, buffer.count)
            if count <= 0 { return isWanted(self) }
            pending += buffer[..<count]
            take()
        }
        return false
    }

    /// Applies what was written, as far as its letters are whole.
    private func take() {
        guard let text = String(validating: pending, as: UTF8.self) else { return }
        pending = []
        raw += text
        lines = Array(repeating: "", count: rows)
        // From the last time that the screen was cleared.
        let start = raw.range(of: "\u{1b}[2J", options: .backwards)?.upperBound ?? raw.endIndex
        for part in raw[start...].components(separatedBy: "\u{1b}[").dropFirst() {
            guard let match = part.wholeMatch(of: /(\d+);1H/), let row = Int(match.1) else {
                show(part)
                continue
            }
            current = row - 1
        }
    }

    private var current = 0

    private func show(_ part: String) {
        guard lines.indices.contains(current) else { return }
        if part.hasPrefix("K") {
            lines[current] = String(part.dropFirst())
        } else if let color = part.prefixMatch(of: /\d+m/) {
            lines[current] += part[color.range.upperBound...]
        }
    }
}
