import Foundation

/// Shows the progress of learning in one line that clears itself, while standard error is a terminal.
struct LearningProgress {
    private let isShown: Bool

    init(showing isWanted: Bool) { isShown = isWanted && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb }

    /// - Parameter share: The part of the work that is done, 0…1.
    func show(_ share: Double) {
        if isShown { note(ProgressLine.clear + "learning from the types: \(Int(share * 100)) %") }
    }

    func end() {
        if isShown { note(ProgressLine.clear) }
    }
}
