import Histories
import TestSupport
import Testing

@Suite("The check of histories", .timeLimit(.minutes(5)))
struct CheckerTests {
    private func isLinearizable(_ operations: [RecordedCall]) -> Bool {
        History(operations, keys: 2).violation() == nil
    }

    private static let inserted = RecordedCall(0, .insert(key: 0, value: 1), .done, begin: 0, end: 10)

    @Test("a read of what was acknowledged before is accepted, and a stale one is refused")
    func staleRead() {
        let second = RecordedCall(0, .insert(key: 0, value: 2), .done, begin: 20, end: 30)
        for (value, isRight) in [(2, true), (1, false)] {
            let read = RecordedCall(1, .get(key: 0), .value(value), begin: 31, end: 40)
            #expect(isLinearizable([Self.inserted, second, read]) == isRight)
        }
        #expect(!isLinearizable([Self.inserted, RecordedCall(1, .show(key: 0), .missing, begin: 11, end: 12)]))
        #expect(!isLinearizable([Self.inserted, RecordedCall(1, .find(key: 0), .missing, begin: 11, end: 12)]))
    }

    @Test("a read beside a write sees either value, but never the old one after the new one")
    func concurrentReads() {
        let second = RecordedCall(0, .update(key: 0, value: 2), .done, begin: 20, end: 60)
        for (first, next, isRight) in [(1, 1, true), (1, 2, true), (2, 2, true), (2, 1, false), (3, 2, false)] {
            let reads = [
                RecordedCall(1, .get(key: 0), .value(first), begin: 25, end: 30),
                RecordedCall(2, .find(key: 0), .value(next), begin: 35, end: 40),
            ]
            #expect(isLinearizable([Self.inserted, second] + reads) == isRight, "\(first), \(next)")
        }
    }

    @Test("an update that was lost is refused")
    func lostUpdate() {
        let updates = [
            RecordedCall(1, .update(key: 0, value: 2), .done, begin: 11, end: 20),
            RecordedCall(2, .update(key: 0, value: 3), .done, begin: 12, end: 21),
        ]
        for (value, isRight) in [(2, true), (3, true), (1, false)] {
            let read = RecordedCall(0, .get(key: 0), .value(value), begin: 30, end: 31)
            #expect(isLinearizable([Self.inserted] + updates + [read]) == isRight)
        }
    }

    @Test("an item that two threads removed at once is refused, and one of two is accepted")
    func removedTwice() {
        for (outcome, isRight) in [(Outcome.missing, true), (.done, false)] {
            let removals = [
                RecordedCall(1, .remove(key: 0), .done, begin: 11, end: 20),
                RecordedCall(2, .remove(key: 0), outcome, begin: 12, end: 21),
            ]
            #expect(isLinearizable([Self.inserted] + removals) == isRight)
        }
        #expect(!isLinearizable([RecordedCall(0, .update(key: 0, value: 1), .done, begin: 0, end: 1)]))
    }

    @Test("counts are judged with all keys: each key alone may be right, and the count may not")
    func counts() {
        let other = RecordedCall(1, .insert(key: 1, value: 5), .done, begin: 0, end: 10)
        for (number, isRight) in [(0, false), (1, false), (2, true)] {
            let count = RecordedCall(2, .count, .number(number), begin: 11, end: 12)
            #expect(isLinearizable([Self.inserted, other, count]) == isRight, "\(number)")
        }
        // One item of two is there, and then neither of them: each key alone may be so beside the writes.
        let sees = [
            RecordedCall(2, .count, .number(1), begin: 2, end: 3),
            RecordedCall(3, .get(key: 0), .missing, begin: 4, end: 5),
            RecordedCall(2, .get(key: 1), .missing, begin: 6, end: 7),
        ]
        #expect(!isLinearizable([Self.inserted, other] + sees))
        #expect(isLinearizable([Self.inserted, other] + sees.dropLast()))
    }

    @Test("an error is refused")
    func errors() {
        #expect(!isLinearizable([RecordedCall(0, .insert(key: 0, value: 1), .failed("full"), begin: 0, end: 1)]))
    }

    @Test("a server may know the changes of another one late, but never goes back, and has its own at once")
    func lateChanges() {
        let changed = RecordedCall(0, .insert(key: 0, value: 2), .done, begin: 20, end: 30)
        // Threads 0 and 1 are of one server, 2 and 3 of another one.
        for (thread, outcomes, isRight) in [
            (2, [Outcome.missing, .value(1), .value(2)], true), (2, [.value(1), .value(1), .value(2)], true),
            (2, [.value(1), .missing, .value(2)], false), (2, [.value(2), .value(1), .value(2)], false),
            (1, [.value(2), .value(2), .value(2)], true), (1, [.value(1), .value(2), .value(2)], false),
        ] {
            let reads = outcomes.enumerated().map { index, outcome in
                let begin = UInt64(40 + index * 10)
                return RecordedCall(thread, .get(key: 0), outcome, begin: begin, end: begin + 5)
            }
            let history = History([Self.inserted, changed] + reads, keys: 1, servers: [0..<2, 2..<4])
            #expect((history.violation() == nil) == isRight, "\(thread): \(outcomes)")
        }
    }

    @Test("of what two servers change at once one change is the last for both")
    func lastChange() {
        let other = RecordedCall(2, .remove(key: 0), .done, begin: 1, end: 11)
        for (outcomes, isRight) in [
            ([Outcome.value(1), .value(1)], true), ([.missing, .missing], true), ([.value(1), .missing], false),
        ] {
            // Threads of no server come last.
            let reads = outcomes.enumerated().map { index, outcome in
                RecordedCall(4 + index, .get(key: 0), outcome, begin: 100, end: 110)
            }
            let history = History([Self.inserted, other] + reads, keys: 1, servers: [0..<2, 2..<4])
            #expect((history.violation() == nil) == isRight, "\(outcomes)")
        }
    }

    @Test("a catalog without a fault keeps all histories, and one with old answers is found out")
    func faultyCatalogs() throws {
        for fault in [nil, Memory.Fault.staleReads, .lostUpdates, .earlyAnswers] {
            let refused = (0..<UInt64(200)).count { seed in
                let workload = Workload(seed: seed)
                return History(workload.run(on: Memory(fault)), keys: workload.keys).violation() != nil
            }
            #expect(fault == nil ? refused == 0 : refused > 0, "\(String(describing: fault)): \(refused) of 200")
        }
    }
}

/// A catalog in memory, sound or with a fault that many of its answers hide.
private final class Memory: Subject {
    enum Fault { case staleReads, lostUpdates, earlyAnswers }

    private struct State {
        var values: [Int: Int] = [:]
        var former: [Int: Int] = [:]
        var calls = 0
    }

    private let fault: Fault?
    private let state = Locked(State())

    init(_ fault: Fault?) { self.fault = fault }

    func perform(_ action: Action) -> Outcome {
        state.withLock { state in
            state.calls += 1
            let isFaulty = state.calls.isMultiple(of: 5)
            switch action {
            case .insert(let key, let value):
                write(key, value, isLost: isFaulty && fault == .earlyAnswers, &state)
                return .done
            case .update(let key, let value):
                if state.values[key] == nil { return .missing }
                write(key, value, isLost: isFaulty && fault == .lostUpdates, &state)
                return .done
            case .remove(let key):
                return state.values.removeValue(forKey: key) == nil ? .missing : .done
            case .get(let key), .find(let key), .show(let key):
                let values = isFaulty && fault == .staleReads ? state.former : state.values
                return values[key].map { .value($0) } ?? .missing
            case .count: return .number(state.values.count)
            }
        }
    }

    private func write(_ key: Int, _ value: Int, isLost: Bool, _ state: inout State) {
        state.former[key] = state.values[key]
        if !isLost { state.values[key] = value }
    }
}
