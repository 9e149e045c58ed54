internal import Essentials

/// A value that one thread at a time may touch.
///
/// Safe: `value` is read and written under the lock only.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = Lock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }

    /// ``withLock(_:)``, unless another thread has the lock; nil where one has.
    package func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard lock.tryLock() else { return nil }
        defer { lock.unlock() }
        return body(&value)
    }
}
