import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Lists built on one thread and on several", .timeLimit(.minutes(5)))
struct BuildWorkersTests {
    @Test("each number is handed out once, also when somebody begins to wait in the middle", arguments: [0, 3, 99])
    func each(start: Int) {
        let workers = BuildWorkers()
        let counts = Locked([Int](repeating: 0, count: 100))
        let (begun, waits) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            begun.wait()
            workers.whileWaiting {
                waits.signal()
                ended.wait()
            }
        }
        workers.each(100) { index in
            counts.withLock { $0[index] += 1 }
            guard index == start else { return }
            begun.signal()
            waits.wait()
        }
        ended.signal()
        #expect(counts.withLock { $0 } == [Int](repeating: 1, count: 100))
    }

    @Test("results are in order, and after a cancellation no step begins", arguments: [false, true])
    func map(isAwaited: Bool) {
        let workers = BuildWorkers()
        func run(_ body: () -> Void) { if isAwaited { workers.whileWaiting(body) } else { body() } }
        run { #expect(workers.map(1000) { $0 * $0 } == (0..<1000).map { $0 * $0 }) }
        let begun = Locked(0)
        run {
            workers.each(100_000) { _ in
                let number = begun.withLock {
                    $0 += 1
                    return $0
                }
                if number == 5 { workers.cancellation.cancel() }
            }
        }
        #expect((5..<1000).contains(begun.withLock { $0 }))
        run { #expect(workers.map(10) { $0 } == []) }
    }

    @Test("both give the same tables")
    func tables() throws {
        let size = 20_000
        var vectors = Vectors(dimensions: 64, clusters: 500)
        let rows = (0..<size).map { _ in vectors.bytes() }
        func built(isAwaited: Bool) throws -> (tables: [[UInt8]], probes: [Int]) {
            let index = VectorIndex(dimensions: 64, scale: 127, tuning: .small)
            let received = Locked<Lists?>(nil)
            let isBuilt = DispatchSemaphore(value: 0)
            index.whenBuilt { lists, _ in
                received.withLock { $0 = lists }
                isBuilt.signal()
            }
            index.update { changes in
                for (slot, row) in rows.enumerated() { changes.set(slot, row.span) }
                changes.mark(1)
            }
            if isAwaited { index.finishBuilding() }
            isBuilt.wait()
            let lists = try #require(received.withLock { $0 })
            return (lists.tables().map { unsafe Array(UnsafeRawBufferPointer($0.bytes)) }, lists.probes.learned)
        }
        let (alone, together) = try (built(isAwaited: false), built(isAwaited: true))
        #expect(alone.tables == together.tables && alone.probes == together.probes)
    }
}
