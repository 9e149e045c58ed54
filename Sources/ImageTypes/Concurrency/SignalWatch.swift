internal import Dispatch
internal import Foundation

/// Watches SIGINT and SIGTERM, for commands that end in order. Create it before anything starts, and keep it until all
/// has stopped: a second signal ends the process at once, with the exit code that shells expect.
package final class SignalWatch {
    private let arrived = DispatchSemaphore(value: 0)
    private let received = Locked<Int32?>(nil)
    private var sources: [any DispatchSourceSignal] = []

    /// - Parameters:
    ///   - grace: seconds after the first signal when the process is ended in any case; nil, the default, never.
    ///   - work: called once, at the first signal, on a thread of its own.
    package init(grace: Double? = nil, _ work: @escaping @Sendable () -> Void = {}) {
        let queue = DispatchQueue(label: "magpie.signals")
        // Not the queue of the signals: work that blocks would keep a second one from being heard.
        let worker = DispatchQueue(label: "magpie.signals.work")
        sources = [SIGINT, SIGTERM].map { number in
            // Dispatch on Linux replaces the handler itself; to ignore the signal until then would lose it.
            #if !os(Linux)
                signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [arrived, received] in
                let isFirst = received.withLock { held in
                    defer { held = held ?? number }
                    return held == nil
                }
                // After a second signal, or without progress: exit at once.
                if !isFirst { _exit(128 + number) }
                worker.async {
                    work()
                    arrived.signal()
                }
                if let grace { queue.asyncAfter(deadline: .now() + grace) { _exit(128 + number) } }
            }
            source.activate()
            return source
        }
    }

    /// The signal that came, if one did.
    package var caught: Int32? { received.withLock { $0 } }

    /// Blocks until one of them comes, and returns its number. To be called once.
    package func wait() -> Int32 {
        arrived.wait()
        return caught ?? SIGTERM
    }
}
