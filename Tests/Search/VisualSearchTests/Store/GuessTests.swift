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

    @Test("an item that is refused widens nothing")
    func refused() throws {
        try store.guess(["n": .int])
        _ = try store.upsert([StoredItem("a", ["n": .int(1)])])
        let results = try store.upsert([
            StoredItem(Item(id: "x", attributes: ["n": .float(0.5)]), picture: nil),
            StoredItem(Item(id: "x", attributes: ["n": .string("M")]), picture: nil),
            StoredItem(Item(id: "y", attributes: ["n": .float(0.5)]), picture: StoredPicture(vector: [1])),
            StoredItem("z", ["n": .bool(true)]), StoredItem("z", ["n": .float(.nan)]),
            StoredItem("z", ["n": .string("M"), "": .int(1)]),
        ])
        #expect(results.allSatisfy { $0 != nil })
        #expect(try values(store) == [.int(1)])
        #expect(try store.info().fields == ["n": .int])
    }

    @Test("a text makes strings of numbers, which come back as they were given and are found by their words")
    func texts() throws {
        try store.guess(["n": .int])
        for (id, text) in [("a", "38"), ("b", "7"), ("c", "1.10"), ("d", "300.00")] {
            #expect(try store.upsert([StoredItem(id, ["n": .string(text)])]) == [nil])
        }
        #expect(try store.info().fields == ["n": .float])
        #expect(try values(store) == [.float(38), .float(7), .float(1.1), .float(300)])
        let found = try store.read { snapshot throws(SearchError) in
            try snapshot.matching(.between("n", .float(1.1), .float(7))).slots
        }
        #expect(found == [1, 2])
        #expect(try store.check().isEmpty)
        // A value written without its number keeps the text.
        let item = try store.read { snapshot throws(SearchError) in try snapshot.item("c") }
        var changed = try #require(item)
        changed.attributes["other"] = .bool(true)
        #expect(try store.upsert([StoredItem(changed, picture: nil)]) == [nil])
        #expect(try store.upsert([StoredItem("e", ["n": .string("M")])]) == [nil])
        #expect(
            try values(store) == [.string("38"), .string("7"), .string("1.10"), .string("300.00"), .string("M")])
        // An item that was read before the change, and numbers.
        changed.attributes["other"] = nil
        #expect(try store.upsert([StoredItem(changed, picture: nil), StoredItem("f", ["n": .int(40)])]) == [nil, nil])
        let kept = try values(store)
        try #require(kept.count == 6)
        #expect(kept[2] == .string("1.10") && kept[5] == .string("40"))
        #expect(
            try store.read { snapshot throws(SearchError) in try snapshot.wordMatches("38 ").matches.map(\.slot) } == [
                0
            ])
        #expect(try store.check().isEmpty)
    }

    @Test("one text among very many numbers is refused")
    func many() throws {
        try store.guess(["n": .int])
        _ = try store.upsert((0...Edit.fewValues).map { StoredItem("\($0)", ["n": .int($0)]) })
        #expect(
            try store.upsert([StoredItem("x", ["n": .string("M")])])
                == [.wrongType(field: "n", expected: .int, value: "M")])
        #expect(try store.upsert([StoredItem("x", ["n": .string("0.5")])]) == [nil])
        try store.define(["n": .string])
        #expect(try store.upsert([StoredItem("x", ["n": .string("M")])]) == [nil])
        #expect(try values(store).prefix(2) == [.string("0"), .string("1")])
    }

    @Test("whole numbers that floats would round stay as they are")
    func large() throws {
        let large = (1 << 53) + 1
        try store.guess(["n": .int])
        #expect(try store.upsert([StoredItem("a", ["n": .int(large)]), StoredItem("b", ["n": .float(0.5)])])[1] != nil)
        #expect(try values(store) == [.int(large)])
        #expect(try store.check().isEmpty)
    }

    @Test("declaring a guessed field settles its kind, which may be another one where all values fit")
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
