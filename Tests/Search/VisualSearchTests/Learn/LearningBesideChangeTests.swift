import Foundation
import PictureTestSupport
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("What a process learned and others changed", .timeLimit(.minutes(5)))
struct LearningBesideChangeTests {
    private struct Plain: Describer {
        let identity = "plain 1"
        let dimensions = 4
        let scale = 127

        func describe(_ pixels: PixelBuffer) throws(DescribeError) -> Descriptor { Descriptor(vector: [127, 0, 0, 0]) }
    }

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("catalog.magpie")
    }

    @Test("what was made of the vectors of the former describer is not kept after the change")
    func late() throws {
        let store = try folder.store()
        #expect(try store.upsert([StoredItem("a", seed: 1)]) == [nil])
        _ = try store.learn()
        let space = try #require(try store.learned())
        let change = try DescriberChange(CatalogStore(path: path), to: Plain()) { _, _ in .none("none") }
        #expect(try change.run(acceptingMissing: true).isFinished)
        let late = SearchError.store(path: path, reason: CatalogStore.describedAnew)
        #expect(throws: late) { try store.save(space) }
        #expect(throws: late) { try store.keep([1], of: 1) }
        #expect(throws: late) { try store.keepTypes() }
        let fresh = try CatalogStore(path: path)
        #expect(try fresh.learned() == nil)
        #expect(try fresh.read { snapshot throws(SearchError) in try snapshot.densities() } == nil)
    }

    @Test("memory forgets what was learned where the file has it no more")
    func gone() throws {
        let engine = try SearchEngine(path: path)
        let entries = (0..<4).map { number in
            Entry(
                Item(id: "\(number)", attributes: ["category": .string(number < 2 ? "hat" : "mug")]),
                image: .pixels(Pictures.solid(40, 30, RGB(red: UInt8(number * 60), green: 90, blue: 20))))
        }
        for result in try engine.insertBlocking(entries) { try result.get() }
        _ = try engine.learnBlocking()
        try engine.warmUpBlocking()
        func hasLearned() throws -> Bool {
            try engine.reading(withPalettes: false) { _ in engine.catalog.learned != nil }
        }
        #expect(try hasLearned())
        let other = try Database(path: path, access: .write)
        try other.script("DELETE FROM learned; UPDATE state SET revision = revision + 1")
        try wait(for: "the end of what was learned") { try !hasLearned() }
    }
}
