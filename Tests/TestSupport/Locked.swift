import Foundation

/// A value that many threads change, one at a time.
///
/// Safe: the value is read and written under the lock only. Not a `Mutex`, which the thread sanitizer does not see.
public final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    public init(_ value: Value) { self.value = value }

    public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try lock.withLock { try body(&value) }
    }
}
