import Essentials

/// Many readers or one writer. A waiting writer precedes readers that come later, so that searches without a pause
/// never block a change.
@safe final class ReadWriteLock: Sendable {
    // Safe: allocated once, freed last, and only handed to the functions that are made for threads.
    private nonisolated(unsafe) let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    init() {
        // Safe: the attributes live until the end of this call.
        unsafe lock.initialize(to: pthread_rwlock_t())
        var attributes = pthread_rwlockattr_t()
        unsafe pthread_rwlockattr_init(&attributes)
        #if canImport(Glibc)
            let writersFirst = Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
            unsafe pthread_rwlockattr_setkind_np(&attributes, writersFirst)
        #endif
        unsafe pthread_rwlock_init(lock, &attributes)
        unsafe pthread_rwlockattr_destroy(&attributes)
    }

    deinit {
        // Safe: nobody else has it any more.
        unsafe pthread_rwlock_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Runs concurrently with other readers. Not reentrant.
    func reading<Value>(_ body: () -> Value) -> Value {
        // Safe: see `lock`.
        unsafe pthread_rwlock_rdlock(lock)
        defer { unsafe pthread_rwlock_unlock(lock) }
        return body()
    }

    /// Runs alone.
    func writing<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        // Safe: see `lock`.
        unsafe pthread_rwlock_wrlock(lock)
        defer { unsafe pthread_rwlock_unlock(lock) }
        return try body()
    }
}
