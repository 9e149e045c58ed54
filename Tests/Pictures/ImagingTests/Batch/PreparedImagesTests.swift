import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Images prepared for a loop of a task")
struct PreparedImagesTests {
    @Test("results come in the order of the inputs, and a bad image ends nothing")
    func order() async throws {
        let inputs: [ImageInput] = (1...20).map {
            $0 == 7 ? .bytes([1, 2, 3]) : .pixels(Pictures.scene(20 + $0, 10))
        }
        var widths: [Int?] = []
        for await result in try Batch(workers: 3).prepared(inputs, as: Recipe(.fit(1024))) {
            widths.append((try? result.get())?.uprightSize.width)
        }
        #expect(widths == (1...20).map { $0 == 7 ? nil : 20 + $0 })
    }

    @Test("no more inputs are taken than the workers need")
    func bounded() async throws {
        let taken = Locked(0)
        var seen = 0
        for await _ in try Batch(workers: 2).prepared(Counted(count: 1000, taken: taken)) {
            seen += 1
            let count = taken.withLock { $0 }
            #expect(count <= seen + 2)
            if seen == 5 { break }
        }
        #expect(seen == 5)
    }

    @Test("outputs are found by their labels")
    func labels() throws {
        let recipe = Recipe(.fit(64).labeled("large"), .fit(16).labeled("small"), .fit(8))
        let prepared = try prepare(.pixels(Pictures.scene(100, 50)), as: recipe)
        #expect(prepared["small"]?.size == Size(width: 16, height: 8))
        #expect(prepared["large"] == prepared.outputs[0])
        #expect(prepared["huge"] == nil)
    }
}

/// Small pictures that are counted when they are taken.
private struct Counted: Sequence, IteratorProtocol, Sendable {
    let count: Int
    let taken: Locked<Int>
    private var made = 0

    init(count: Int, taken: Locked<Int>) {
        self.count = count
        self.taken = taken
    }

    mutating func next() -> ImageInput? {
        guard made < count else { return nil }
        made += 1
        taken.withLock { $0 += 1 }
        return .pixels(Pictures.scene(8, 8))
    }
}
