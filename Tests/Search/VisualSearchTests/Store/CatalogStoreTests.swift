import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("What a store was given comes back")
struct CatalogStoreTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    @Test("an item with attributes of every kind comes back as it was, also after closing")
    func everyKind() throws {
        let stored = StoredItem(
            "a", seed: 3, source: "/photos/ä.jpg",
            [
                "brand": .string("Acme"), "title": .text("Red bag, \"quoted\""), "stock": .int(.max),
                "price": .float(12.5),
                "new": .bool(true), "tags": .list(["x", "", "x"]), "none": .list([]),
                "made": .date(Date(timeIntervalSince1970: 1_700_000_000.123)),
            ])
        #expect(try store.upsert([stored]) == [nil])
        #expect(try store.read { snapshot throws(SearchError) in try snapshot.item("a") } == stored.item)
        let again = try folder.store(mode: .readOnly)
        #expect(try again.read { snapshot throws(SearchError) in try snapshot.item("a") } == stored.item)
        #expect(try again.read { snapshot throws(SearchError) in try snapshot.picture(at: 0) } == stored.picture)
    }

    @Test("hostile ids, field names and strings are data", arguments: Hostile.strings)
    func hostile(_ string: String) throws {
        let id = String((string.isEmpty ? "empty" : string).prefix(100))
        let field = id
        let stored = StoredItem(id, ["s": .string(string), "l": .list([string, "b"]), field: .text(string)])
        #expect(try store.upsert([stored]) == [nil])
        try store.read { snapshot throws(SearchError) in
            let item = try snapshot.item(id)
            #expect(item?.id.utf8.elementsEqual(id.utf8) == true)
            #expect(item == stored.item)
        }
        #expect(try store.check().isEmpty)
        #expect(try store.remove([id]) == [id])
        #expect(try store.check().isEmpty)
    }

    @Test("an item replaces the one with its id and keeps its slot")
    func replaces() throws {
        #expect(try store.upsert([StoredItem("a", seed: 1, ["x": .int(1)]), StoredItem("b", seed: 2)]) == [nil, nil])
        #expect(try store.upsert([StoredItem("a", seed: 5, ["y": .int(2)])]) == [nil])
        try store.read { snapshot throws(SearchError) in
            #expect(snapshot.count == 2)
            #expect(try snapshot.slot(of: "a") == 0)
            #expect(try snapshot.item("a")?.attributes == ["y": .int(2)])
            #expect(try snapshot.vector(at: 0) == StoredItem("a", seed: 5).picture?.vector)
        }
    }

    @Test("without a picture the attributes are replaced, and the picture, source and fingerprint stay")
    func attributesOnly() throws {
        let fingerprint = Fingerprint(size: 10, modified: 20, hash: [1, 2, 3])
        var first = StoredItem("a", seed: 2, source: "s", ["x": .int(1)])
        first.fingerprint = fingerprint
        #expect(try store.upsert([first]) == [nil])
        let update = StoredItem(Item(id: "a", attributes: ["y": .bool(false)]), picture: nil)
        #expect(try store.upsert([update]) == [nil])
        try store.read { snapshot throws(SearchError) in
            #expect(try snapshot.item("a") == Item(id: "a", source: "s", attributes: ["y": .bool(false)]))
            #expect(try snapshot.picture(at: 0) == first.picture)
            #expect(try snapshot.fingerprint(ofSource: "s")?.fingerprint == fingerprint)
        }
        let missing = StoredItem(Item(id: "nobody"), picture: nil)
        #expect(try store.upsert([missing]) == [.itemNotFound(id: "nobody")])
        #expect(try store.check().isEmpty)
    }

    @Test("a slot that became free is taken by the next new item, and a removed item leaves nothing behind")
    func slots() throws {
        _ = try store.upsert((0..<5).map { StoredItem("\($0)", seed: $0, ["w": .text("word\($0)")]) })
        #expect(try store.remove(["1", "3", "7", "1"]) == ["1", "3"])
        _ = try store.upsert([StoredItem("new")])
        try store.read { snapshot throws(SearchError) in
            #expect(snapshot.count == 4)
            #expect(snapshot.slots == 5)
            #expect(try snapshot.slot(of: "new") == 1)
            #expect(try snapshot.item(at: 3) == nil)
            #expect(try snapshot.picture(at: 3) == nil)
            var slots: [Int] = []
            try snapshot.eachVector { slot, vector in if vector.count == 4 { slots.append(slot) } }
            #expect(slots == [0, 1, 2, 4])
        }
        #expect(try store.check().isEmpty)
    }

    @Test("what does not fit is named, and the rest of the batch is stored")
    func misfits() throws {
        _ = try store.upsert([StoredItem("a", ["price": .float(1), "n": .int(1), "s": .string("x")])])
        let results = try store.upsert([
            StoredItem("b", ["price": .int(3), "s": .text("words")]),
            StoredItem("c", ["n": .string("three"), "unheard": .int(1)]),
            StoredItem("d", ["price": .float(.nan)]),
            StoredItem("", [:]),
            StoredItem(String(repeating: "x", count: 513)),
            StoredItem(Item(id: "e"), picture: StoredPicture(vector: [1])),
        ])
        #expect(results[0] == nil)
        #expect(results[1] == .wrongType(field: "n", expected: .int, value: "three"))
        #expect(results[2] == .wrongType(field: "price", expected: .float, value: "nan"))
        #expect(results[3...].allSatisfy { if case .invalidArgument = $0 { true } else { false } })
        try store.read { snapshot throws(SearchError) in
            #expect(snapshot.count == 2)
            #expect(try snapshot.item("b")?.attributes == ["price": .float(3), "s": .string("words")])
            #expect(try snapshot.fields() == ["price": .float, "n": .int, "s": .string])
        }
        #expect(throws: SearchError.self) { try store.define(["n": .date]) }
        try store.define(["later": .date])
        #expect(try store.upsert([StoredItem("f", ["later": .int(1)])])[0] != nil)
    }

    @Test("changes are told once, by kind")
    func changes() throws {
        _ = try store.upsert([StoredItem("a"), StoredItem("b"), StoredItem("c")])
        let before = try store.read { snapshot in snapshot.revision }
        _ = try store.upsert([
            StoredItem(Item(id: "a", attributes: ["x": .int(1)]), picture: nil), StoredItem("b", seed: 9),
        ])
        _ = try store.remove(["c"])
        try store.read { snapshot throws(SearchError) in
            let changes = try snapshot.changes(since: before).sorted { $0.slot < $1.slot }
            #expect(changes.map(\.kind) == [.attributes, .picture, .removed])
            #expect(try snapshot.changes(since: snapshot.revision).isEmpty)
        }
        let same = try store.read { snapshot in snapshot.revision }
        #expect(try store.remove(["nobody"]).isEmpty)
        #expect(try store.read { snapshot in snapshot.revision } == same)
    }

    @Test("one snapshot shows one state, whatever others write meanwhile; the next call sees it")
    func snapshots() throws {
        let other = try folder.store()
        _ = try store.upsert([StoredItem("a", ["x": .int(1)])])
        try store.read { snapshot throws(SearchError) in
            _ = try other.upsert([StoredItem("a", ["x": .int(2)]), StoredItem("b")])
            #expect(snapshot.count == 1)
            #expect(try snapshot.item("a")?.attributes["x"] == .int(1))
            try store.read { newer throws(SearchError) in
                #expect(newer.count == 2)
                #expect(try newer.item("a")?.attributes["x"] == .int(2))
            }
        }
    }
}

enum Hostile {
    static let strings = [
        "", " ", "'", "\"", "''; DROP TABLE items; --", "a\0b", "\0", "🦊👩‍👩‍👧‍👦", "שלום עולם", "\u{202E}txt.exe", "*", "wor*",
        "NEAR(a b)",
        "a AND NOT b", "text:a", "{a b} : c", "^a", "(", ")", "a + b", "\\", "%", "_", "\n\r\t", "e\u{301}", "\u{e9}",
        "İI",
        "ﬁ", "../../etc/passwd", String(repeating: "long ", count: 20_000), "-1", "0x10", "NULL", "\u{FFFD}",
        "\u{FEFF}bom",
    ]
}
