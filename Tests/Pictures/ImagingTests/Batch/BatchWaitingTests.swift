import Foundation
import Imaging
import Synchronization
import TestSupport
import Testing

@Suite("A batch whose elements or callers are slow", .timeLimit(.minutes(5)))
struct BatchWaitingTests {
    @Test("a result is delivered while the next element is still being waited for", arguments: [false, true])
    func slowElements(ordered: Bool) {
        let delivered = DispatchSemaphore(value: 0)
        var next = 0
        let elements = AnyIterator<Int> {
            // The second element comes only after the first one's result.
            if next > 0 { #expect(delivered.wait(timeout: .now() + longestWait) == .success) }
            next += 1
            return next <= 5 ? next : nil
        }
        var results: [Int] = []
        Batch(checked: 3, ordered: ordered).run(
            IteratorSequence(elements), work: { $0 * 10 },
            deliver: { _, value in
                results.append(value)
                delivered.signal()
            })
        #expect(results == [10, 20, 30, 40, 50])
    }

    @Test("elements are pulled only so far ahead of a slow caller", arguments: [false, true])
    func slowCaller(ordered: Bool) {
        let pulled = Atomic(0)
        var most = 0
        var count = 0
        let elements = (0..<2000).lazy.map { element in
            pulled.add(1, ordering: .relaxed)
            return element
        }
        Batch(checked: 2, ordered: ordered).run(
            elements, work: { $0 },
            deliver: { _, _ in
                count += 1
                most = max(most, pulled.load(ordering: .relaxed) - count)
            })
        #expect(count == 2000)
        #expect(most <= 2 * 8)
    }

    @Test("results come in order although elements take different times")
    func order() {
        var results: [Int] = []
        Batch(checked: 4).run(
            0..<200,
            work: { element in
                if element % 7 == 0 { usleep(3000) }
                return element
            },
            deliver: { index, value in
                #expect(index == value)
                results.append(value)
            })
        #expect(results == Array(0..<200))
    }

    @Test("when the caller throws, nothing new begins and the error is passed on")
    func throwing() {
        struct Enough: Error {}
        let begun = Atomic(0)
        #expect(throws: Enough.self) {
            try Batch(checked: 2).run(
                0..<10_000,
                work: { element in
                    begun.add(1, ordering: .relaxed)
                    return element
                },
                deliver: { index, _ in if index == 10 { throw Enough() } })
        }
        #expect(begun.load(ordering: .relaxed) <= 11 + 2 * 8 + 2)
    }

    @Test("after a cancellation what runs is delivered, and nothing else begins")
    func cancelling() {
        let cancellation = Cancellation()
        let begun = Atomic(0)
        var delivered = 0
        Batch(checked: 3).run(
            0..<10_000, cancellation: cancellation,
            work: { element in
                begun.add(1, ordering: .relaxed)
                if element == 20 { cancellation.cancel() }
                // Whoever is ahead of the one that cancels waits for it, however slow its thread is.
                while element > 20, !cancellation.isCancelled { usleep(1000) }
                return element
            },
            deliver: { _, _ in delivered += 1 })
        #expect(delivered == begun.load(ordering: .relaxed))
        #expect((21...23).contains(delivered))
    }
}
