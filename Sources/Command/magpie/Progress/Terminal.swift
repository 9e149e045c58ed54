import Essentials

/// The properties of the terminal.
enum Terminal {
    /// Returns the width of the terminal behind a descriptor, in characters; nil where it is no terminal.
    static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        // Safe: the call fills the structure, which outlives it.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The width of the help: that of the terminal, from 40 to 100 columns; 80 without a terminal.
    static var helpColumns: Int { min(max(columns(STDOUT_FILENO) ?? 80, 40), 100) }

    /// True if the terminal neither moves the cursor nor shows colors.
    static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

    /// True if colors may be used on a terminal.
    static var isColored: Bool { !isDumb && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty }
}
