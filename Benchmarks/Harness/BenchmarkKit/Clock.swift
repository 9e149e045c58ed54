import Foundation

/// Seconds on the clocks of the system. Differences mean something, values do not.
public enum Clock {
    /// Wall clock that never jumps.
    public static func wall() -> Double { read(CLOCK_MONOTONIC) }
    /// User and system time of the calling thread.
    public static func thread() -> Double { read(CLOCK_THREAD_CPUTIME_ID) }
    /// User and system time of all threads of this process.
    public static func process() -> Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        // Safe: the call writes into the local variable and keeps nothing.
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
