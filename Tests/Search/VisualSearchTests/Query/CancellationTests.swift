import Dispatch
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Cancelled calls of the engine", .timeLimit(.minutes(5)))
struct CancellationTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("catalog.magpie") }

    init() throws { folder = try TemporaryFolder() }

    private let picture = ImageInput.pixels(Pictures.scene(96, 64))

    @Test("a raised flag ends every call, and an insertion writes nothing")
    func raised() throws {
        let engine = try SearchEngine(path: path, mode: .create)
        let raised = Cancellation()
        raised.cancel()
        #expect(throws: SearchError.cancelled) {
            try engine.insertBlocking([Entry(Item(id: "a"), image: picture)], cancellation: raised)
        }
        #expect(try engine.countBlocking() == 0)
        let search = SearchRequest(.init(example: .image(picture)))
        #expect(throws: SearchError.cancelled) { try engine.searchBlocking(search, cancellation: raised) }
        let discover = DiscoverRequest(picture)
        #expect(throws: SearchError.cancelled) { try engine.discoverBlocking(discover, cancellation: raised) }
        for workers in [0, 1025] {
            #expect(throws: SearchError.invalidArgument("workers is \(workers); it must be 1…1024")) {
                try engine.searchBlocking(search, workers: workers)
            }
        }
    }

    @Test("a task that is cancelled in the middle of an insertion ends it after the pictures under way")
    func insertion() async throws {
        let describer = Slow()
        let engine = try SearchEngine(path: path, mode: .create, describer: describer)
        let entries = (0..<200).map { Entry(Item(id: "\($0)"), image: picture) }
        let task = Task { try await engine.insert(entries) }
        try await waitAsync(for: "pictures under way") { describer.begun.withLock { $0 } > 0 }
        task.cancel()
        describer.gate.signal()
        let result = await task.result
        #expect(throws: SearchError.cancelled) { try result.get() }
        #expect(describer.begun.withLock { $0 } < 200)
        #expect(try engine.countBlocking() == 0)
    }
}

/// Describes nothing before its gate is opened.
private struct Slow: Describer {
    let identity = "slow"
    let dimensions = 4
    let scale = 127
    let begun = Locked(0)
    let gate = DispatchSemaphore(value: 0)

    func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor {
        begun.withLock { $0 += 1 }
        gate.wait()
        gate.signal()
        return Descriptor(vector: [127, 0, 0, 0])
    }
}
