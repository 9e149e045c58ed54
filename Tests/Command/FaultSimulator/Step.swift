import CFaultyDisk

/// An operation of a run on the store.
enum Operation: String, CaseIterable {
    /// Inserts and replaces items, with one or several pictures.
    case put
    /// Changes attributes alone.
    case change
    case remove, restore, rules, compact
    /// Learns from the brands of the items.
    case learn
    /// Only opens the store, where it is not open.
    case open
    case backup, putBack, copy, merge, repair
    /// Describes all pictures anew with another describer.
    case describe
    /// On the files beside the catalog: events, an answer about consent, all of one person; content; a hierarchy.
    case report, consent, forget, content, places
    /// Takes into a copy what others have written to a home that several processes share.
    case follow
    /// Insertions that a server has accepted: more of them, some done, some given up.
    case jobs
    /// A picture that a client sends to one of several servers.
    case upload
    /// A backup of all files, and one put in their place.
    case saveAll, restoreAll

    /// The more, the more often it is drawn.
    var weight: Int {
        switch self {
        case .put: 8
        case .report: 3
        case .change, .remove, .restore: 4
        case .rules, .compact, .open, .backup, .saveAll: 2
        case .consent, .content, .jobs, .upload: 2
        case .learn, .putBack, .copy, .merge, .repair, .describe, .forget, .places, .follow, .restoreAll: 1
        }
    }
}

/// A fault of the disk during a step.
enum Fault: Hashable {
    /// The power fails at a changing call of the system, or after the step where that makes fewer.
    case crash(at: Int)
    /// Some calls have an outcome other than success.
    case failure(Int, of: Calls, at: Int, span: Int)

    enum Calls: String, CaseIterable {
        case writes, syncs, cuts, names, reads

        var mask: Int {
            switch self {
            case .writes: disk_writes
            case .syncs: disk_syncs
            case .cuts: disk_cuts
            case .names: disk_names
            case .reads: disk_reads
            }
        }
    }

    static let anyChange = Int32(disk_writes | disk_syncs | disk_cuts | disk_names)

    /// The outcomes by the names that steps are written with.
    private static let outcomes = ["EIO": 5, "ENOSPC": 28, "short": disk_short, "lost": disk_lost_sync]

    /// The name of an outcome; "lost" is a sync that fails and loses pages.
    static func name(of outcome: Int) -> String { outcomes.first { $0.value == outcome }?.key ?? "\(outcome)" }

    static func outcome(named name: Substring) -> Int? { outcomes[String(name)] }
}

/// An operation with what disturbs it. Its seed determines all else, so that the same steps do the same again.
struct Step: CustomStringConvertible {
    var operation: Operation
    var seed: UInt64
    /// Closes the connection first.
    var closes: Bool
    /// The other connection reads meanwhile, where it is open and the operation does not wait for readers.
    var reads = false
    /// The connection that it uses, of the two that there are.
    var connection: Int
    var fault: Fault?

    /// - Parameter connections: 1 or 2.
    static func draw(_ random: inout SplitMix, connections: Int, of operations: [Operation]) -> Step {
        var place = random.below(operations.reduce(0) { $0 + $1.weight })
        let operation = operations.first { operation in
            place -= operation.weight
            return place < 0
        }
        var step = Step(
            operation: operation ?? .put, seed: random.next(), closes: random.isOnce(in: 5),
            connection: random.below(connections))
        step.reads =
            connections > 1 && random.isOnce(in: 3)
            && [.put, .change, .remove, .restore, .rules].contains(step.operation)
        // Early calls more often than late ones.
        let call = 1 + random.below(1 << random.below(9))
        switch random.below(8) {
        case 0...2: step.fault = .crash(at: call)
        case 3: step.fault = .draw(&random, at: call)
        default: break
        }
        return step
    }

    /// Such as `put 5`, `merge 7 closed second EIO@2:reads*3` and `compact 8 crash@117`.
    var description: String {
        var text = "\(operation.rawValue) \(seed)"
        if closes { text += " closed" }
        if connection > 0 { text += " second" }
        if reads { text += " reading" }
        switch fault {
        case .crash(let call): text += " crash@\(call)"
        case .failure(let outcome, let calls, let call, let span):
            text += " \(Fault.name(of: outcome))@\(call):\(calls.rawValue)*\(span)"
        case nil: break
        }
        return text
    }

    /// Reads what ``description`` writes.
    init?(_ text: some StringProtocol) {
        let words = text.split(whereSeparator: \.isWhitespace).map { Substring($0) }
        guard words.count >= 2, let operation = Operation(rawValue: String(words[0])), let seed = UInt64(words[1])
        else { return nil }
        self.init(
            operation: operation, seed: seed, closes: words.contains("closed"),
            connection: words.contains("second") ? 1 : 0)
        reads = words.contains("reading")
        guard let last = words.last, last.contains("@") else { return }
        let parts = last.split { "@:*".contains($0) }
        if parts.count == 2, parts[0] == "crash", let call = Int(parts[1]) {
            fault = .crash(at: call)
        } else if parts.count == 4, let outcome = Fault.outcome(named: parts[0]), let call = Int(parts[1]),
            let calls = Fault.Calls(rawValue: String(parts[2])), let span = Int(parts[3])
        {
            fault = .failure(outcome, of: calls, at: call, span: span)
        } else {
            return nil
        }
    }

    init(operation: Operation, seed: UInt64, closes: Bool, connection: Int) {
        self.operation = operation
        self.seed = seed
        self.closes = closes
        self.connection = connection
    }
}

extension Fault {
    static func draw(_ random: inout SplitMix, at call: Int) -> Fault {
        let calls = random.pick(Calls.allCases)
        let outcomes: [Int] =
            switch calls {
            case .writes: [5, 28, 28, disk_short]
            case .syncs: [5, disk_lost_sync]
            case .cuts: [5]
            case .names: [5, 28]
            case .reads: [5, disk_short]
            }
        return .failure(random.pick(outcomes), of: calls, at: call, span: random.pick([1, 1, 3, 10_000]))
    }
}
