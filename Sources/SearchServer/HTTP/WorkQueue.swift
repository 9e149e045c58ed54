internal import Dispatch
internal import VisualSearch

/// A few threads for heavy work, and a line in front of them that has an end.
final class WorkQueue: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())
    private let threads: Int
    private let limit: Int

    init(threads: Int, limit: Int = .max) {
        self.threads = max(1, threads)
        self.limit = limit
    }

    var waiting: Int { state.withLock { $0.waiting.count } }
    var running: Int { state.withLock { $0.running } }
    var isFull: Bool { state.withLock { $0.running >= threads && $0.waiting.count >= limit } }

    /// False where the line is full; then `work` is not done.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, runsNow) = state.withLock { state in
            if state.running < threads {
                state.running += 1
                return (true, true)
            }
            guard state.waiting.count < limit else { return (false, false) }
            state.waiting.append(work)
            return (true, false)
        }
        // A serial queue has a thread at once; the common pool grows slowly while its threads wait for downloads.
        if runsNow { DispatchQueue(label: "magpie.images").async { self.run(work) } }
        return isTaken
    }

    /// Does `work` when those who came before have theirs, and gives what came of it. Blocks its thread; that of the
    /// queue goes on to the next in line without a pause, as no thread has to wake up in between.
    func perform<Value>(_ work: @escaping () -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        // Safe: one thread at a time uses both, for this one waits until the other is done.
        nonisolated(unsafe) let work = work
        nonisolated(unsafe) var result: Value?
        let isTaken = add {
            unsafe result = unsafe work()
            done.signal()
        }
        guard isTaken else { return unsafe work() }
        done.wait()
        return unsafe result!
    }

    private func run(_ first: @escaping @Sendable () -> Void) {
        var work: (@Sendable () -> Void)? = first
        while let each = work {
            each()
            work = takeNext()
        }
    }

    private func takeNext() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
