internal import Dispatch

/// A bounded number of threads for blocking work, and a bounded queue in front of them.
///
/// All heavy work of the package runs on these: batches, asynchronous calls, the pictures of a server. A thread is
/// taken from Dispatch when work comes, and given back when none waits. Where clients share them, one client can use no
/// more than a part: what others ask for goes past what it has waiting.
package final class Workers: Sendable {
    private struct Work {
        var sender: [UInt8]?
        var run: @Sendable () -> Void
    }

    private struct State {
        var running = 0
        var waiting: [Work] = []
        /// Low priority: runs when `waiting` is empty, and on every fourth turn.
        var lowPriority: [Work] = []
        var turn = 0
        /// The work of each sender that runs, and that waits.
        var runningOf: [[UInt8]: Int] = [:]
        var waitingOf: [[UInt8]: Int] = [:]

        mutating func begin(_ work: Work) {
            if let sender = work.sender { runningOf[sender, default: 0] += 1 }
        }

        mutating func end(_ work: Work) {
            if let sender = work.sender { State.lower(&runningOf, sender) }
        }

        static func lower(_ counts: inout [[UInt8]: Int], _ sender: [UInt8]) {
            let rest = counts[sender, default: 0] - 1
            counts[sender] = rest > 0 ? rest : nil
        }
    }

    private let state = Locked(State())
    /// For one sender, and those beside them.
    private let (threads, spareThreads): (Int, Int)
    private let (limit, spareLimit): (Int, Int)

    /// - Parameters:
    ///   - threads: Threads that work at the same time, at least 1; of one sender, where others have more.
    ///   - limit: Work that may wait; of one sender, where others have more. Default: without limit.
    ///   - spareThreads: Threads beside these, which no sender has alone. Default 0.
    ///   - spareLimit: Places in the queue beside these. Default 0.
    package init(threads: Int, limit: Int = .max, spareThreads: Int = 0, spareLimit: Int = 0) {
        precondition(threads > 0 && limit >= 0, "workers need a thread, and a queue of no negative length")
        (self.threads, self.spareThreads) = (threads, spareThreads)
        (self.limit, self.spareLimit) = (limit, spareLimit)
    }

    package var waiting: Int { state.withLock { $0.waiting.count + $0.lowPriority.count } }
    package var running: Int { state.withLock { $0.running } }
    /// True if all is in use that one sender can have.
    package var isFull: Bool {
        state.withLock { $0.running >= threads && $0.waiting.count + $0.lowPriority.count >= limit }
    }

    /// True if ``add(isLowPriority:of:_:)`` would refuse the work of a sender.
    package func isFull(for sender: [UInt8]?) -> Bool {
        state.withLock { !canRun($0, sender) && !canWait($0, sender) }
    }

    private func canRun(_ state: State, _ sender: [UInt8]?) -> Bool {
        guard state.running < threads + spareThreads else { return false }
        return sender.map { state.runningOf[$0, default: 0] < threads } ?? true
    }

    private func canWait(_ state: State, _ sender: [UInt8]?) -> Bool {
        let (all, overflow) = limit.addingReportingOverflow(spareLimit)
        guard state.waiting.count + state.lowPriority.count < (overflow ? .max : all) else { return false }
        return sender.map { state.waitingOf[$0, default: 0] < limit } ?? true
    }

    /// Queues `work`. False where the queue is full; then `work` is not done.
    ///
    /// - Parameters:
    ///   - isLowPriority: Other work goes first. It still gets every fourth turn, so that it is never starved.
    ///   - sender: Whose work it is; nil, the default, shares with nobody.
    package func add(isLowPriority: Bool = false, of sender: [UInt8]? = nil, _ work: @escaping @Sendable () -> Void)
        -> Bool
    {
        let work = Work(sender: sender, run: work)
        let (isTaken, runsNow) = state.withLock { state in
            if canRun(state, sender) {
                state.running += 1
                state.begin(work)
                return (true, true)
            }
            guard canWait(state, sender) else { return (false, false) }
            if isLowPriority { state.lowPriority.append(work) } else { state.waiting.append(work) }
            if let sender { state.waitingOf[sender, default: 0] += 1 }
            return (true, false)
        }
        if runsNow { start(work) }
        return isTaken
    }

    /// Runs `work` after the work that was added before, and returns its result. Blocks its thread; the worker's thread
    /// continues with the next work without a pause, as no thread has to wake up in between.
    package func perform<Value>(isLowPriority: Bool = false, _ work: @escaping () -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        // Safe: one thread at a time uses both, for this one waits until the other is done.
        nonisolated(unsafe) let work = work
        nonisolated(unsafe) var result: Value?
        let isTaken = add(isLowPriority: isLowPriority) {
            unsafe result = unsafe work()
            done.signal()
        }
        guard isTaken else { return unsafe work() }
        done.wait()
        return unsafe result!
    }

    /// ``perform(isLowPriority:_:)`` for tasks, whose threads it does not block. For workers whose queue has no limit.
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
            guard state.waiting.isEmpty, state.lowPriority.isEmpty else { return 0 }
            let free = max(min(max(most - 1, 0), threads - state.running), 0)
            state.running += free
            return free
        }
        defer { for _ in 0..<more { if let next = takeNext() { start(next) } } }
        return work(1 + more)
    }

    // A serial queue has a thread at once; the common pool grows slowly while its threads wait for downloads.
    private func start(_ work: Work) {
        DispatchQueue(label: "magpie.worker").async { self.run(work) }
    }

    private func run(_ first: Work) {
        var work: Work? = first
        while let each = work {
            each.run()
            work = takeNext(after: each)
        }
    }

    /// Returns the next work; without any that may begin, one thread less is in use.
    private func takeNext(after last: Work? = nil) -> Work? {
        state.withLock { state in
            if let last { state.end(last) }
            state.turn &+= 1
            let hasUsedUp = state.runningOf.filter { $0.value >= threads }
            func first(of line: [Work]) -> Int? {
                if hasUsedUp.isEmpty { return line.isEmpty ? nil : 0 }
                return line.firstIndex { work in work.sender.map { hasUsedUp[$0] == nil } ?? true }
            }
            var next: Work?
            let isTurnOfLowPriority = state.turn % 4 == 0
            if let place = first(of: state.lowPriority), isTurnOfLowPriority || first(of: state.waiting) == nil {
                next = state.lowPriority.remove(at: place)
            } else if let place = first(of: state.waiting) {
                next = state.waiting.remove(at: place)
            }
            guard let next else {
                state.running -= 1
                return nil
            }
            if let sender = next.sender { State.lower(&state.waitingOf, sender) }
            state.begin(next)
            return next
        }
    }
}
