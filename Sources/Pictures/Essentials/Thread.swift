/// Runs `work` on a thread of its own, which ends with it.
///
/// - Returns: False, without running it, where the system gives this process no other thread.
package func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
    final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    // Safe: the thread takes the work over, which it gets exactly once.
    let passed = unsafe Unmanaged.passRetained(Work(work)).toOpaque()
    #if canImport(Glibc)
        var thread = pthread_t()
        let failure = unsafe pthread_create(
            &thread, nil,
            { passed in
                unsafe Unmanaged<Work>.fromOpaque(passed!).takeRetainedValue().run()
                return nil
            }, passed)
        guard failure == 0 else {
            // Safe: no thread has it.
            unsafe Unmanaged<Work>.fromOpaque(passed).release()
            return false
        }
        pthread_detach(thread)
    #else
        unsafe Unmanaged<Work>.fromOpaque(passed).release()
        Thread.detachNewThread(work)
    #endif
    return true
}
