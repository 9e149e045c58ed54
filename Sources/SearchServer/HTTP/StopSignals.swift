internal import Dispatch
internal import Foundation
internal import VisualSearch

/// Hears SIGTERM and SIGINT, for commands that serve until they are told to stop. To be made before anything starts,
/// and kept until all has stopped: a second signal ends the process at once.
public final class StopSignals {
    private let arrived = DispatchSemaphore(value: 0)
    private let first = Locked<Int32?>(nil)
    private var sources: [any DispatchSourceSignal] = []

    public init() {
        let queue = DispatchQueue(label: "magpie.signals")
        sources = [SIGINT, SIGTERM].map { number in
            // Dispatch on Linux replaces the handler itself; to ignore the signal until then would lose it.
            #if !os(Linux)
                signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [arrived, first] in
                let isFirst = first.withLock { held in
                    defer { held = held ?? number }
                    return held == nil
                }
                if !isFirst { _exit(128 + number) }
                arrived.signal()
            }
            source.activate()
            return source
        }
    }

    /// Blocks until one of them comes, and gives its number. To be called once.
    public func wait() -> Int32 {
        arrived.wait()
        return first.withLock { $0 } ?? SIGTERM
    }
}
