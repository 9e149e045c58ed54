import Foundation
import ImageTypes
import Testing

@Suite("Signals that end a process", .timeLimit(.minutes(5)))
struct SignalWatchTests {
    /// A watch that yields once ended a server that was ending in order: it heard of the signal when the other watch was gone.
    @Test("a signal that one watch took is never taken again by the watch that yields to it")
    func taken() {
        let yielded = Locked(0)
        let last = SignalWatch([SIGUSR2], yields: true) { _ in yielded.withLock { $0 += 1 } }
        for _ in 1...1000 {
            let watch = SignalWatch([SIGUSR2], yields: false) { _ in }
            kill(getpid(), SIGUSR2)
            #expect(watch.wait() == SIGUSR2)
        }
        #expect(yielded.withLock { $0 } == 0 && last.caught == nil)
        kill(getpid(), SIGUSR2)
        #expect(last.wait() == SIGUSR2)
    }
}
