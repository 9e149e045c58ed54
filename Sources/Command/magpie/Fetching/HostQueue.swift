/// The addresses of a run in the order in which they are fetched: hosts in turn, each with a few at a time, and a pause
/// where one asks for it. A host that does not answer is given up.
struct HostQueue {
    enum Turn: Hashable {
        /// Fetch the address with this number.
        case fetch(Int)
        /// The host of the address with this number was given up.
        case leave(Int)
        /// Hosts are busy or pause.
        case wait
        case done
    }

    /// The behavior of a host.
    enum End {
        case answered
        /// It asks to come back later, perhaps after a number of seconds.
        case busy(seconds: Int?)
        case silent
    }

    /// The addresses of one host at a time.
    static let atOnce = 4
    /// The times that an address is asked for where its host is busy.
    static let tries = 3
    /// The pauses and the failures in a row after which a host is given up.
    static let (pauses, failures) = (8, 20)
    private static let longestPause = 60

    private struct Host {
        /// The last one is next.
        var waiting: [Int]
        var running = 0
        var pauses = 0
        var failures = 0
        var notBefore: ContinuousClock.Instant?
        var isGivenUp: Bool { pauses >= HostQueue.pauses || failures >= HostQueue.failures }
    }

    private var hosts: [Host] = []
    private var hostOf: [Int] = []
    private var tries: [Int: Int] = [:]
    /// The hosts that have addresses left, and the one whose turn it is.
    private var (active, turn) = ([Int](), 0)
    private var running = 0

    /// - Parameter names: The host of each address.
    init(_ names: some Sequence<String>) {
        var known: [String: Int] = [:]
        for (number, name) in names.enumerated() {
            let host = known[name, default: hosts.count]
            if host == hosts.count {
                known[name] = host
                hosts.append(Host(waiting: []))
            }
            hosts[host].waiting.append(number)
            hostOf.append(host)
        }
        for host in hosts.indices { hosts[host].waiting.reverse() }
        active = Array(hosts.indices)
    }

    mutating func next(at now: ContinuousClock.Instant) -> Turn {
        for _ in active.indices {
            if turn >= active.count { turn = 0 }
            let number = active[turn]
            let host = hosts[number]
            guard let address = host.waiting.last else {
                active.swapAt(turn, active.count - 1)
                active.removeLast()
                continue
            }
            turn += 1
            if host.isGivenUp {
                hosts[number].waiting.removeLast()
                return .leave(address)
            }
            // Its first answer tells whether it can be reached: it is asked once before it is asked for several.
            let most = host.failures > 0 || host.pauses > 0 ? 1 : Self.atOnce
            if host.running >= most || host.notBefore.map({ now < $0 }) ?? false { continue }
            hosts[number].waiting.removeLast()
            hosts[number].running += 1
            running += 1
            return .fetch(address)
        }
        return running > 0 || !active.isEmpty ? .wait : .done
    }

    /// Ends a turn. Returns true where the address comes again.
    mutating func end(_ address: Int, _ end: End, at now: ContinuousClock.Instant) -> Bool {
        let host = hostOf[address]
        hosts[host].running -= 1
        running -= 1
        switch end {
        case .answered:
            (hosts[host].pauses, hosts[host].failures) = (0, 0)
            return false
        case .silent:
            hosts[host].failures += 1
            return false
        case .busy(let seconds):
            // Addresses that were under way together are one reason to pause.
            if hosts[host].notBefore.map({ now >= $0 }) ?? true { hosts[host].pauses += 1 }
            let pause = min(max(seconds ?? 1 << min(hosts[host].pauses, 6), 1), Self.longestPause)
            hosts[host].notBefore = now + .seconds(pause)
            guard tries[address, default: 1] < Self.tries, !hosts[host].isGivenUp else { return false }
            tries[address, default: 1] += 1
            hosts[host].waiting.append(address)
            if !active.contains(host) { active.append(host) }
            return true
        }
    }
}
