import Dispatch
import Essentials
import VisualSearch

/// Counts processed inputs and, while standard error is a terminal, shows progress in one line that clears itself.
final class Progress: Sendable {
    private struct State {
        var tally = Tally()
        var total: ProgressLine.Total?
        var line = ProgressLine()
        var isEnded = false
    }

    let isShown: Bool
    private let state = Locked(State())
    private let start = ContinuousClock.now
    private let queue = DispatchQueue(label: "magpie.progress")

    init(showing isWanted: Bool) {
        isShown = isWanted && isatty(STDERR_FILENO) == 1 && !Terminal.isDumb
        if isShown { scheduleDrawing() }
    }

    /// The counts so far.
    var tally: Tally {
        var tally = state.withLock { $0.tally }
        tally.seconds = elapsed
        return tally
    }

    func update(_ change: (inout Tally) -> Void) { state.withLock { change(&$0.tally) } }

    /// The number of inputs; nil until it is known.
    var total: Int? { state.withLock { $0.total?.inputs } }

    /// Writes a message on a line of its own; the progress continues below it.
    func say(_ text: String) {
        state.withLock { state in
            note((isShown && !state.isEnded ? ProgressLine.clear : "") + text + "\n")
        }
    }

    /// Counts the inputs and their bytes on another thread, so that the remaining time can be estimated.
    func count(_ inputs: Inputs, jobs: Int, isCancelled: @escaping @Sendable () -> Bool) {
        DispatchQueue.global(qos: .utility).async { [self] in
            var total = ProgressLine.Total(inputs: 0, bytes: 0, jobs: jobs)
            for item in inputs.items(isCancelled: isCancelled) {
                total.inputs += 1
                // File systems may report any size.
                let size = (try? FileStatus.of(item.path).size) ?? 0
                total.bytes = total.bytes.addingReportingOverflow(size).partialValue
                if isCancelled() || state.withLock({ $0.isEnded }) { return }
            }
            state.withLock { $0.total = total }
        }
    }

    /// Clears the line. Nothing is drawn afterwards.
    func end() {
        let isFirst = state.withLock { state in
            defer { state.isEnded = true }
            return !state.isEnded
        }
        if isShown, isFirst { note(ProgressLine.clear) }
    }

    private var elapsed: Double { start.duration(to: .now) / .seconds(1) }

    /// Ten times a second.
    private func scheduleDrawing() {
        queue.asyncAfter(deadline: .now() + 0.1) { [weak self] in
            guard let self else { return }
            let goesOn = state.withLock { state in
                guard !state.isEnded else { return false }
                // Written under the lock, so that nothing follows the clearing.
                let columns = Terminal.columns(STDERR_FILENO) ?? 80
                note(state.line.draw(state.tally, total: state.total, seconds: elapsed, columns: columns))
                return true
            }
            if goesOn { scheduleDrawing() }
        }
    }
}
