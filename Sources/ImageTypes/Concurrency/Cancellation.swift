internal import Synchronization

/// A flag that ends work early, raised from anywhere, also from a signal handler's queue. It cannot be taken back.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Creates a flag that is not raised.
    public init() {}

    /// Raises the flag: nothing new begins. Each call that takes a flag says what becomes of the work under way.
    public func cancel() { flag.store(true, ordering: .releasing) }

    /// True after ``cancel()`` was called.
    package var isCancelled: Bool { flag.load(ordering: .acquiring) }
}
