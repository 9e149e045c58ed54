import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("What was removed can be restored")
struct RemovedTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func item(_ id: String, in store: CatalogStore? = nil) throws -> StoredItem? {
        try (store ?? self.store).read { snapshot throws(SearchError) in
            guard let slot = try snapshot.slot(of: id), let item = try snapshot.item(at: slot) else { return nil }
            return StoredItem(
                item, picture: try snapshot.picture(at: slot),
                fingerprint: try ItemReading(database: snapshot.database).fingerprint(at: slot))
        }
    }

    private var full: StoredItem {
        var stored = StoredItem(
            "a", seed: 4, source: "/photos/ä.jpg",
            [
                "brand": .string("Acme"), "title": .text("Red \"bag\""), "stock": .int(.min), "price": .float(12.5),
                "new": .bool(true), "tags": .list(["x", "", "y"]), "none": .list([]),
                "made": .date(Date(timeIntervalSince1970: 1_700_000_000.123)),
            ])
        stored.picture?.thumbnail = [1, 2, 3]
        stored.fingerprint = Fingerprint(size: 10, modified: 20, hash: [1, 2, 3])
        return stored
    }

    @Test("it comes back whole: attributes of every kind, vector, colors, thumbnail, source and fingerprint")
    func whole() throws {
        #expect(try store.upsert([full, StoredItem("b")]) == [nil, nil])
        let before = try item("a")
        #expect(try store.remove(["a"]) == ["a"])
        // Its slot is another's by now, and it is kept also when the store is closed.
        #expect(try store.upsert([StoredItem("c", seed: 9)]) == [nil])
        #expect(try store.check() == [])
        let again = try folder.store()
        #expect(try again.restore(["a"]).restored == ["a"])
        #expect(try item("a", in: again) == before)
        #expect(try item("a")?.fingerprint == full.fingerprint)
        #expect(try again.read { snapshot throws(SearchError) in try snapshot.wordMatches("bag").matches.count } == 1)
        #expect(try again.removedCount() == 0)
        #expect(try again.check() == [])
    }

    @Test("until then nothing shows it: no filter, facet, word, count, export, vector or slot")
    func invisible() throws {
        _ = try store.upsert([full, StoredItem("b", ["brand": .string("Nord")])])
        _ = try store.remove(["a"])
        try store.read { snapshot throws(SearchError) in
            #expect(snapshot.count == 1)
            #expect(try snapshot.matching(.all).count == 1)
            #expect(try snapshot.matching(.equal("brand", .string("Acme"))).isEmpty)
            #expect(try snapshot.wordMatches("bag").matches.isEmpty)
            #expect(try snapshot.completions(of: "ba", limit: 5).isEmpty)
            #expect(try snapshot.slot(of: "a") == nil)
            #expect(try snapshot.fingerprint(ofSource: "/photos/ä.jpg") == nil)
            var vectors = 0
            try snapshot.eachVector { _, _ in vectors += 1 }
            #expect(vectors == 1)
        }
        var lines = 0
        try store.export { _ in lines += 1 }
        #expect(lines == 1)
        let info = try store.info()
        #expect(info.items == 1 && info.removed == 1)
        var listed: [RemovedItem] = []
        try store.eachRemoved { listed.append($0) }
        #expect(listed.map(\.id) == ["a"])
        #expect(listed.first?.source == "/photos/ä.jpg")
    }

    @Test("an id that is taken, or that nobody had, is named and left alone; the last removal of an id counts")
    func conflicts() throws {
        _ = try store.upsert([StoredItem("a", ["x": .int(1)]), StoredItem("b")])
        _ = try store.remove(["a", "b"])
        _ = try store.upsert([StoredItem("a", ["x": .int(2)])])
        let report = try store.restore(["a", "b", "c"])
        #expect(report.present == ["a"] && report.restored == ["b"] && report.unknown == ["c"])
        #expect(try item("a")?.item.attributes == ["x": .int(2)])
        _ = try store.remove(["a"])
        #expect(try store.restore(nil).restored == ["a"])
        #expect(try item("a")?.item.attributes == ["x": .int(2)])
        #expect(try store.check() == [])
    }

    @Test("a copy whose values do not fit any more is refused, and stays")
    func misfit() throws {
        _ = try store.upsert([StoredItem("a", ["x": .string("red")])])
        _ = try store.remove(["a"])
        try store.define(["x": .int])
        let report = try store.restore(nil)
        #expect(report.refused["a"] == .wrongType(field: "x", expected: .int, value: "red"))
        #expect(try store.removedCount() == 1)
    }

    @Test("compaction drops them for good and says how many")
    func compaction() throws {
        _ = try store.upsert((0..<20).map { StoredItem("\($0)") })
        _ = try store.remove(["3", "4"])
        #expect(try store.compact().dropped == 2)
        #expect(try store.restore(["3"]).unknown == ["3"])
        #expect(try store.compact().dropped == 0)
        #expect(try store.check() == [])
    }

    @Test("a store whose items come and go keeps the last thousand removals; one that is emptied keeps all")
    func bounded() throws {
        for round in 0..<6 {
            let ids = (0..<300).map { "\(round)-\($0)" }
            _ = try store.upsert(ids.map { StoredItem($0, ["x": .int(round)]) })
            _ = try store.remove(ids)
        }
        #expect(try store.removedCount() == 1000)
        #expect(try store.restore(["1-0"]).unknown == ["1-0"])
        #expect(try store.restore(["5-299", "3-0"]).restored == ["5-299", "3-0"])
        #expect(try store.check() == [])
        let large = try folder.store("large")
        let ids = (0..<1500).map { "\($0)" }
        _ = try large.upsert(ids.map { StoredItem($0) })
        for start in stride(from: 0, to: 1500, by: 128) { _ = try large.remove(Array(ids[start...].prefix(128))) }
        #expect(try large.restore(nil).restored.count == 1500)
        #expect(try large.info().items == 1500)
    }

    @Test("the removal before the last thousand is dropped, and no other")
    func boundary() throws {
        let ids = (0...1000).map { "\($0)" }
        for id in ids {
            _ = try store.upsert([StoredItem(id)])
            _ = try store.remove([id])
            if id == "999" { #expect(try store.removedCount() == 1000) }
        }
        #expect(try store.removedCount() == 1000)
        #expect(try store.restore(["0", "1"]).restored == ["1"])
    }

    @Test(
        "a copy of which any part is damaged is not restored",
        arguments: [
            "UPDATE removed_attributes SET type = 'other' WHERE type = 'int'", "UPDATE removed SET source = 'x'",
            "UPDATE removed SET colors = x'01'", "UPDATE removed SET picture_checksum = picture_checksum + 1",
            "UPDATE removed_pictures SET ordinal = ordinal + 1", "UPDATE removed_pictures SET role = 'detail'",
            "UPDATE removed_pictures SET source = 'x'", "UPDATE removed_pictures SET checksum = checksum + 1",
            "UPDATE removed_pictures SET picture_checksum = picture_checksum + 1",
            "UPDATE removed_pictures SET thumbnail = x'010204'",
        ])
    func damagedParts(_ change: String) throws {
        var stored = full
        stored.pictures = [FurtherPicture(try #require(full.picture), role: .back, source: "/photos/b.jpg")]
        _ = try store.upsert([stored])
        _ = try store.remove(["a"])
        try store.write { database throws(SearchError) in
            try database.script(change)
            guard try database.integer("SELECT changes()") > 0 else { throw .service("nothing was changed") }
        }
        #expect(try store.check() == ["removed items: the copy of `a` is damaged"])
        guard case .damaged? = try store.restore(["a"]).refused["a"] else {
            Issue.record("it was restored")
            return
        }
        #expect(try store.removedCount() == 1)
    }

    @Test("a damaged copy is found by a check, and not restored")
    func damage() throws {
        _ = try store.upsert([full])
        _ = try store.remove(["a"])
        try store.write { database throws(SearchError) in
            try database.script("UPDATE removed SET thumbnail = x'010204'")
        }
        #expect(try store.check() == ["removed items: the copy of `a` is damaged"])
        guard case .damaged? = try store.restore(["a"]).refused["a"] else {
            Issue.record("it was restored")
            return
        }
    }

    @Test("a store of the form before is brought up to date; read as it is, it has no removed items")
    func older() throws {
        let path = folder.path("old")
        let before = Schema(steps: Array(Schema.current.steps.prefix(2)))
        do {
            let old = try CatalogStore(path: path, describer: .small, mode: .create, schema: before)
            try old.write { database throws(SearchError) in
                try database.script(
                    """
                    INSERT INTO items VALUES (0, 'a', NULL, NULL, NULL, NULL, 1, 1, 0, 0);
                    INSERT INTO vectors VALUES (0, x'01020304'); UPDATE state SET revision = 1, items = 1
                    """)
            }
        }
        #expect(try CatalogStore(path: path, mode: .readOnly).removedCount() == 0)
        let store = try CatalogStore(path: path)
        #expect(try store.upsert([StoredItem("a", seed: 3), StoredItem("b")]) == [nil, nil])
        #expect(try store.remove(["a"]) == ["a"])
        #expect(try store.restore(nil).restored == ["a"])
        #expect(try store.check() == [])
    }

    @Test("repair saves removed items, too")
    func repair() throws {
        _ = try store.upsert([full, StoredItem("b")])
        let before = try item("a")
        _ = try store.remove(["a"])
        _ = try CatalogStore.repair(path: store.path, to: folder.path("saved"))
        let saved = try CatalogStore(path: folder.path("saved"))
        #expect(try saved.info().items == 1)
        #expect(try saved.restore(nil).restored == ["a"])
        #expect(try item("a", in: saved) == before)
        #expect(try saved.check() == [])
    }

    @Test("a rename is one transaction: no reader misses the item")
    func rename() throws {
        _ = try store.upsert([StoredItem("a")])
        let revision = try store.revision()
        _ = try store.upsert([StoredItem("b", replacing: "a")])
        #expect(try store.revision() == revision + 1)
        try store.read { snapshot throws(SearchError) in
            #expect(try snapshot.slot(of: "a") == nil)
            #expect(try snapshot.slot(of: "b") != nil)
            #expect(snapshot.count == 1)
        }
    }

    @Test("an item that is refused leaves the one that it was to replace")
    func refusedRename() throws {
        _ = try store.upsert([StoredItem("a", ["price": 5])])
        let results = try store.upsert([StoredItem("b", replacing: "a", ["price": "cheap"])])
        #expect(results == [.wrongType(field: "price", expected: .int, value: "cheap")])
        #expect(try item("a")?.item.attributes == ["price": 5])
        #expect(try store.info().removed == 0)
    }

    @Test("two items that change names with each other both stay")
    func swap() throws {
        _ = try store.upsert([StoredItem("a", seed: 1), StoredItem("b", seed: 2)])
        let results = try store.upsert([
            StoredItem("b", seed: 1, replacing: "a"), StoredItem("a", seed: 2, replacing: "b"),
        ])
        #expect(results == [nil, nil])
        #expect(try store.info().items == 2)
    }
}
