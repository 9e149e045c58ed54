import Dispatch
import Essentials

/// The threads that this process may start.
enum SpareThreads {
    /// The threads that a command has at the same time, without those of `--jobs`.
    private static let minimum = 8
    static let shortage =
        "the system gives this process too few threads; raise the limit ('ulimit -u', or that of the container) and try "
        + "again"

    /// True where the threads can be started that every command needs. Dispatch waits for a thread without end, so that a
    /// command without any would hang.
    static var isSufficient: Bool {
        let (end, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        var started = 0
        while started < minimum,
            startThread({
                end.wait()
                ended.signal()
            })
        { started += 1 }
        for _ in 0..<started { end.signal() }
        for _ in 0..<started { ended.wait() }
        return started == minimum
    }
}
