import Foundation
import TestSupport
import Testing

@testable import SearchClient

@Suite(.timeLimit(.minutes(5))) struct VisitorSessionTests {
    private final class Clock: Sendable {
        private let time: Locked<Date>
        init(_ seconds: Double) { time = Locked(Date(timeIntervalSince1970: seconds)) }

        var now: @Sendable () -> Date { { self.time.withLock { $0 } } }
        func pass(minutes: Double) { time.withLock { $0 += minutes * 60 } }
    }

    @Test("a visit goes on while it is used and ends after 30 minutes without")
    func thirtyMinutes() {
        let clock = Clock(1_700_006_400)
        let session = VisitorSession(now: clock.now)
        let first = session.sid()
        for _ in 0..<5 {
            clock.pass(minutes: 29.9)
            #expect(session.sid() == first)
        }
        clock.pass(minutes: 30)
        let second = session.sid()
        #expect(second != first)
        clock.pass(minutes: -60)
        #expect(session.sid() != second)
        #expect(session.uid == session.uid)
    }

    @Test("a visit ends with the day")
    func midnight() {
        // 23:50 UTC.
        let clock = Clock(1_700_006_400 - 600)
        let session = VisitorSession(now: clock.now)
        let first = session.sid()
        clock.pass(minutes: 9)
        #expect(session.sid() == first)
        clock.pass(minutes: 2)
        #expect(session.sid() != first)
    }

    @Test("visitor and visit survive a restart, the visitor for ever")
    func restart() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "visitor.json")
        let clock = Clock(1_700_006_400)
        let before = VisitorSession(file: file, now: clock.now)
        let sid = before.sid()
        before.settle()
        clock.pass(minutes: 10)
        let after = VisitorSession(file: file, now: clock.now)
        #expect(after.uid == before.uid)
        #expect(after.sid() == sid)
        clock.pass(minutes: 60 * 24 * 400)
        #expect(VisitorSession(file: file, now: clock.now).uid == before.uid)
        let named = VisitorSession(uid: String(repeating: "u", count: 70), file: file, now: clock.now)
        #expect(named.uid.count == 64)
        #expect(named.sid() != sid)
        try Data("{".utf8).write(to: file)
        #expect(!VisitorSession(file: file, now: clock.now).uid.isEmpty)
    }
}
