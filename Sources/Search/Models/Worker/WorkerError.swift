import Essentials

/// The reason a call to the process of a model has no answer. Texts of the process have no control characters.
package enum WorkerError: Error, Hashable, Sendable {
    /// The system does not start the program; `reason` is its text.
    case cannotStart(reason: String)
    /// The process has started and says that it cannot serve: the model or its library is not usable.
    case unusable(reason: String)
    /// The process had not greeted after these seconds.
    case startTimedOut(seconds: Double)
    /// The process refuses this call; it goes on to run.
    case refused(reason: String)
    /// The call took longer than these seconds. The process was ended.
    case timedOut(seconds: Double)
    /// A signal ended the process: a crash, or too little memory.
    case crashed(signal: Int)
    /// The process ended itself before it answered.
    case exited(code: Int)
    /// The process sent something else than an answer, and was ended.
    case malformed
    /// The answer has more bytes than the caller allows. The process was ended.
    case tooLarge(bytes: Int, limit: Int)
    /// The request has more bytes than a process takes.
    case requestTooLarge(bytes: Int, limit: Int)
    /// The process failed several times in a row; no other is started for `seconds`. `reason` is the last failure.
    case paused(reason: String, seconds: Int)
    /// ``WorkerProcess/end()`` was called.
    case ended
}

extension WorkerError: CustomStringConvertible {
    /// The fault and, where known, the remedy, in one sentence without a capital letter or a period.
    package var description: String {
        switch self {
        case .cannotStart(let reason): "the process of the model cannot be started: \(reason)"
        case .unusable(let reason): "the model cannot be used: \(reason)"
        case .startTimedOut(let seconds): "the process of the model was not ready after \(seconds) s"
        case .refused(let reason): reason
        case .timedOut(let seconds): "the model took longer than \(seconds) s, and its process was ended"
        case .crashed(let signal): "the process of the model ended by signal \(signal)\(WorkerError.meaning(signal))"
        case .exited(let code): "the process of the model ended with code \(code) before it answered"
        case .malformed: "the process of the model sent something else than an answer, and was ended"
        case .tooLarge(let bytes, let limit):
            "the answer of the model has \(bytes) bytes, which exceed the limit of \(limit)"
        case .requestTooLarge(let bytes, let limit):
            "the request to the model has \(bytes) bytes, which exceed the limit of \(limit)"
        case .paused(let reason, let seconds): "\(reason); the next start is in \(seconds) s"
        case .ended: "the process of the model was ended by its owner"
        }
    }

    private static func meaning(_ signal: Int) -> String {
        switch Int32(truncatingIfNeeded: signal) {
        case SIGILL, SIGTRAP: " (a failed check)"
        // A library in C++ aborts where it cannot tell that it got no memory, or uses what it did not get.
        case SIGABRT: " (an abort, perhaps for lack of memory)"
        case SIGBUS, SIGSEGV: " (a fault in memory, perhaps for lack of it)"
        case SIGFPE: " (a fault of arithmetic)"
        case SIGKILL: " (killed, perhaps for lack of memory)"
        default: ""
        }
    }
}

extension WorkerError: LocalizedError {
    /// The same text as ``description``, so that `localizedDescription` returns it too.
    package var errorDescription: String? { description }
}
