import Foundation

/// What is known of the terminal.
enum Terminal {
    /// The width of the terminal behind a descriptor, in characters; nil where there is none.
    static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        // Safe: the call fills the structure, which outlives it.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// How wide the help is set: as the terminal, within what reads well; 80 without one.
    static var helpColumns: Int { min(max(columns(STDOUT_FILENO) ?? 80, 40), 100) }

    /// It moves no cursor and knows no colors.
    static var isDumb: Bool { ProcessInfo.processInfo.environment["TERM"] == "dumb" }

    /// Whether color is welcome where there is a terminal.
    static var isColored: Bool {
        !isDumb && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    }
}
