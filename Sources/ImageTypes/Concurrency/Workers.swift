internal import Dispatch

/// A bounded number of threads for blocking work, and a bounded queue in front of them.
///
/// All heavy work of the package runs on these: batches, asynchronous calls, the pictures of a server. A thread is
/// taken from Dispatch when work comes, and given back when none waits.
package final class Workers: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
        /// Runs after `waiting`, but for every fourth turn.
        var patient: [@Sendable () -> Void] = []
        var turn = 0
    }

    private let state = Locked(State())
    private let threads: Int
    private let limit: Int

    /// - Parameters:
    ///   - threads: Threads that work at the same time, at least 1.
    ///   - limit: Work that may wait. Default: without limit.
    package init(threads: Int, limit: Int = .max) {
        precondition(threads > 0 && limit >= 0, "workers need a thread, and a queue of no negative length")
        self.threads = threads
        self.limit = limit
    }

    package var waiting: Int { state.withLock { $0.waiting.count + $0.patient.count } }
    package var running: Int { state.withLock { $0.running } }
    package var isFull: Bool {
        state.withLock { $0.running >= threads && $0.waiting.count + $0.patient.count >= limit }
    }

    /// Queues `work`. False where the queue is full; then `work` is not done.
    ///
    /// - Parameter isPatient: Other work goes first. It still gets every fourth turn, so that it is never starved.
    package func add(isPatient: Bool = false, _ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, runsNow) = state.withLock { state in
            if state.running < threads {
                state.running += 1
                return (true, true)
            }
            guard state.waiting.count + state.patient.count < limit else { return (false, false) }
            if isPatient { state.patient.append(work) } else { state.waiting.append(work) }
            return (true, false)
        }
        if runsNow { start(work) }
        return isTaken
    }

    /// Runs `work` after the work that was added before, and returns its result. Blocks its thread; the worker's thread
    /// continues with the next work without a pause, as no thread has to wake up in between.
    package func perform<Value>(isPatient: Bool = false, _ work: @escaping () -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        // Safe: one thread at a time uses both, for this one waits until the other is done.
        nonisolated(unsafe) let work = work
        nonisolated(unsafe) var result: Value?
        let isTaken = add(isPatient: isPatient) {
            unsafe result = unsafe work()
            done.signal()
        }
        guard isTaken else { return unsafe work() }
        done.wait()
        return unsafe result!
    }

    /// ``perform(isPatient:_:)`` for tasks, whose threads it does not block. For workers whose queue has no limit.
    ///
    /// - Parameter work: Gets a flag that is raised when the task is cancelled, also before the work has begun.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable (Cancellation) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let cancellation = Cancellation()
        let result: Result<Value, Failure> = await withTaskCancellationHandler {
            await withCheckedContinuation { done in
                let isTaken = add {
                    done.resume(
                        returning: Result { () throws(Failure) -> Value in try work(cancellation) })
                }
                precondition(isTaken, "asynchronous work needs a queue without limit")
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }

    /// Passes `work` the number of threads that it may use: the one it runs on, and up to `most - 1` more that are idle
    /// and that nobody waits for. They are reserved for it until it returns.
    package func withFreeThreads<Value>(upTo most: Int, _ work: (Int) -> Value) -> Value {
        let more = state.withLock { state in
            guard state.waiting.isEmpty, state.patient.isEmpty else { return 0 }
            let free = min(max(most - 1, 0), threads - state.running)
            state.running += free
            return free
        }
        defer { for _ in 0..<more { if let next = takeNext() { start(next) } } }
        return work(1 + more)
    }

    // A serial queue has a thread at once; the common pool grows slowly while its threads wait for downloads.
    private func start(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "magpie.worker").async { self.run(work) }
    }

    private func run(_ first: @escaping @Sendable () -> Void) {
        var work: (@Sendable () -> Void)? = first
        while let each = work {
            each()
            work = takeNext()
        }
    }

    /// Returns the next work; without any, one thread less is in use.
    private func takeNext() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.turn &+= 1
            if !state.patient.isEmpty, state.waiting.isEmpty || state.turn % 4 == 0 {
                return state.patient.removeFirst()
            }
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.running -= 1
            return nil
        }
    }
}
