import Essentials

/// Ends runs from another thread.
///
/// Safe: both properties are used under the lock only.
package final class RunStop: @unchecked Sendable {
    private let lock = Lock()
    private var calls: [Call] = []
    private var isStopped = false

    package init() {}

    /// Ends all runs that were given this, now and later. An operator that has begun is finished before.
    package func stop() {
        lock.lock()
        defer { lock.unlock() }
        isStopped = true
        for call in calls { call.stop() }
    }

    func attach(_ call: Call) {
        lock.lock()
        defer { lock.unlock() }
        calls.append(call)
        if isStopped { call.stop() }
    }

    func detach(_ call: Call) {
        lock.lock()
        defer { lock.unlock() }
        calls.removeAll { $0 === call }
    }
}

/// Stops a call when its time is over, from a thread of its own.
///
/// Safe: both properties are used under the lock only.
final class RunTimer: @unchecked Sendable {
    private let lock = Lock()
    private var isOver = false
    private var hasFired = false

    /// Throws `failed` where the system gives no thread: a call without a limit could last for ever.
    init(seconds: Double, _ call: Call) throws(ModelError) {
        // A year, where a caller means no limit.
        let end = ContinuousClock.now + .seconds(min(max(seconds, 0), 365 * 86400))
        guard startThread({ self.wait(until: end, call) }) else {
            throw .failed(reason: "the system gives this process no other thread")
        }
    }

    private func wait(until end: ContinuousClock.Instant, _ call: Call) {
        lock.lock()
        defer { lock.unlock() }
        while !isOver {
            let left = end - ContinuousClock.now
            if left <= .zero {
                hasFired = true
                return call.stop()
            }
            lock.wait(seconds: Double(left.components.seconds) + 1e-18 * Double(left.components.attoseconds))
        }
    }

    /// True where the call was stopped.
    func end() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        isOver = true
        lock.broadcast()
        return hasFired
    }
}
