import SearchAPI
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Fields whose kind was guessed")
struct GuessTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func values(_ store: CatalogStore) throws -> [AttributeValue?] {
        try store.read { snapshot throws(SearchError) in
            var values: [AttributeValue?] = []
            for slot in 0..<snapshot.slots { values.append(try snapshot.item(at: slot)?.attributes["n"]) }
            return values
        }
    }

    @Test("what other readers keep follows: values and filters")
    func readers() throws {
        try store.guess(["n": .int])
        _ = try store.upsert([StoredItem("a", ["n": .int(49), "s": .string("red")])])
        let reader = try folder.store(mode: .readOnly)
        func found(_ filter: Filter) throws -> Int {
            try reader.read { snapshot throws(SearchError) in try snapshot.matching(filter).count }
        }
        #expect(try found(.greater("n", .float(48.9))) == 1)
        let before = try store.revision()
        #expect(try store.upsert([StoredItem("b", ["n": .float(49.5)])]) == [nil])
        #expect(try values(reader) == [.float(49), .float(49.5)])
        #expect(try found(.greater("n", .float(48.9))) == 2)
        #expect(try reader.read { snapshot throws(SearchError) in try snapshot.changes(since: before) }.count == 2)
        #expect(try store.check().isEmpty)
    }

    @Test("an item that is refused widens nothing, and numbers never become words")
    func refused() throws {
        try store.guess(["n": .int])
        _ = try store.upsert([StoredItem("a", ["n": .int(1)])])
        let results = try store.upsert([
            StoredItem(Item(id: "x", attributes: ["n": .float(0.5)]), picture: nil),
            StoredItem(Item(id: "y", attributes: ["n": .float(0.5)]), picture: StoredPicture(vector: [1])),
            StoredItem("z", ["n": .bool(true)]), StoredItem("z", ["n": .float(.nan)]),
            StoredItem("z", ["n": .string("M")]),
        ])
        #expect(results.allSatisfy { $0 != nil })
        #expect(try values(store) == [.int(1)])
        #expect(try store.info().fields == ["n": .int])
    }

    @Test("whole numbers that floats would round stay as they are")
    func large() throws {
        let large = (1 << 53) + 1
        try store.guess(["n": .int])
        #expect(try store.upsert([StoredItem("a", ["n": .int(large)]), StoredItem("b", ["n": .float(0.5)])])[1] != nil)
        #expect(try values(store) == [.int(large)])
        #expect(try store.check().isEmpty)
    }

    @Test("declaring a guessed field settles its kind, which may be a wider one but no narrower")
    func settled() throws {
        try store.guess(["n": .float, "unused": .float])
        _ = try store.upsert([StoredItem("a", ["n": .float(1.5)])])
        #expect(throws: SearchError.self) { try store.define(["n": .int]) }
        try store.define(["n": .float, "unused": .int])
        #expect(try values(store) == [.float(1.5)])
        #expect(try store.upsert([StoredItem("b", ["unused": .float(1.5)])])[0] != nil)
        try store.guess(["n": .int])
        #expect(try store.read { snapshot throws(SearchError) in try snapshot.guessedFields() } == [])
        #expect(try store.check().isEmpty)
    }

    @Test("a repaired store still knows what was guessed")
    func repaired() throws {
        try store.guess(["n": .int])
        _ = try store.upsert([StoredItem("a", ["n": .int(1)])])
        _ = try CatalogStore.repair(path: store.path, to: folder.path("repaired"))
        let repaired = try folder.store("repaired")
        #expect(try repaired.upsert([StoredItem("b", ["n": .float(1.5)])]) == [nil])
        #expect(try values(repaired) == [.float(1), .float(1.5)])
    }
}
