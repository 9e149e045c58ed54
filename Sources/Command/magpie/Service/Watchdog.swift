import Dispatch
import Essentials

/// Signs of life for the service manager, as long as the server can read its store.
///
/// A store whose disk hangs, or threads that all wait for each other, give no sign, and the manager starts the server
/// anew. A store that cannot be read, which another start would not change, is reported by `/readyz` instead.
final class Watchdog {
    private let timer: any DispatchSourceTimer

    /// Nil where the manager waits for no sign.
    init?(_ manager: ServiceManager, looking: @escaping @Sendable () -> Void) {
        guard let seconds = manager.watchdogSeconds else { return nil }
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "magpie.watchdog"))
        timer.schedule(deadline: .now(), repeating: seconds / 2, leeway: .milliseconds(100))
        timer.setEventHandler {
            looking()
            manager.tell(.alive)
        }
        timer.resume()
    }

    deinit { timer.cancel() }
}
