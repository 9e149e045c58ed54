import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Stores that are merged", .timeLimit(.minutes(5)))
struct StoreMergeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A store of items, each with the place that its id is the number of.
    private func part(_ name: String, _ ids: [String], _ change: (inout StoredItem) -> Void = { _ in }) throws {
        let store = try folder.store(name)
        try store.begin(PartRecord(index: 0, count: 9, options: [:]))
        let items = ids.map { id in
            var item = StoredItem(id, seed: Int(id) ?? 0, ["title": .text("lamp \(id)"), "stock": .int(Int(id) ?? 0)])
            change(&item)
            return item
        }
        for problem in try store.upsert(items) { #expect(problem == nil) }
        try store.note(places: ids.map { ($0, Int($0) ?? 0) })
    }

    private func merge(_ names: String..., choice: StoreMerge.Choice? = nil) throws -> StoreMerge.Report {
        try StoreMerge(names.map { try MergePart(folder.path($0)) }, choice: choice).write(to: folder.path("all"))
    }

    private func item(_ id: String, in store: CatalogStore) throws -> Item? {
        try store.read { snapshot throws(SearchError) in try snapshot.item(id) }
    }

    /// The items with their pictures, by slot.
    private func contents(of store: CatalogStore) throws -> [StoredItem] {
        try store.read { snapshot throws(SearchError) in
            var items: [StoredItem] = []
            for slot in 0..<snapshot.slots {
                guard let item = try snapshot.item(at: slot) else { continue }
                items.append(StoredItem(item, picture: try snapshot.picture(at: slot)))
            }
            return items
        }
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path("")) }
    }

    @Test("the items of all parts come in the order of their places, with pictures, values and words")
    func order() throws {
        try part("a", ["0", "3", "5"])
        try part("b", ["1", "2", "6"])
        try part("c", ["4"])
        let report = try merge("c", "a", "b")
        #expect(report.items == 7 && report.dropped == 0)
        let all = try CatalogStore(path: folder.path("all"))
        #expect(try all.check() == [])
        try part("whole", (0..<7).map(String.init))
        let whole = try CatalogStore(path: folder.path("whole"))
        #expect(try contents(of: all) == contents(of: whole))
        // It is a store as any other.
        #expect(try all.upsert([StoredItem("7", ["title": .text("lamp 7")])]) == [nil])
        #expect(try all.check() == [])
    }

    @Test("slots that are free, items that left and fields that only some parts have leave no trace")
    func gaps() throws {
        try part("a", ["0", "3", "5"])
        _ = try folder.store("a").remove(["3"])
        try part("b", ["1"]) { $0.item.attributes = ["brand": .string("Lumo"), "stock": .int(4)] }
        let report = try merge("a", "b")
        #expect(report.items == 3 && report.forgotten == 1)
        let all = try CatalogStore(path: folder.path("all"))
        #expect(try all.check() == [])
        #expect(try item("1", in: all)?.attributes == ["brand": .string("Lumo"), "stock": .int(4)])
        #expect(try all.info().removed == 0)
    }

    @Test("an id in two parts is an error that names it and both files, or one of both stays")
    func sameID() throws {
        func changed(at time: Int, from source: String) -> (inout StoredItem) -> Void {
            { item in
                item.fingerprint = Fingerprint(size: 1, modified: time, hash: [1])
                item.item.source = source
            }
        }
        try part("a", ["0", "1"], changed(at: 10, from: "x.jpg"))
        try part("b", ["1", "2"], changed(at: 20, from: "x.png"))
        let (a, b) = (folder.path("a"), folder.path("b"))
        #expect(throws: SearchError.store(path: b, reason: "the id `1` is in two parts: \(a) (x.jpg) and \(b) (x.png)"))
        {
            try merge("a", "b")
        }
        #expect(try files.sorted().filter { $0.hasPrefix("all") } == [])
        #expect(try merge("a", "b", choice: .newer).dropped == 1)
        var all = try CatalogStore(path: folder.path("all"))
        #expect(try all.check() == [])
        #expect(try item("1", in: all)?.source == "x.png")
        for name in try files where name.hasPrefix("all") {
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
        #expect(try merge("a", "b", choice: .first).items == 3)
        all = try CatalogStore(path: folder.path("all"))
        #expect(try all.check() == [])
        #expect(try item("1", in: all)?.source == "x.jpg")
    }

    @Test("parts of two describers, of another form, with content, or with two types of a field are refused")
    func misfits() throws {
        try part("a", ["0"])
        let other = DescriberIdentity(name: "other", dimensions: 4, colors: 3)
        _ = try CatalogStore(path: folder.path("other"), describer: other, mode: .create)
        #expect(throws: SearchError.self) { try merge("a", "other") }
        try part("b", ["1"]) { $0.item.attributes["stock"] = .string("many") }
        let error = #expect(throws: SearchError.self) { try merge("a", "b") }
        #expect("\(try #require(error))".contains("its field `stock` is string, but in \(folder.path("a")) it is int"))
        try part("c", ["2"])
        try folder.store("c").define(models: ["m": "{}"])
        #expect(throws: SearchError.self) { try merge("a", "c") }
        try part("d", ["3"])
        try Database(path: folder.path("d"), access: .write).script("PRAGMA user_version = 5")
        let old = #expect(throws: SearchError.self) { try merge("a", "d") }
        #expect("\(try #require(old))".contains("it is of form 5"))
        #expect(try !files.contains { $0.hasPrefix("all") })
    }

    @Test(
        "an item that differs from its checksum is named, and nothing is written",
        arguments: [
            "UPDATE attributes SET value = 77 WHERE slot = 1 AND typeof(value) = 'integer'",
            "UPDATE vectors SET bytes = x'00000000' WHERE slot = 1", "DELETE FROM vectors WHERE slot = 1",
            "UPDATE items SET source = 'else.jpg' WHERE slot = 1",
        ])
    func damage(change: String) throws {
        try part("a", ["0", "1", "2"])
        try Database(path: folder.path("a"), access: .write).script("PRAGMA foreign_keys = OFF; " + change)
        let error = #expect(throws: SearchError.self) { try merge("a") }
        guard case .damaged(let path, let detail) = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == folder.path("a") && detail.contains("of `1` (row 1) cannot be read"))
        #expect(try !files.contains { $0.hasPrefix("all") })
    }

    @Test("a merge that is cancelled at any step leaves nothing behind")
    func cancelled() throws {
        try part("a", (0..<3000).map { "\($0)" })
        let parts = [try MergePart(folder.path("a"))]
        var steps = 0
        _ = try StoreMerge(parts, progress: { _ in steps += 1 }).write(to: folder.path("whole"))
        #expect(steps > 3)
        for step in 1..<steps {
            let cancellation = Cancellation()
            var seen = 0
            let merge = try StoreMerge(
                parts, cancellation: cancellation,
                progress: { _ in
                    seen += 1
                    if seen == step { cancellation.cancel() }
                })
            #expect(throws: SearchError.cancelled) { try merge.write(to: folder.path("all")) }
            #expect(try !files.contains { $0.hasPrefix("all") })
        }
    }

    @Test("a part may be read where nothing may be written, and by others meanwhile")
    func readOnly() throws {
        try part("a", ["0", "1"])
        let reader = try folder.store("a", mode: .readOnly)
        #expect(try merge("a").items == 2)
        #expect(try contents(of: reader).count == 2)
    }
}
