/// An error of verbs that a task may call and cancel.
package protocol CancellableError: Error {
    /// The task was cancelled before the work was done.
    static var cancelled: Self { get }
}

// The asynchronous verbs of a service in this process: its blocking ones, off the threads of tasks. For workers whose
// queue has no limit.
extension Workers {
    /// Runs blocking work for a task; throws `cancelled` where the task is cancelled before the work begins.
    ///
    /// - Parameter work: Gets a flag that is raised when the task is cancelled.
    package func offload<Value: Sendable, Failure: CancellableError>(
        _ work: @escaping @Sendable (Cancellation) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await run { cancellation throws(Failure) in
            if cancellation.isCancelled { throw Failure.cancelled }
            return try work(cancellation)
        }
    }

    /// Runs a blocking verb that cannot be cancelled any more once it has begun.
    package func offload<Call: Sendable, Value: Sendable, Failure: CancellableError>(
        _ verb: @escaping @Sendable (Call) throws(Failure) -> Value, _ call: Call
    ) async throws(Failure) -> Value {
        try await offload { _ throws(Failure) in try verb(call) }
    }
}
