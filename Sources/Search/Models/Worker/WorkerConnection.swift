internal import CChildProcess
import Essentials

/// The moment at which a call or a start has taken too long.
struct WorkerDeadline {
    let seconds: Double
    private let end: SuspendingClock.Instant

    init(seconds: Double) {
        self.seconds = seconds
        end = .now.advanced(by: .seconds(seconds))
    }

    /// Negative after the moment.
    var secondsLeft: Double { (end - .now) / .seconds(1) }
}

/// The reason the connection to a process is of no more use.
enum WorkerFault: Error {
    case late
    case closed
    case malformed
    case tooLarge(bytes: Int)
}

/// A process and the socket to it. Used by one thread at a time.
struct WorkerConnection {
    let child: ccp_child

    init(_ words: [String]) throws(WorkerError) {
        guard !words.contains(where: { $0.utf8.contains(0) }) else {
            throw .cannotStart(reason: "an argument has a zero byte")
        }
        var child = ccp_child()
        // Safe: as many texts as words, each with its zero; the text of the system is copied at once.
        let code = unsafe words.joined(separator: "\0").withCString { unsafe ccp_start($0, words.count, &child) }
        guard code == .ok else { throw unsafe .cannotStart(reason: String(cString: strerror(errno))) }
        self.child = child
    }

    /// True where the process is there and has sent nothing without a request.
    var isQuiet: Bool {
        var byte: UInt8 = 0
        var got = 0
        // Safe: room for one byte.
        return unsafe ccp_receive(child, &byte, 1, 0, &got) == .timedOut
    }

    func send(_ payload: [UInt8], _ deadline: WorkerDeadline) throws(WorkerFault) {
        try sendAll(WorkerFrame.header(.answer, count: payload.count), deadline)
        try sendAll(payload, deadline)
    }

    private func sendAll(_ bytes: [UInt8], _ deadline: WorkerDeadline) throws(WorkerFault) {
        var sent = 0
        while sent < bytes.count {
            let seconds = deadline.secondsLeft
            guard seconds > 0 else { throw .late }
            var count = 0
            // Safe: what is left of the bytes.
            let code = unsafe bytes.withUnsafeBufferPointer {
                unsafe ccp_send(child, $0.baseAddress! + sent, $0.count - sent, seconds, &count)
            }
            guard code != .ended else { throw .closed }
            sent += count
        }
    }

    /// The next frame. A message of a failure is bounded by ``WorkerFrame/mostMessageBytes``.
    func receive(
        limit: Int, _ deadline: WorkerDeadline
    ) throws(WorkerFault) -> (status: WorkerFrame.Status, payload: [UInt8]) {
        let header = try receiveAll(WorkerFrame.headerBytes, deadline)
        guard let (status, count) = WorkerFrame.parse(header),
            status != .failure || count <= WorkerFrame.mostMessageBytes
        else { throw .malformed }
        guard status == .failure || count <= limit else { throw .tooLarge(bytes: count) }
        return (status, try receiveAll(count, deadline))
    }

    /// Takes as much memory as has come, whatever the process has promised.
    private func receiveAll(_ count: Int, _ deadline: WorkerDeadline) throws(WorkerFault) -> [UInt8] {
        var bytes: [UInt8] = []
        var portion = [UInt8](repeating: 0, count: min(count, 1 << 18))
        while bytes.count < count {
            let seconds = deadline.secondsLeft
            guard seconds > 0 else { throw .late }
            let wanted = min(portion.count, count - bytes.count)
            var got = 0
            // Safe: as many bytes as the array has.
            let code = unsafe portion.withUnsafeMutableBufferPointer {
                unsafe ccp_receive(child, $0.baseAddress!, wanted, seconds, &got)
            }
            guard code != .ended else { throw .closed }
            bytes += portion[..<got]
        }
        return bytes
    }
}
