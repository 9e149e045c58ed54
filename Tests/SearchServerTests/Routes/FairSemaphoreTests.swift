import Foundation
import TestSupport
import Testing

@testable import SearchServer

@Suite("A fair semaphore")
struct FairSemaphoreTests {
    @Test("lets in as many as it has places, and those who wait in the order in which they came")
    func order() {
        let semaphore = FairSemaphore(value: 2)
        semaphore.wait()
        semaphore.wait()
        let entered = Locked<[Int]>([])
        for number in 0..<20 {
            Thread.detachNewThread {
                semaphore.wait()
                entered.withLock { $0.append(number) }
                semaphore.signal()
            }
            while semaphore.waiting <= number { usleep(200) }
        }
        #expect(entered.withLock { $0 }.isEmpty)
        semaphore.signal()
        while entered.withLock({ $0.count }) < 20 { usleep(200) }
        #expect(entered.withLock { $0 } == Array(0..<20))
        semaphore.signal()
    }
}
