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

    /// True if a descriptor gets colors: by default a terminal that is not dumb. `NO_COLOR` or `CLICOLOR=0` forbid them,
    /// and `CLICOLOR_FORCE` wants them in files and pipes as well.
    static func isColored(_ descriptor: Int32) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        guard environment["NO_COLOR", default: ""].isEmpty else { return false }
        if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) { return true }
        return isatty(descriptor) == 1 && !isDumb && environment["CLICOLOR"] != "0"
    }

    /// The beginning of a line with an error, in red where standard error has colors.
    static var errorMark: String { isColored(STDERR_FILENO) ? "\u{1b}[1;31mmagpie:\u{1b}[0m" : "magpie:" }
}
