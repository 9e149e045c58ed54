import Dispatch
internal import ImageTypes
import Synchronization

/// The threads that build lists: one, so that searches keep the other cores, and one for each core while somebody waits
/// for the lists.
final class BuildWorkers: Sendable {
    /// Once it is raised, no step begins any more. What was built by then is of no use.
    let cancellation: Cancellation
    private let waiting = Atomic(0)

    init(cancellation: Cancellation = Cancellation()) { self.cancellation = cancellation }

    /// Gives every core to the build while `body` waits for it.
    func whileWaiting(_ body: () -> Void) {
        waiting.add(1, ordering: .releasing)
        defer { waiting.subtract(1, ordering: .releasing) }
        body()
    }

    /// Calls `body` once for each number below `count`, on one thread or on several at the same time: what one call writes
    /// no other may read.
    func each(_ count: Int, _ body: (Int) -> Void) {
        for index in 0..<count where !cancellation.isCancelled {
            if waiting.load(ordering: .acquiring) > 0 {
                withoutActuallyEscaping(body) { body in
                    // Safe: the steps write to different places, as the callers promise, and all end before this call.
                    nonisolated(unsafe) let body = body
                    DispatchQueue.concurrentPerform(iterations: count - index) { later in
                        if !cancellation.isCancelled { unsafe body(index + later) }
                    }
                }
                return
            }
            body(index)
        }
    }

    /// As ``each(_:_:)``, with the results in order; without those of steps that did not begin.
    func map<Value: Sendable>(_ count: Int, _ body: (Int) -> Value) -> [Value] {
        let values = Locked([Value?](repeating: nil, count: count))
        each(count) { index in
            let value = body(index)
            values.withLock { $0[index] = value }
        }
        return values.withLock { $0 }.compactMap(\.self)
    }
}
