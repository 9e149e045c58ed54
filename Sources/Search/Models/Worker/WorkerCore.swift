internal import CChildProcess
import Essentials

/// State that a ``WorkerProcess`` shares with the thread that ends an idle process.
///
/// Safe: `record` is used under the lock only, `connection` only by the thread whose turn it is.
final class WorkerCore: @unchecked Sendable {
    let words: [String]
    let idle: Double?
    let timeout: Double
    let startTimeout: Double
    let memory: Int
    let pause: Double
    let lock = Lock()
    var record = WorkerRecord()
    private var connection: WorkerConnection?

    init(words: [String], idle: Double?, timeout: Double, startTimeout: Double, memory: Int, pause: Double) {
        (self.words, self.idle, self.timeout) = (words, idle, timeout)
        (self.startTimeout, self.memory, self.pause) = (startTimeout, memory, pause)
    }

    func call(_ request: [UInt8], limit: Int) throws(WorkerError) -> [UInt8] {
        guard request.count <= WorkerFrame.mostBytes else {
            throw .requestTooLarge(bytes: request.count, limit: WorkerFrame.mostBytes)
        }
        takeTurn()
        defer { giveTurn() }
        let connection = try ready()
        withRecord { $0.calls += 1 }
        let answer: (status: WorkerFrame.Status, payload: [UInt8])
        do throws(WorkerFault) {
            let deadline = WorkerDeadline(seconds: timeout)
            try connection.send(request, deadline)
            answer = try connection.receive(limit: limit, deadline)
        } catch {
            throw failed(cause(error, limit: limit, late: .timedOut(seconds: timeout)))
        }
        switch answer.status {
        case .answer:
            withRecord { $0.noteSuccess() }
            return answer.payload
        case .failure:
            withRecord { $0.noteSuccess() }
            throw .refused(reason: text(answer.payload))
        case .freeGreeting:
            throw failed(cause(.malformed, limit: limit, late: .malformed))
        }
    }

    func start() throws(WorkerError) -> [UInt8] {
        takeTurn()
        defer { giveTurn() }
        _ = try ready()
        return greeting ?? []
    }

    func end() {
        lock.lock()
        record.isEnded = true
        // Under the lock: the number is that of no other process before the record forgets it.
        if let child = record.child { ccp_kill(child) }
        lock.broadcast()
        lock.unlock()
        takeTurn()
        if connection != nil { _ = finish() }
        giveTurn()
    }

    /// The connection to a process that is there; starts one where it is not.
    private func ready() throws(WorkerError) -> WorkerConnection {
        if let error = withRecord({ $0.refusal(isRunning: connection != nil) }) { throw error }
        if let connection {
            if connection.isQuiet { return connection }
            // It ended between two calls, or sent what nobody asked for.
            _ = finish()
            if let error = withRecord({ $0.refusal(isRunning: false) }) { throw error }
        }
        let started: WorkerConnection
        do throws(WorkerError) { started = try WorkerConnection(words) } catch { throw failed(error) }
        connection = started
        withRecord { $0.noteStart(started.child) }
        let greeting: (status: WorkerFrame.Status, payload: [UInt8])
        do throws(WorkerFault) {
            let deadline = WorkerDeadline(seconds: startTimeout)
            try started.send(WorkerFrame.bytes(of: memory), deadline)
            greeting = try started.receive(limit: WorkerFrame.mostGreetingBytes, deadline)
        } catch {
            let late = WorkerError.startTimedOut(seconds: startTimeout)
            throw failed(cause(error, limit: WorkerFrame.mostGreetingBytes, late: late))
        }
        if greeting.status == .failure {
            _ = finish()
            throw failed(.unusable(reason: text(greeting.payload)))
        }
        withRecord { $0.noteGreeting(greeting.payload, isConfined: greeting.status == .answer) }
        endWhenIdle()
        return started
    }

    /// Ends the process after a fault, and tells the error of it.
    private func cause(_ fault: WorkerFault, limit: Int, late: WorkerError) -> WorkerError {
        let end = finish()
        switch fault {
        case .late: return late
        case .malformed: return .malformed
        case .tooLarge(let bytes): return .tooLarge(bytes: bytes, limit: limit)
        case .closed: return end.signal != 0 ? .crashed(signal: Int(end.signal)) : .exited(code: Int(end.code))
        }
    }

    private func failed(_ error: WorkerError) -> WorkerError { withRecord { $0.noteFailure(error, pause: pause) } }

    /// Ends the process. The turn is the caller's.
    func finish() -> ccp_end {
        guard let child = connection?.child else { return ccp_end() }
        withRecord { $0.noteEnd() }
        connection = nil
        return ccp_end_child(child)
    }

    /// The text of a process that may be hostile.
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).printable }
}
