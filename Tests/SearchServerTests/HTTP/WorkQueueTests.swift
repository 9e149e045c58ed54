import Foundation
import TestSupport
import Testing

@testable import SearchServer

@Suite("A line of work", .timeLimit(.minutes(15)))
struct WorkQueueTests {
    @Test("as many as there are threads work at a time, and those who wait go in the order in which they came")
    func order() throws {
        let queue = WorkQueue(threads: 2)
        let gate = DispatchSemaphore(value: 0)
        for _ in 0..<2 { Thread.detachNewThread { queue.perform { _ = gate.wait(timeout: .distantFuture) } } }
        try wait(for: "two at work") { queue.running == 2 }
        let began = Locked<[Int]>([])
        let ended = Locked(0)
        for number in 0..<20 {
            Thread.detachNewThread {
                let given = queue.perform {
                    began.withLock { $0.append(number) }
                    return number
                }
                ended.withLock { $0 += given == number ? 1 : 0 }
            }
            try wait(for: "number \(number) in line") { queue.waiting > number }
        }
        #expect(began.withLock { $0 }.isEmpty)
        // One thread goes on; the other is still held up.
        gate.signal()
        try wait(for: "all to end") { ended.withLock { $0 } == 20 }
        #expect(began.withLock { $0 } == Array(0..<20))
        gate.signal()
    }
}
