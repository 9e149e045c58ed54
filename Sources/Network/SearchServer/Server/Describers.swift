internal import Dispatch
internal import Essentials

/// The threads on which pictures of insertions are described, beside those that answer searches.
///
/// They give way to all others: where searches want every core, insertions share a tenth of one, so that a search waits for
/// none of them.
package final class Describers: Sendable {
    private let threads: Workers

    /// - Parameter count: Pictures that are described at a time.
    package init(count: Int) { threads = Workers(threads: count) }

    /// Runs `work` after the work that was given before, and returns its result. Blocks its thread.
    package func perform<Value>(_ work: @escaping () -> Value) -> Value {
        // Safe: one thread at a time uses it, for this one waits until the other is done.
        nonisolated(unsafe) let work = work
        return threads.perform { givingWay { unsafe work() } }
    }
}

/// Runs `work` on a thread of low priority that ends with it, and returns its result. Blocks its own thread. A thread that
/// has lowered its priority may not raise it again, which is why those of a pool are not used. Where the system gives this
/// process no other thread, `work` runs here.
private func givingWay<Value>(_ work: @escaping () -> Value) -> Value {
    let done = DispatchSemaphore(value: 0)
    // Safe: one thread at a time uses both, for this one waits until the other is done.
    nonisolated(unsafe) let work = work
    nonisolated(unsafe) var result: Value?
    let hasThread = startThread {
        lowerPriority()
        unsafe result = unsafe work()
        done.signal()
    }
    guard hasThread else { return unsafe work() }
    done.wait()
    return unsafe result!
}

/// Lets other threads go before the calling one, and before those that it starts. It stays so until the thread ends.
/// On Linux alone: elsewhere the call would lower the whole process.
package func lowerPriority() {
    #if os(Linux)
        setpriority(__priority_which_t(0), 0, 10)
    #endif
}
