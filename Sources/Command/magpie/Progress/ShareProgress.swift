import Essentials

/// Shows the share of a long step that is done, in one line that clears itself, while standard error is a terminal.
struct ShareProgress {
    private let text: String
    private let isShown: Bool

    /// - Parameter text: The step, such as "learning from the types".
    init(_ text: String, showing isWanted: Bool = true) {
        self.text = text
        isShown = isWanted && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb
    }

    /// - Parameter share: The part of the work that is done, 0…1.
    func show(_ share: Double) {
        if isShown { note(ProgressLine.clear + "\(text): \(Int(share * 100)) %") }
    }

    func end() {
        if isShown { note(ProgressLine.clear) }
    }
}
