import Essentials

/// The state of a ``WorkerProcess`` at one moment, for pages of health.
package struct WorkerState: Hashable, Sendable {
    /// True while there is a process.
    package var isRunning: Bool { pid != nil }
    /// The number of the process; nil without one.
    package var pid: Int?
    /// The memory of the process in bytes; nil without one, and where the system has no `/proc`.
    package var residentBytes: Int?
    /// True where the process has given up all the rights that it can do without; false also without a process.
    package var isConfined: Bool
    /// The number of calls that reached a process.
    package var calls: Int
    /// The number of processes that were started.
    package var starts: Int
    /// Seconds since the last call or start; nil before the first.
    package var idleSeconds: Double?
    /// The last failure of a process, until the next answer; nil without one.
    package var failure: WorkerError?

    /// The resident memory of a process in bytes; nil where the system does not tell.
    static func residentBytes(of pid: Int) -> Int? {
        // Safe: the path lives during the call.
        let descriptor = unsafe open("/proc/\(pid)/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let bytes = readAll(descriptor) else { return nil }
        let numbers = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        return pages * Int(getpagesize())
    }
}
