import Dispatch
import Foundation
import Imaging
import VisualSearch

/// Turns SIGINT and SIGTERM into a cancellation. Images that are being worked on finish; those that take longer than
/// a moment are dropped with the process, which leaves no partial output because outputs are renamed when whole.
final class Interruption {
    /// Schedulers wait about this long between SIGTERM and SIGKILL at the least; two is well below.
    static let grace = 2.0

    let cancellation = Cancellation()
    private let received = Locked<Int32?>(nil)
    private var sources: [any DispatchSourceSignal] = []

    init() {
        let queue = DispatchQueue(label: "magpie.signals")
        sources = [SIGINT, SIGTERM].map { number in
            // Dispatch on Linux replaces the handler itself; to ignore the signal until then would lose it.
            #if !os(Linux)
                signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            let received = received
            let cancellation = cancellation
            source.setEventHandler {
                let isFirst = received.withLock { held in
                    defer { held = held ?? number }
                    return held == nil
                }
                // Asked twice, or nothing moves: go at once.
                if !isFirst { _exit(ExitCode.signal(number).rawValue) }
                cancellation.cancel()
                queue.asyncAfter(deadline: .now() + Interruption.grace) { _exit(ExitCode.signal(number).rawValue) }
            }
            source.resume()
            return source
        }
    }

    /// The signal that came, if one did.
    var exitCode: ExitCode? { received.withLock { $0.map(ExitCode.signal) } }
}
