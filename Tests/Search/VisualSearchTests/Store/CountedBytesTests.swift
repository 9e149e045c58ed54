import TestSupport
import Testing

@testable import VisualSearch

@Suite("Bytes that a store counts of its memory")
struct CountedBytesTests {
    @Test("a column counts its numbers, its letters and those of values that come later")
    func columns() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        func add(_ numbers: Range<Int>) throws {
            _ = try store.upsert(
                numbers.map {
                    StoredItem("\($0)", ["name": .string(String(repeating: "\($0 % 10)", count: 1000) + "\($0)")])
                })
        }
        func bytes() throws -> Int {
            _ = try store.read { snapshot throws(SearchError) in try snapshot.matching(.equal("name", "x")).count }
            return store.columns.bytes
        }
        try add(0..<100)
        #expect(store.columns.bytes == 0)
        let first = try bytes()
        #expect((100_000..<150_000).contains(first), "\(first)")
        try add(100..<200)
        let second = try bytes()
        #expect((200_000..<300_000).contains(second), "\(second)")
        #expect(store.words.bytes == 0)
    }
}
