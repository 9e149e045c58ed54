import Dispatch
import Essentials
import Imaging
import SQLite
import StepwiseSearch

/// A terminal in raw mode, on standard input and standard error, so that standard output is left to the result.
///
/// The mode of the terminal is restored when the command ends, also by a signal, and while it is stopped.
final class StepTerminal {
    private struct State {
        var original: termios
        var isRaw = false
        /// The whole screen has to be drawn.
        var isStale = true
    }

    private let state: Locked<State>
    /// The signals that end the command. Other watches of them are off meanwhile: they would leave the terminal in raw mode.
    private var ends: SignalWatch?
    private var pauses: (any DispatchSourceSignal)?

    /// Nil where there is no terminal that can move its cursor.
    init?() {
        var original = termios()
        // Safe: the structure outlives the call.
        guard isatty(STDERR_FILENO) == 1, !Terminal.isDumb, unsafe tcgetattr(STDIN_FILENO, &original) == 0 else {
            return nil
        }
        state = Locked(State(original: original))
        ends = SignalWatch([SIGINT, SIGTERM, SIGHUP, SIGQUIT], yields: false) { [state] number in
            StepTerminal.leave(state)
            Database.closeAll()
            _exit(128 + number)
        }
        pauses = DispatchSource.heardSignal(SIGTSTP, on: DispatchQueue(label: "magpie.terminal")) { [state] in
            StepTerminal.leave(state)
            kill(getpid(), SIGSTOP)
            StepTerminal.enter(state)
        }
        StepTerminal.enter(state)
    }

    deinit { StepTerminal.leave(state) }

    private static func enter(_ state: Locked<State>) {
        state.withLock { state in
            guard !state.isRaw else { return }
            var raw = state.original
            // Safe: the structure outlives both calls.
            unsafe cfmakeraw(&raw)
            guard unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { return }
            // The second screen, without a cursor.
            note("\u{1b}[?1049h\u{1b}[?25l")
            (state.isRaw, state.isStale) = (true, true)
        }
    }

    private static func leave(_ state: Locked<State>) {
        state.withLock { state in
            guard state.isRaw else { return }
            note("\u{1b}[?25h\u{1b}[?1049l")
            // Keys that nobody has read do not go to the shell. Safe: the structure outlives the call.
            tcflush(STDIN_FILENO, TCIFLUSH)
            _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &state.original)
            state.isRaw = false
        }
    }

    /// Walks until a destination is reached or the user ends it.
    func run(_ browser: inout StepBrowser<some LocalStepDirectory>) throws(StepError) -> ExitCode {
        defer { StepTerminal.leave(state) }
        var keys = KeyReader(STDIN_FILENO)
        var drawn: (screen: StepScreen, lines: [String])?
        while browser.destination == nil {
            let screen = StepTerminal.screen
            try browser.load(rows: screen.listRows)
            let lines = screen.lines(browser)
            draw(lines, over: drawn.flatMap { $0.screen.columns == screen.columns ? $0.lines : nil })
            drawn = (screen, lines)
            var key: Key?
            while key == nil {
                key = keys.next(milliseconds: 200)
                let now = StepTerminal.screen
                if now.columns != screen.columns || now.rows != screen.rows { break }
                if state.withLock({ $0.isStale }) { break }
            }
            guard let key else { continue }
            if key == .end { return .signal(SIGINT) }
            try browser.press(key, screen)
        }
        return .done
    }

    private func draw(_ lines: [String], over old: [String]?) {
        let isStale = state.withLock { state in
            defer { state.isStale = false }
            return state.isStale
        }
        let old = isStale ? nil : old
        var text = old == nil ? "\u{1b}[2J" : ""
        for (row, line) in lines.enumerated()
        where old == nil || !(old ?? []).indices.contains(row) || old?[row] != line {
            text += "\u{1b}[\(row + 1);1H\u{1b}[K" + line
        }
        state.withLock { state in
            if state.isRaw, !text.isEmpty { note(text) }
        }
    }

    private static var screen: StepScreen {
        var size = winsize()
        // Safe: the call fills the structure, which outlives it.
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return StepScreen(
            columns: isKnown ? Int(size.ws_col) : 80, rows: isKnown ? Int(size.ws_row) : 24,
            isStyled: Terminal.isColored(STDERR_FILENO))
    }
}

extension StepBrowser {
    fileprivate mutating func press(_ key: Key, _ screen: StepScreen) throws(StepError) {
        switch key {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -screen.listRows)
        case .pageDown: move(by: screen.listRows)
        case .first: move(by: -count)
        case .last: move(by: count)
        case .enter, .right:
            let lines = lines(rows: screen.listRows)
            if lines.indices.contains(cursor - top) { try select(lines[cursor - top]) }
        case .escape, .left: try back()
        case .backspace: deleteLast()
        case .clear: set(filter: "")
        case .text(let text): type(text)
        case .end: break
        }
    }
}
