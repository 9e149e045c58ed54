import Essentials

extension WorkerCore {
    /// Waits until all that came before have had their turn. The lock alone would not keep their order.
    func takeTurn() {
        lock.lock()
        defer { lock.unlock() }
        let own = record.next
        record.next += 1
        while record.serving != own { lock.wait() }
    }

    func giveTurn() {
        lock.lock()
        defer { lock.unlock() }
        record.serving += 1
        lock.broadcast()
    }

    func withRecord<Result>(_ body: (inout WorkerRecord) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&record)
    }

    var greeting: [UInt8]? { withRecord { $0.greeting } }

    // Under the lock: the number is that of no other process before the record forgets it.
    var state: WorkerState { withRecord { $0.state } }

    /// Ends the process that has just been started, on another thread, once nobody has called for a while. Where the system
    /// gives no thread it stays, as without a time.
    func endWhenIdle() {
        guard let idle else { return }
        let start = withRecord { $0.starts }
        _ = startThread { self.endAfter(idle, start) }
    }

    private func endAfter(_ idle: Double, _ start: Int) {
        lock.lock()
        defer { lock.unlock() }
        while !record.isEnded, record.starts == start, record.child != nil {
            // The end of a turn wakes this thread.
            let isBusy = record.next != record.serving
            let seconds = isBusy ? max(idle, 1) : idle - (record.idleSeconds ?? 0)
            guard !isBusy, seconds <= 0 else {
                lock.wait(seconds: seconds)
                continue
            }
            record.next += 1
            lock.unlock()
            _ = finish()
            lock.lock()
            record.serving += 1
            lock.broadcast()
        }
    }
}
