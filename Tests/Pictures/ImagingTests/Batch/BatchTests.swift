import Foundation
import Imaging
import PictureTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("A batch does each image once, in order, and stops when told")
struct BatchTests {
    /// A few pictures of different cost, some of them broken.
    private static func inputs(_ count: Int) throws -> [ImageInput] {
        let files = try (0..<12).map { index -> ImageInput in
            let picture = Pictures.scene(60 + index * 37, 50 + index * 11, seed: UInt64(index))
            switch index % 4 {
            case 0: return .bytes(try Real.jpeg(picture))
            case 1: return .bytes(try Real.png(picture))
            case 2: return .pixels(picture)
            default: return .bytes(Array(try Real.jpeg(picture, quality: 80).prefix(700 + index)))
            }
        }
        return (0..<count).map { files[$0 % files.count] }
    }

    private let recipe = Recipe(.fit(64), Output(.fit(20), encoding: .png), colors: 2)

    private func collect(_ batch: Batch, _ inputs: [ImageInput]) -> [(Int, Result<Prepared, ImageError>)] {
        var results: [(Int, Result<Prepared, ImageError>)] = []
        batch.prepare(inputs, as: recipe) { results.append(($0, $1)) }
        return results
    }

    @Test("the number of workers changes nothing", arguments: [2, 3, 8])
    func workers(count: Int) throws {
        let inputs = try Self.inputs(48)
        let alone = collect(Batch(checked: 1), inputs)
        let many = collect(Batch(checked: count), inputs)
        #expect(many.map(\.0) == Array(inputs.indices))
        #expect(many.map(\.1.withoutText) == alone.map(\.1.withoutText))
        #expect(alone.contains { if case .success = $0.1 { true } else { false } })
        #expect(alone.contains { if case .failure = $0.1 { true } else { false } })
    }

    @Test("as they finish, each comes once")
    func unordered() throws {
        let inputs = try Self.inputs(40)
        let results = collect(Batch(checked: 4, ordered: false), inputs)
        #expect(results.map(\.0).sorted() == Array(inputs.indices))
        let ordered = collect(Batch(checked: 2), inputs)
        for (index, result) in results { #expect(result.withoutText == ordered[index].1.withoutText) }
    }

    @Test("a slow element holds back those behind it, but no more than a few are taken meanwhile")
    func slowFirst() {
        let isFirstDone = Atomic(false)
        var delivered: [Int] = []
        let count = Atomic(0)
        let largestLead = Atomic(0)
        let elements = (0..<400).lazy.map { element -> Int in
            largestLead.max(element - count.load(ordering: .relaxed), ordering: .relaxed)
            return element
        }
        Batch(checked: 3).run(
            elements,
            work: { element in
                if element == 0 {
                    Thread.sleep(forTimeInterval: 0.05)
                    isFirstDone.store(true, ordering: .releasing)
                }
                return element
            },
            deliver: { index, value in
                #expect(index == value && isFirstDone.load(ordering: .acquiring))
                delivered.append(index)
                count.store(delivered.count, ordering: .relaxed)
            })
        #expect(delivered == Array(0..<400))
        #expect(largestLead.load(ordering: .relaxed) <= 3 * 8)
    }

    @Test("no more elements are worked on at a time than there are workers", arguments: [1, 2, 5], [true, false])
    func concurrency(workers: Int, ordered: Bool) {
        let running = Locked((now: 0, most: 0))
        Batch(checked: workers, ordered: ordered).run(
            0..<60,
            work: { _ in
                running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                Thread.sleep(forTimeInterval: 0.001)
                running.withLock { $0.now -= 1 }
            }, deliver: { _, _ in })
        #expect(running.withLock { $0.most } <= workers)
        #expect(running.withLock { $0.now } == 0)
    }

    @Test("progress counts each element once, also when results wait for their turn")
    func progress() throws {
        var heard: [Int] = []
        Batch(checked: 3).run(0..<50, progress: { heard.append($0) }, work: { $0 }, deliver: { _, _ in })
        #expect(heard == Array(1...50))
    }

    @Test("a cancellation stops within one element per worker", arguments: [true, false])
    func cancellation(ordered: Bool) {
        let cancellation = Cancellation()
        let startedLate = Atomic(0)
        var delivered = 0
        Batch(checked: 4, ordered: ordered).run(
            sequence(first: 0) { $0 + 1 }, cancellation: cancellation,
            work: { element in
                if cancellation.isCancelled { startedLate.add(1, ordering: .relaxed) }
                return element
            },
            deliver: { _, _ in
                delivered += 1
                if delivered == 30 { cancellation.cancel() }
            })
        #expect(startedLate.load(ordering: .relaxed) <= 4)
        #expect(delivered >= 30 && delivered < 30 + 4 * 10)
    }

    @Test("a cancellation before the start does nothing at all")
    func cancelledFirst() {
        let cancellation = Cancellation()
        cancellation.cancel()
        Batch(checked: 2).run(
            0..<10, cancellation: cancellation, work: { _ in Issue.record("worked") },
            deliver: { _, _ in Issue.record("delivered") })
    }

    @Test("an endless sequence needs no more memory than a short one", arguments: [true, false])
    func backPressure(ordered: Bool) {
        let cancellation = Cancellation()
        let delivered = Atomic(0)
        let most = Atomic(0)
        let endless = (1...Int.max).lazy.map { element in
            most.max(element - delivered.load(ordering: .relaxed), ordering: .relaxed)
            return element
        }
        Batch(checked: 3, ordered: ordered).run(
            endless, cancellation: cancellation, work: { $0 },
            deliver: { _, _ in
                if delivered.add(1, ordering: .relaxed).newValue == 5000 { cancellation.cancel() }
            })
        #expect(most.load(ordering: .relaxed) <= 3 * 10)
    }

    @Test("an error of the receiver stops the batch and is passed on", arguments: [true, false])
    func receiverFails(ordered: Bool) {
        struct Full: Error {}
        let worked = Atomic(0)
        var delivered = 0
        #expect(throws: Full.self) {
            try Batch(checked: 3, ordered: ordered).run(
                0..<100_000, work: { _ in worked.add(1, ordering: .relaxed) },
                deliver: { _, _ in
                    delivered += 1
                    if delivered == 7 { throw Full() }
                })
        }
        #expect(delivered == 7)
        #expect(worked.load(ordering: .relaxed) < 7 + 3 * 10)
    }

    @Test("none and one are batches too", arguments: [0, 1])
    func small(count: Int) throws {
        #expect(collect(Batch(checked: 6), try Self.inputs(count)).count == count)
        #expect(Batch.usableCores >= 1)
    }

    @Test("many batches at once do not get in each other's way")
    func nested() throws {
        let inputs = try Self.inputs(24)
        let alone = collect(Batch(checked: 1), inputs).map(\.1.withoutText)
        let results = Locked<[[Result<Prepared, ImageError>]]>([])
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
            let mine = collect(Batch(checked: 2), inputs).map(\.1.withoutText)
            results.withLock { $0.append(mine) }
        }
        #expect(results.withLock { $0 } == [alone, alone, alone])
    }

    @Test(
        "every file of the input set among good ones: the good ones are all done",
        .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"))
    func hostile() throws {
        let good = ImageInput.bytes(try Real.jpeg(Pictures.scene(90, 60)))
        let expected = try prepare(good, as: recipe)
        let rows = ManifestRow.all.filter { !$0.file.contains("6900x6900") }
        let inputs = rows.flatMap { [ImageInput.file($0.url), good] }
        var count = 0
        Batch(checked: 4).prepare(inputs, as: recipe) { index, result in
            #expect(index == count)
            count += 1
            if index % 2 == 1 { #expect(result == .success(expected), "after \(rows[index / 2].file)") }
        }
        #expect(count == inputs.count)
    }
}
