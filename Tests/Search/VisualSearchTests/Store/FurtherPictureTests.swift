import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Pictures of an item beside its first one", .timeLimit(.minutes(5)))
struct FurtherPictureTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    /// An item whose further pictures follow from their seeds.
    private func product(_ id: String, seed: Int = 0, _ seeds: [Int]) -> StoredItem {
        var item = StoredItem(id, seed: seed, source: "/\(id)/1.jpg", ["title": .text("lamp \(id)")])
        item.fingerprint = Fingerprint(size: seed, modified: 5, hash: [1])
        item.pictures = seeds.map { seed in
            var picture = StoredItem("", seed: seed).picture!
            picture.thumbnail = [UInt8(truncatingIfNeeded: seed), 9]
            let role: PictureRole? = seed.isMultiple(of: 3) ? nil : seed.isMultiple(of: 2) ? .detail : .worn
            return FurtherPicture(
                picture, role: role, source: "/\(id)/\(seed).jpg",
                fingerprint: Fingerprint(size: seed, modified: 7, hash: [2, 3]))
        }
        return item
    }

    /// All that a store has, by id.
    private func contents(of store: CatalogStore) throws -> [String: StoredItem] {
        try store.read { snapshot throws(SearchError) in
            var found: [String: StoredItem] = [:]
            let reading = ItemReading(database: snapshot.database)
            for slot in 0..<snapshot.slots {
                guard let item = try snapshot.item(at: slot) else { continue }
                var stored = StoredItem(
                    item, picture: try snapshot.picture(at: slot), fingerprint: try reading.fingerprint(at: slot))
                stored.pictures = try reading.furtherPictures(of: slot)
                stored.item.pictures = []
                found[item.id] = stored
            }
            return found
        }
    }

    private func expect(
        _ items: [StoredItem], in store: CatalogStore, _ place: SourceLocation = #_sourceLocation
    ) throws {
        let found = try contents(of: store)
        #expect(found.count == items.count, sourceLocation: place)
        for item in items { #expect(found[item.item.id] == item, sourceLocation: place) }
        #expect(try store.check() == [], sourceLocation: place)
        #expect(try store.read { snapshot in snapshot.count } == items.count, sourceLocation: place)
    }

    private var slots: Int { get throws { try store.read { snapshot in snapshot.slots } } }

    @Test("they are kept whole, in their order, with slots of their own that are no items")
    func whole() throws {
        let items = [product("a", [10, 11, 12]), product("b", seed: 1, []), product("c", seed: 2, [20])]
        #expect(try store.upsert(items) == [nil, nil, nil])
        try expect(items, in: store)
        let again = try folder.store()
        try expect(items, in: again)
        try again.read { snapshot throws(SearchError) in
            #expect(snapshot.slots == 7)
            #expect(try snapshot.live().count == 3)
            #expect(try snapshot.item("a")?.pictures.map(\.role) == [.detail, .worn, nil])
            #expect(try snapshot.item("a")?.pictures.map(\.source) == ["/a/10.jpg", "/a/11.jpg", "/a/12.jpg"])
            #expect(try snapshot.pictureSource(of: "a", picture: 3)?.thumbnail == [11, 9])
            #expect(try snapshot.pictureSource(of: "a", picture: 5)?.source == nil)
            #expect(try snapshot.items(from: 0, limit: 10, fields: nil).map(\.id) == ["a", "b", "c"])
            #expect(try snapshot.wordMatches("lamp").matches.count == 3)
        }
    }

    @Test("attributes alone and a new first picture leave them; a list replaces them, and what is the same stays")
    func replaced() throws {
        _ = try store.upsert([product("a", [10, 11, 12])])
        let revision = try store.revision()
        var changed = StoredItem("a", seed: 50, source: "/a/1.jpg", ["title": .text("lamp a")])
        changed.fingerprint = Fingerprint(size: 50, modified: 5, hash: [1])
        _ = try store.upsert([changed])
        changed.pictures = product("a", [10, 11, 12]).pictures
        try expect([changed], in: store)
        changed.pictures = product("a", [10, 31]).pictures
        _ = try store.upsert([changed])
        try expect([changed], in: store)
        let kinds = try store.read { snapshot throws(SearchError) in try snapshot.changes(since: revision) }
        let bySlot = Dictionary(uniqueKeysWithValues: kinds.map { ($0.slot, $0.kind) })
        // The second picture is as it was, the third another one, and the fourth gone.
        #expect(bySlot == [0: .picture, 2: .picture, 3: .removed])
        changed.pictures = []
        _ = try store.upsert([changed])
        try expect([changed], in: store)
        #expect(try store.read { snapshot throws(SearchError) in snapshot.hasPictures } == false)
    }

    @Test("slots that pictures leave are taken by the next items and pictures")
    func reused() throws {
        _ = try store.upsert([product("a", [10, 11, 12]), product("b", [20, 21])])
        #expect(try slots == 7)
        _ = try store.remove(["a"])
        let items = [product("b", [20, 21]), product("c", [30]), product("d", [40])]
        _ = try store.upsert(Array(items.dropFirst()))
        #expect(try slots == 7)
        try expect(items, in: store)
    }

    @Test("an item has at most 16 pictures, each as its describer makes them, or nothing of it is stored")
    func refused() throws {
        var wrong = product("b", [1])
        wrong.pictures?[0].picture.vector = [1, 2]
        let results = try store.upsert([product("a", Array(0..<16)), wrong, product("c", Array(0..<15))])
        for result in results.prefix(2) {
            guard case .invalidArgument? = result else {
                Issue.record("\(String(describing: result))")
                continue
            }
        }
        try expect([product("c", Array(0..<15))], in: store)
    }

    @Test("a removed item comes back with all of them, also when its slots are taken")
    func restored() throws {
        let items = [product("a", [10, 11, 12]), product("b", [20])]
        _ = try store.upsert(items)
        _ = try store.remove(["a"])
        #expect(try store.check() == [])
        _ = try store.upsert([product("c", [30, 31, 32])])
        #expect(try store.restore(["a"]).restored == ["a"])
        try expect(items + [product("c", [30, 31, 32])], in: store)
        #expect(try store.removedCount() == 0)
        _ = try store.remove(["a"])
        _ = try store.compact()
        try expect([items[1], product("c", [30, 31, 32])], in: store)
        let left = try store.read { snapshot throws(SearchError) in
            try snapshot.database.integer("SELECT count(*) FROM removed_pictures")
        }
        #expect(left == 0)
    }

    @Test("copies, backups, merges and repairs have all of them")
    func carried() throws {
        let items = (0..<12).map { product("\($0)", seed: $0, Array(100 * $0..<100 * $0 + $0 % 4)) }
        _ = try store.upsert(items)
        _ = try store.remove(["7"])
        let rest = items.filter { $0.item.id != "7" }
        let copy = try folder.store("copy")
        _ = try copy.upsert([product("3", [999])])
        _ = try store.copyItems(to: copy)
        try expect(rest, in: copy)
        _ = try store.upsert([product("3", seed: 3, [])])
        _ = try store.copyItems(to: copy)
        #expect(try copy.contentsSum() == store.contentsSum())
        _ = try store.upsert([items[3]])
        _ = try store.backup(to: folder.path("backup"))
        try expect(rest, in: try CatalogStore(path: folder.path("backup")))
        let report = try CatalogStore.repair(path: store.path, to: folder.path("repaired"))
        #expect(report.kept == 11 && report.lost == [] && report.doubtful == [])
        let repaired = try CatalogStore(path: folder.path("repaired"))
        try expect(rest, in: repaired)
        #expect(try repaired.restore(["7"]).restored == ["7"])
        try expect(items, in: repaired)
    }

    @Test("merged stores have the pictures of all items that stay, and none of those that stay behind")
    func merged() throws {
        let (left, right) = (try folder.store("left"), try folder.store("right"))
        _ = try left.upsert([product("a", [10, 11]), product("b", [20])])
        _ = try right.upsert([product("b", [21, 22, 23]), product("c", []), product("d", [40])])
        let parts = [try MergePart(left.path), try MergePart(right.path)]
        let report = try StoreMerge(parts, choice: .first).write(to: folder.path("all"))
        #expect(report.items == 4 && report.dropped == 1)
        let all = try CatalogStore(path: folder.path("all"))
        try expect(
            [product("a", [10, 11]), product("b", [20]), product("c", []), product("d", [40])], in: all)
        _ = try all.upsert([product("a", [12])])
        try expect(
            [product("a", [12]), product("b", [20]), product("c", []), product("d", [40])], in: all)
    }

    @Test("a store of an older form is read as it is, and takes several pictures once it is opened for writing")
    func older() throws {
        let steps = Array(Schema.current.steps.prefix { $0 != Schema.pictures })
        let path = folder.path("older")
        do {
            let store = try CatalogStore(
                path: path, describer: .small, mode: .create, schema: Schema(steps: steps, readable: 1))
            // As an older version writes it.
            try store.write { database throws(SearchError) in
                try database.script(
                    """
                    INSERT INTO items VALUES (0, 'a', NULL, NULL, NULL, NULL, 1, 1, \(Checksum.ofItem(
                        id: "a", source: nil, fingerprint: nil, attributes: [])),
                        \(StoredPicture(vector: [1, 2, 3, 4]).checksum), 1);
                    INSERT INTO items VALUES (1, NULL, NULL, NULL, NULL, NULL, 1, 1, 0, 0, 1);
                    INSERT INTO vectors VALUES (0, x'01020304');
                    UPDATE state SET revision = 1, items = 1
                    """)
            }
        }
        let read = try CatalogStore(path: path, mode: .readOnly)
        #expect(try contents(of: read).keys.sorted() == ["a"])
        #expect(try read.read { snapshot throws(SearchError) in try snapshot.changes(since: 0).count } == 2)
        #expect(try read.check() == [])
        let written = try CatalogStore(path: path)
        var item = product("a", [10, 11])
        item.item.attributes = [:]
        #expect(try written.upsert([item]) == [nil])
        try expect([item], in: written)
        #expect(try written.read { snapshot in snapshot.slots } == 3)
    }

    @Test(
        "a picture that is damaged, missing or of no item is found",
        arguments: [
            ("UPDATE vectors SET bytes = x'09090909' WHERE slot = 1", "picture 2 of `a` (row 1) is damaged"),
            ("DELETE FROM vectors WHERE slot = 1", "picture 2 of `a` (row 1) is missing"),
            ("UPDATE items SET role = 'front' WHERE slot = 2", "picture 3 of `a` (row 2) is damaged"),
            ("UPDATE items SET ordinal = 5 WHERE slot = 2", "one before picture 5 of `a` (row 2) is missing"),
            ("UPDATE items SET owner = 1 WHERE slot = 2", "that of row 2 belongs to no item"),
        ])
    func damaged(_ change: String, _ finding: String) throws {
        _ = try store.upsert([product("a", [10, 11]), product("b", [20])])
        try store.write { database throws(SearchError) in try database.script(change) }
        #expect(try store.check().contains { $0.contains(finding) })
        let report = try CatalogStore.repair(path: store.path, to: folder.path("repaired"))
        #expect(report.kept == 2 && report.lost == [])
        #expect(report.doubtful == ["a"] || change.contains("owner"))
        let repaired = try CatalogStore(path: folder.path("repaired"))
        #expect(try repaired.check() == [])
        #expect(try contents(of: repaired)["b"] == product("b", [20]))
        #expect(try (1...2).contains(contents(of: repaired)["a"]?.pictures?.count ?? 0))
    }

    @Test("an export names their roles and sources")
    func exported() throws {
        _ = try store.upsert([product("a", [10, 12])])
        var lines: [String] = []
        try store.export { lines.append($0) }
        #expect(lines.count == 1)
        #expect(lines[0].contains(#""pictures":[{"role":"detail","source":"/a/10.jpg"},{"source":"/a/12.jpg"}]"#))
    }

    @Test("an export leaves out further pictures without a source, which a catalog could not name, and counts them")
    func exportedWithoutSource() throws {
        var item = product("a", [10, 12])
        item.pictures?[0].source = nil
        _ = try store.upsert([item])
        var lines: [String] = []
        #expect(try store.export { lines.append($0) } == 1)
        #expect(lines[0].contains(#""pictures":[{"source":"/a/12.jpg"}]"#))
    }
}
