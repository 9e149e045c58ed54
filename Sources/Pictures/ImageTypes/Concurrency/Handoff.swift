internal import Essentials

/// A place where a thread of its own leaves values for the caller, one at a time: the next value is made while the last
/// one is used, and no more than these two are in memory.
///
/// Safe: everything mutable is read and written under the lock of `changed` only.
package final class Handoff<Value: Sendable, Failure: Error>: @unchecked Sendable {
    private let changed = Lock()
    private var waiting: Value?
    private var isClosed = false
    private var end: Result<Void, Failure>?

    private init() {}

    /// Calls `use` on the calling thread with each value, in order, until `make` ends. Returns, or throws, after both have
    /// ended.
    ///
    /// - Parameters:
    ///   - make: Makes the values on a thread of its own. `pass` waits until the value is taken; it returns false when no
    ///     more are wanted.
    ///   - use: Gets each value. When it throws, no more are wanted.
    /// - Throws: What `use` throws, and what `make` throws after all values before were used.
    package static func run(
        make: @escaping @Sendable (_ pass: (Value) -> Bool) throws(Failure) -> Void,
        use: (Value) throws(Failure) -> Void
    ) throws(Failure) {
        let handoff = Handoff()
        _ = Workers(threads: 1).add {
            handoff.end(Result { () throws(Failure) -> Void in try make(handoff.pass) })
        }
        defer { handoff.close() }
        while let value = try handoff.next() { try use(value) }
    }

    private func pass(_ value: Value) -> Bool {
        changed.lock()
        defer { changed.unlock() }
        waiting = value
        changed.broadcast()
        while waiting != nil, !isClosed { changed.wait() }
        return !isClosed
    }

    private func end(_ result: Result<Void, Failure>) {
        changed.lock()
        defer { changed.unlock() }
        end = result
        changed.broadcast()
    }

    /// Waits for a value; nil is the end.
    private func next() throws(Failure) -> Value? {
        changed.lock()
        defer { changed.unlock() }
        while waiting == nil, end == nil { changed.wait() }
        guard let value = waiting else {
            try end?.get()
            return nil
        }
        waiting = nil
        changed.broadcast()
        return value
    }

    /// Takes no more values, and waits until none is made.
    private func close() {
        changed.lock()
        defer { changed.unlock() }
        isClosed = true
        changed.broadcast()
        while end == nil { changed.wait() }
    }
}
