import Synchronization

/// A flag that stops a batch from anywhere, also from a signal handler's queue. It cannot be taken back.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// Creates a flag that is not raised.
    public init() {}

    /// Asks the batch to stop: what runs is finished, nothing new begins.
    public func cancel() { flag.store(true, ordering: .releasing) }

    /// True after ``cancel()`` was called.
    package var isCancelled: Bool { flag.load(ordering: .acquiring) }
}
