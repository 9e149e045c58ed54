internal import CMicroHTTPDShim
internal import Dispatch
internal import ImageTypes
internal import Synchronization

/// One connection of a client, and until when it must have come further.
final class Connection: Sendable {
    let descriptor: Int32
    let address: String
    /// Nanoseconds of the monotonic clock; `.max` while the client is not to blame.
    private let deadline: Atomic<UInt64>
    /// The work that the client waits for, and the looks at the connection for which it has ended its side.
    private let work = Locked<(flag: Cancellation, looks: Int)?>(nil)

    init(descriptor: Int32, address: String, seconds: Double) {
        self.descriptor = descriptor
        self.address = address
        deadline = Atomic(Clock.time(seconds, after: Clock.now))
    }

    func setDeadline(after seconds: Double, from now: UInt64 = Clock.now) {
        deadline.store(Clock.time(seconds, after: now), ordering: .relaxed)
    }

    func clearDeadline() { deadline.store(.max, ordering: .relaxed) }

    func isLate(at now: UInt64) -> Bool { deadline.load(ordering: .relaxed) < now }

    /// Raises a flag when the client has left while it waits for an answer; nil ends that.
    func watch(for flag: Cancellation?) { work.withLock { $0 = flag.map { ($0, 0) } } }

    /// A client that has only ended its own side may still read: its work goes on for a second.
    fileprivate func lookForClient() {
        work.withLock { work in
            guard let waiting = work else { return }
            switch cmh_presence_of(descriptor) {
            case CMH_PRESENT: return
            case CMH_HALF_CLOSED where waiting.looks < 4: work = (waiting.flag, waiting.looks + 1)
            default:
                waiting.flag.cancel()
                work = nil
            }
        }
    }
}

enum Clock {
    /// Nanoseconds of the monotonic clock.
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// The end of time where the seconds are too many, or no number.
    static func time(_ seconds: Double, after start: UInt64) -> UInt64 {
        guard let nanoseconds = UInt64(exactly: (max(0, seconds) * 1e9).rounded()) else { return .max }
        let (time, overflow) = start.addingReportingOverflow(nanoseconds)
        return overflow ? .max : time
    }
}

/// The open connections; cuts off those that are late, a quarter of a second late at the most, and notices clients that
/// leave while they are waited for.
///
/// MHD's own timeout starts anew with every byte, so that a client that sends one now and then may stay for ever.
final class Connections: Sendable {
    private let open = Locked<[ObjectIdentifier: Connection]>([:])
    // Safe: set once, and cancelled by the last holder.
    nonisolated(unsafe) private let timer: any DispatchSourceTimer

    init() {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "magpie.deadlines"))
        unsafe self.timer = timer
        timer.setEventHandler { [open] in
            let now = Clock.now
            // Under the lock: a connection leaves the list before its descriptor is closed and given to another.
            open.withLock { open in
                for connection in open.values {
                    connection.lookForClient()
                    guard connection.isLate(at: now) else { continue }
                    cmh_shutdown(connection.descriptor)
                    connection.clearDeadline()
                }
            }
        }
        timer.schedule(deadline: .now(), repeating: .milliseconds(250))
        timer.activate()
    }

    deinit { unsafe timer.cancel() }

    var count: Int { open.withLock { $0.count } }
    func add(_ connection: Connection) { open.withLock { $0[ObjectIdentifier(connection)] = connection } }
    func remove(_ connection: Connection) { open.withLock { $0[ObjectIdentifier(connection)] = nil } }
}
