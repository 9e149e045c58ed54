import ImageTypes
import Testing

@Suite("Values that are made on another thread", .timeLimit(.minutes(5)))
struct HandoffTests {
    private struct Failure: Error, Equatable {
        var number: Int
    }

    @Test("each value comes once and in order, and none is made two ahead of its use")
    func order() throws {
        let made = Locked(0)
        var used: [Int] = []
        try Handoff<Int, Failure>.run { pass in
            for number in 0..<1000 {
                made.withLock { $0 = number + 1 }
                guard pass(number) else { return }
            }
        } use: { number in
            #expect(made.withLock { $0 } <= number + 2)
            used.append(number)
        }
        #expect(used == Array(0..<1000))
        try Handoff<Int, Failure>.run { _ in
        } use: { _ in
            Issue.record("there is no value")
        }
    }

    @Test("what is thrown while values are made comes after the values before it")
    func makerFails() {
        var used: [Int] = []
        #expect(throws: Failure(number: 3)) {
            try Handoff<Int, Failure>.run { pass throws(Failure) in
                for number in 0..<3 { _ = pass(number) }
                throw Failure(number: 3)
            } use: {
                used.append($0)
            }
        }
        #expect(used == [0, 1, 2])
    }

    @Test("when a value cannot be used, no more are made, and its error is thrown")
    func userFails() {
        let made = Locked([Int]())
        let isEnded = Locked(false)
        #expect(throws: Failure(number: 1)) {
            try Handoff<Int, Failure>.run { pass throws(Failure) in
                defer { isEnded.withLock { $0 = true } }
                for number in 0... {
                    made.withLock { $0.append(number) }
                    guard pass(number) else { throw Failure(number: -1) }
                }
            } use: { number throws(Failure) in
                if number == 1 { throw Failure(number: number) }
            }
        }
        #expect(isEnded.withLock { $0 })
        #expect(made.withLock { $0 }.count <= 3)
    }
}
