/// A lock whose owner can wait for a change of what it protects.
///
/// One of POSIX, because the thread sanitizer does not see that of `Synchronization.Mutex` on Linux.
/// Safe: both structures keep their place from the first use to the end, and the system's calls may come from any thread.
@safe package final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    package func lock() { unsafe pthread_mutex_lock(mutex) }

    /// Locks unless another thread has it; false where one has.
    package func tryLock() -> Bool { unsafe pthread_mutex_trylock(mutex) == 0 }

    package func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Calls `body` while no other thread has the lock.
    package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        lock()
        defer { unlock() }
        return try body()
    }

    /// Unlocks, waits for ``broadcast()``, and locks again. May also return without a reason.
    package func wait() { unsafe pthread_cond_wait(condition, mutex) }

    /// ``wait()``, for so many seconds at most.
    package func wait(seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds).timeIntervalSince1970
        var time = timespec(tv_sec: Int(end), tv_nsec: Int((end - end.rounded(.down)) * 1e9))
        unsafe pthread_cond_timedwait(condition, mutex, &time)
    }

    /// Wakes all that wait.
    package func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
