internal import Foundation
internal import ImageTypes

/// The catalog that is tried, in one thread at a time of those that call it.
package protocol Subject: Sendable {
    func perform(_ action: Action) -> Outcome
}

/// Random actions for several threads on a few keys: a seed determines them.
package struct Workload: Sendable, Codable {
    package var seed: UInt64
    package var threads = 8
    /// The actions of each thread.
    package var length = 5
    /// One to three: the fewer, the more threads meet at one.
    package let keys: Int

    package init(seed: UInt64) {
        self.seed = seed
        keys = 1 + Int(seed % 3)
    }

    /// The seeds of the histories that a test records: `MAGPIE_TESTS_HISTORIES` in place of the few that every run of
    /// the tests records, from `MAGPIE_TESTS_FIRST_HISTORY`, or else from 0.
    package static func seeds(few: UInt64) -> Range<UInt64> {
        func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
        let first = number("MAGPIE_TESTS_FIRST_HISTORY") ?? 0
        return first..<first + (number("MAGPIE_TESTS_HISTORIES") ?? few)
    }

    /// The actions of one thread. No two actions of a workload write the same value.
    package func actions(of thread: Int) -> [Action] {
        var numbers = SplitMix(seed: seed &* 1_000_003 &+ UInt64(thread))
        return (0..<length).map { index in
            let key = Int(numbers.next() % UInt64(keys))
            let value = thread * length + index
            return switch numbers.next() % 20 {
            case 0..<5: .insert(key: key, value: value)
            case 5..<8: .update(key: key, value: value)
            case 8..<11: .remove(key: key)
            case 11..<14: .get(key: key)
            case 14..<16: .find(key: key)
            case 16..<19: .show(key: key)
            default: .count
            }
        }
    }

    /// Runs the actions of some of the threads, all of which begin at once.
    ///
    /// - Parameter part: The threads that run here; others may run in another process. Default all of them.
    package func run(on subject: some Subject, part: Range<Int>? = nil) -> [RecordedCall] {
        let done = Locked<[RecordedCall]>([])
        let ready = DispatchGroup()
        let start = DispatchSemaphore(value: 0)
        let ended = DispatchGroup()
        let part = part ?? 0..<threads
        for thread in part {
            ready.enter()
            ended.enter()
            let actions = actions(of: thread)
            Thread.detachNewThread {
                ready.leave()
                start.wait()
                var own: [RecordedCall] = []
                for action in actions {
                    let begin = Workload.now
                    let outcome = subject.perform(action)
                    own.append(RecordedCall(thread, action, outcome, begin: begin, end: Workload.now))
                }
                done.withLock { [own] in $0 += own }
                ended.leave()
            }
        }
        ready.wait()
        for _ in part { start.signal() }
        ended.wait()
        return done.withLock { $0 }
    }

    /// Nanoseconds of the clock that all processes share, since the machine started.
    private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
