internal import Dispatch
internal import Essentials

/// Watches SIGINT and SIGTERM, or other signals that end a process, for commands that end in order.
///
/// Create it before anything starts, and keep it until all has stopped: a second signal ends the process at once, with the
/// exit code that shells expect.
package final class SignalWatch {
    /// The reaction of a watch to a signal.
    private struct Listener {
        let id: ObjectIdentifier
        let yields: Bool
        let hear: @Sendable () -> Void
    }

    private let arrived = DispatchSemaphore(value: 0)
    private let received = Locked<Int32?>(nil)
    private let signals: [Int32]

    /// All watches share one source for each signal. With a source each, one that yields could hear of a signal late, when
    /// the watch that took it is gone, and end a process that is ending in order.
    private static let sources = Locked<[Int32: any DispatchSourceSignal]>([:])
    private static let listeners = Locked<[Int32: [Listener]]>([:])
    private static let queue = DispatchQueue(label: "magpie.signals")

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
        self.signals = signals
        // Not the queue of the signals: work that blocks would keep a second one from being heard.
        let worker = DispatchQueue(label: "magpie.signals.work")
        for number in signals {
            let listener = Listener(id: ObjectIdentifier(self), yields: yields) { [arrived, received] in
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
                    SignalWatch.queue.asyncAfter(deadline: .now() + grace) {
                        lastly()
                        _exit(128 + number)
                    }
                }
            }
            SignalWatch.add(listener, for: number)
        }
    }

    deinit { for number in signals { SignalWatch.remove(ObjectIdentifier(self), from: number) } }

    private static func add(_ listener: Listener, for number: Int32) {
        sources.withLock { sources in
            listeners.withLock { $0[number, default: []].append(listener) }
            guard sources[number] == nil else { return }
            // Dispatch on Linux replaces the handler itself; to ignore the signal until then would lose it.
            #if !os(Linux)
                signal(number, SIG_IGN)
            #endif
            sources[number] = DispatchSource.heardSignal(number, on: queue) {
                let all = listeners.withLock { $0[number, default: []] }
                let first = all.filter { !$0.yields }
                for listener in first.isEmpty ? all : first { listener.hear() }
            }
        }
    }

    private static func remove(_ id: ObjectIdentifier, from number: Int32) {
        sources.withLock { sources in
            let isUnheard = listeners.withLock { listeners in
                listeners[number]?.removeAll { $0.id == id }
                return listeners[number]?.isEmpty ?? true
            }
            if isUnheard { sources.removeValue(forKey: number)?.cancel() }
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
