internal import ImageTypes

/// A hierarchy that sessions are led through, wherever it lives: in a file, in a catalog, behind HTTP.
///
/// It keeps nothing of its sessions: each call brings its whole state along.
public protocol StepDirectory: Sendable {
    /// Answers one call. See ``StepCall``.
    func step(_ call: StepCall) async throws(StepError) -> StepAnswer
}

/// A directory in this process, which can also be asked by blocking the calling thread.
public protocol LocalStepDirectory: StepDirectory {
    /// Answers one call, on the calling thread.
    func stepBlocking(_ call: StepCall) throws(StepError) -> StepAnswer
}

/// A directory that now and then has to make its hierarchy anew, which takes long: whoever answers many clients from a
/// few threads asks first.
package protocol RenewedSteps: LocalStepDirectory {
    /// False where the next call may make the hierarchy anew.
    var isCurrent: Bool { get }
}

extension LocalStepDirectory {
    /// Answers one call, on a thread of its own; throws `cancelled` where the task is cancelled before it begins.
    public func step(_ call: StepCall) async throws(StepError) -> StepAnswer {
        try await StepThreads.shared.offload(stepBlocking, call)
    }
}

/// The threads of asynchronous calls: some of them wait for the disk.
private enum StepThreads {
    static let shared = Workers(threads: 8)
}
