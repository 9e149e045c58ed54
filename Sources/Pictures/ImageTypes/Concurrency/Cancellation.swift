internal import Synchronization

/// A flag that ends work early, raised from anywhere, also from a signal handler's queue. It cannot be lowered again.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Creates a flag that is not raised.
    public init() {}

    /// Raises the flag: no new work begins. Each call that takes a flag documents the end of its running work.
    public func cancel() { flag.store(true, ordering: .releasing) }

    /// True after ``cancel()`` was called.
    package var isCancelled: Bool { flag.load(ordering: .acquiring) }
}
