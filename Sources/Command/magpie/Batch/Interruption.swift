import Imaging
import SQLite

/// Turns SIGINT and SIGTERM into a cancellation. Images in progress finish; those that take longer than a moment are
/// dropped with the process, which leaves no partial output because outputs are renamed when complete.
final class Interruption {
    /// Schedulers wait about this long between SIGTERM and SIGKILL at the least; two is well below.
    static let grace = 2.0

    let cancellation: Cancellation
    private let signals: SignalWatch

    /// - Parameter grace: Seconds after the signal when the process is ended in any case.
    init(grace: Double = Interruption.grace) {
        let cancellation = Cancellation()
        self.cancellation = cancellation
        signals = SignalWatch(grace: grace, lastly: Database.closeAll) { cancellation.cancel() }
    }

    /// The signal that came, if one did.
    var exitCode: ExitCode? { signals.caught.map(ExitCode.signal) }
}
