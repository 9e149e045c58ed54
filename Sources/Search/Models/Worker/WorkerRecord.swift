internal import CChildProcess
import Essentials

/// The known state of the process of a ``WorkerCore``, and the callers that wait for it.
struct WorkerRecord {
    /// The turns that were taken, and the one that is on. Nobody has a turn where they are the same.
    var next = 0
    var serving = 0
    /// The process; nil from before it is waited for.
    private(set) var child: ccp_child?
    private(set) var greeting: [UInt8]?
    private(set) var starts = 0
    var calls = 0
    var isEnded = false
    private var isConfined = false
    private var lastUse: SuspendingClock.Instant?
    private var failures = 0
    private var failure: WorkerError?
    private var pauseEnd: SuspendingClock.Instant?

    /// The failures in a row after which there is a pause.
    private static let mostFailures = 3

    var idleSeconds: Double? { lastUse.map { (.now - $0) / .seconds(1) } }

    /// The error of a call for which no process may run, or none may start.
    func refusal(isRunning: Bool) -> WorkerError? {
        if isEnded { return .ended }
        guard !isRunning, let pauseEnd, let failure else { return nil }
        let seconds = (pauseEnd - .now) / .seconds(1)
        return seconds > 0 ? .paused(reason: failure.description, seconds: Int(seconds.rounded(.up))) : nil
    }

    mutating func noteStart(_ child: ccp_child) {
        self.child = child
        starts += 1
        lastUse = .now
        // Whoever ended this meanwhile saw no process.
        if isEnded { ccp_kill(child) }
    }

    mutating func noteGreeting(_ greeting: [UInt8], isConfined: Bool) {
        self.greeting = greeting
        self.isConfined = isConfined
        lastUse = .now
    }

    mutating func noteSuccess() { (failures, failure, pauseEnd, lastUse) = (0, nil, nil, .now) }

    /// Returns the error to throw: of the end, where the failure comes from that.
    mutating func noteFailure(_ error: WorkerError, pause: Double) -> WorkerError {
        if isEnded { return .ended }
        (failures, failure, lastUse) = (failures + 1, error, .now)
        if failures >= WorkerRecord.mostFailures { pauseEnd = .now.advanced(by: .seconds(pause)) }
        return error
    }

    mutating func noteEnd() { (child, isConfined) = (nil, false) }

    var state: WorkerState {
        let pid = child.map { Int($0.process) }
        return WorkerState(
            pid: pid, residentBytes: pid.flatMap(WorkerState.residentBytes(of:)), isConfined: isConfined, calls: calls,
            starts: starts, idleSeconds: idleSeconds, failure: failure)
    }
}
