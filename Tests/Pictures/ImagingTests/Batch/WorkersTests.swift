import Foundation
import Imaging
import TestSupport
import Testing

@Suite("Workers", .timeLimit(.minutes(5)))
struct WorkersTests {
    @Test("as many as there are threads work at a time, and those who wait go in the order in which they came")
    func order() throws {
        let queue = Workers(threads: 2)
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

    @Test("work of low priority goes after the other, but has every fourth turn; free threads are lent and come back")
    func patience() throws {
        let queue = Workers(threads: 1)
        let gate = DispatchSemaphore(value: 0)
        let began = Locked<[Int]>([])
        #expect(queue.add { _ = gate.wait(timeout: .now() + 60) })
        for number in 0..<4 { _ = queue.add(isLowPriority: true) { began.withLock { $0.append(100 + number) } } }
        for number in 0..<8 { _ = queue.add { began.withLock { $0.append(number) } } }
        gate.signal()
        try wait(for: "all to end") { queue.running == 0 }
        #expect(began.withLock { $0 } == [0, 1, 2, 100, 3, 4, 5, 101, 6, 7, 102, 103])

        let wide = Workers(threads: 4)
        let counts = wide.perform { wide.withFreeThreads(upTo: 3) { first in (first, wide.running) } }
        #expect(counts == (3, 3))
        // Its thread counts for a moment longer.
        try wait(for: "the first to end") { wide.running == 0 }
        let nested = wide.perform {
            wide.withFreeThreads(upTo: 9) { all in
                let waits = DispatchSemaphore(value: 0)
                _ = wide.add { waits.signal() }
                // All threads are lent, so the other waits until they come back.
                return (all, waits.wait(timeout: .now() + 0.2) == .timedOut)
            }
        }
        #expect(nested == (4, true))
        try wait(for: "all to end") { wide.running == 0 && wide.waiting == 0 }
    }

    @Test("work of a task hears its cancellation while it runs, and before it has begun")
    func cancellation() async throws {
        let workers = Workers(threads: 1)
        let running = Task {
            await workers.run { cancellation -> Bool in
                while !cancellation.isCancelled { usleep(1000) }
                return true
            }
        }
        try await waitAsync(for: "the first to run") { workers.running == 1 }
        let waiting = Task { await workers.run { $0.isCancelled } }
        let untouched = Task { await workers.run { $0.isCancelled } }
        try await waitAsync(for: "two to wait") { workers.waiting == 2 }
        waiting.cancel()
        running.cancel()
        #expect(await running.value)
        #expect(await waiting.value)
        #expect(await untouched.value == false)
    }
}
