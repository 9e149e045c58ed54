internal import Dispatch
internal import Essentials

/// Watches SIGINT and SIGTERM, or other signals that end a process, for commands that end in order. Create it before anything starts, and keep it until all
/// has stopped: a second signal ends the process at once, with the exit code that shells expect.
package final class SignalWatch {
    private let arrived = DispatchSemaphore(value: 0)
    private let received = Locked<Int32?>(nil)
    private var sources: [any DispatchSourceSignal] = []
    private let yields: Bool
    /// The watches before which one that yields stands back.
    private static let others = Locked(0)

    /// - Parameters:
    ///   - grace: seconds after the first signal when the process is ended in any case; nil, the default, never.
    ///   - lastly: called before the process is ended then.
    ///   - work: called once, at the first signal, on a thread of its own.
    package convenience init(
        grace: Double? = nil, lastly: @escaping @Sendable () -> Void = {}, _ work: @escaping @Sendable () -> Void = {}
    ) {
        self.init(yields: false, grace: grace, lastly: lastly) { _ in work() }
    }

    /// - Parameters:
    ///   - signals: the numbers of the signals; default SIGINT and SIGTERM.
    ///   - yields: does nothing while there is another watch.
    ///   - work: gets the signal.
    package init(
        _ signals: [Int32] = [SIGINT, SIGTERM], yields: Bool, grace: Double? = nil,
        lastly: @escaping @Sendable () -> Void = {}, _ work: @escaping @Sendable (Int32) -> Void
    ) {
        self.yields = yields
        if !yields { SignalWatch.others.withLock { $0 += 1 } }
        let queue = DispatchQueue(label: "magpie.signals")
        // Not the queue of the signals: work that blocks would keep a second one from being heard.
        let worker = DispatchQueue(label: "magpie.signals.work")
        sources = signals.map { number in
            // Dispatch on Linux replaces the handler itself; to ignore the signal until then would lose it.
            #if !os(Linux)
                signal(number, SIG_IGN)
            #endif
            return DispatchSource.heardSignal(number, on: queue) { [arrived, received] in
                if yields, SignalWatch.others.withLock({ $0 }) > 0 { return }
                let isFirst = received.withLock { held in
                    defer { held = held ?? number }
                    return held == nil
                }
                // After a second signal, or without progress: exit at once.
                if !isFirst { _exit(128 + number) }
                worker.async {
                    work(number)
                    arrived.signal()
                }
                if let grace {
                    queue.asyncAfter(deadline: .now() + grace) {
                        lastly()
                        _exit(128 + number)
                    }
                }
            }
        }
    }

    deinit { if !yields { SignalWatch.others.withLock { $0 -= 1 } } }

    /// The signal that came, if one did.
    package var caught: Int32? { received.withLock { $0 } }

    /// Blocks until one of them comes, and returns its number. To be called once.
    package func wait() -> Int32 {
        arrived.wait()
        return caught ?? SIGTERM
    }
}
