import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The built-in vectors beside those of a model", .timeLimit(.minutes(5)))
struct BuiltInVectorsTests {
    let folder: TemporaryFolder
    let path: String
    private let model = CoarseDescriber()

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("catalog.magpie")
    }

    private func engine(
        _ describer: (any Describer)? = CoarseDescriber(), _ name: String = "catalog.magpie"
    ) throws -> SearchEngine {
        var settings = SearchEngine.Settings(describer: describer)
        settings.thumbnailSide = 200
        return try SearchEngine(path: folder.path(name), settings: settings)
    }

    private func fill(_ numbers: Range<Int>, _ engine: SearchEngine) throws {
        try engine.insert(pictures: numbers.map { ("item \($0)", try NumberedScenes.bytes($0)) })
    }

    private func vectors(_ numbers: Range<Int>) throws -> [String: [Int8]] {
        Dictionary(uniqueKeysWithValues: try numbers.map { ("item \($0)", try NumberedScenes.vector($0)) })
    }

    private func run(_ sql: String) throws { try Database(path: path, access: .write).script(sql) }

    private func change(to describer: any Describer) throws -> DescriberChange.Report {
        try DescriberChange(CatalogStore(path: path), to: describer, workers: 1) { _, _ in .none("gone") }.run()
    }

    @Test(
        "a store of a model keeps both vectors of each picture, and one of the built-in describer has no second table")
    func insert() throws {
        try fill(0..<3, engine())
        let store = try CatalogStore(path: path)
        #expect(try store.builtInVectors() == vectors(0..<3))
        #expect(try store.check() == [])
        let info = try #require(try store.info().builtIn)
        #expect(info.describer == BuiltInDescriber.shared.identity && info.items == 3 && info.bytes == 3 * 256)
        let plain = try engine(nil, "plain.magpie")
        try fill(0..<3, plain)
        #expect(try !plain.store.hasBuiltInTables() && plain.store.info().builtIn == nil)
        var without = model
        without.keepsBuiltInVectors = false
        let alone = try engine(without, "alone.magpie")
        try fill(0..<3, alone)
        #expect(try !alone.store.hasBuiltInTables())
    }

    @Test("a replaced picture has the vector of the new one, attributes change none, and a removed item takes it along")
    func replace() throws {
        let engine = try engine()
        try fill(0..<3, engine)
        try engine.insert(pictures: [("item 1", try NumberedScenes.bytes(7))])
        var expected = try vectors(0..<3)
        expected["item 1"] = try NumberedScenes.vector(7)
        #expect(try engine.store.builtInVectors() == expected)
        let change = Entry(Item(id: "item 0", attributes: ["stock": .int(1)]), image: nil)
        for result in try engine.insertBlocking([change]) { try result.get() }
        #expect(try engine.store.builtInVectors() == expected)
        #expect(try engine.removeBlocking(["item 1", "item 2"]) == ["item 1", "item 2"])
        #expect(try engine.store.builtInVectors() == vectors(0..<1))
        #expect(try engine.store.info().builtIn?.items == 1)
        #expect(try engine.store.check() == [])
    }

    @Test("a restored item has its vector again, also where another item has taken its place meanwhile")
    func restore() throws {
        let engine = try engine()
        try fill(0..<3, engine)
        _ = try engine.removeBlocking(["item 1"])
        try fill(3..<4, engine)
        #expect(try engine.store.restore(nil).restored == ["item 1"])
        #expect(try engine.store.builtInVectors() == vectors(0..<4))
        #expect(try engine.store.check() == [])
    }

    @Test("copy, backup, merge and repair keep both vectors")
    func moves() throws {
        let engine = try engine()
        try fill(0..<3, engine)
        _ = try engine.removeBlocking(["item 2"])
        let expected = try vectors(0..<2)
        let store = engine.store
        #expect(try store.copyItems(toFile: folder.path("copy")).items == 2)
        _ = try store.backup(to: folder.path("backup"))
        try fill(5..<7, self.engine(model, "other"))
        let parts = try [path, folder.path("other")].map { try MergePart($0) }
        let report = try StoreMerge(parts).write(to: folder.path("merged"))
        #expect(report.items == 4 && report.withoutBuiltIn == 0)
        let repaired = try CatalogStore.repair(path: path, to: folder.path("repaired"))
        #expect(repaired.kept == 2 && repaired.lost == [] && repaired.doubtful == [])
        for name in ["copy", "backup", "repaired"] {
            let moved = try CatalogStore(path: folder.path(name))
            #expect(try moved.builtInVectors() == expected, "\(name)")
            #expect(try moved.check() == [], "\(name)")
        }
        for name in ["backup", "repaired"] {
            let moved = try CatalogStore(path: folder.path(name))
            #expect(try moved.restore(nil).restored == ["item 2"], "\(name)")
            #expect(try moved.builtInVectors() == vectors(0..<3), "\(name)")
        }
        let merged = try CatalogStore(path: folder.path("merged"))
        #expect(try merged.builtInVectors() == expected.merging(vectors(5..<7)) { first, _ in first })
        #expect(try merged.check() == [])
    }

    @Test("a backup that is put back has both vectors, and so have the changes that a shared home gets")
    func putBack() throws {
        let engine = try engine()
        try fill(0..<2, engine)
        _ = try engine.store.backup(to: folder.path("backup"))
        _ = try CatalogStore.putBack(folder.path("backup"), inPlaceOf: folder.path("fresh"))
        #expect(try CatalogStore(path: folder.path("fresh")).builtInVectors() == vectors(0..<2))
        let changes = try engine.store.write { database throws(SearchError) in
            var edit = try Edit(database, describer: engine.store.describer, home: NoHome())
            guard let picture = try ItemReading(database: database).wholePicture(at: 1) else { return SharedChanges() }
            _ = try edit.put(StoredItem(Item(id: "item 9"), picture: picture))
            return try edit.sharedChanges()
        }
        #expect(changes.items.map(\.item.id) == ["item 9"])
        #expect(try changes.items.first?.picture?.builtIn?.values == NumberedScenes.vector(1))
        let other = try CatalogStore(path: folder.path("follower"), describer: engine.store.describer, mode: .create)
        try other.takeIn(changes, ImportProgress(file: "f", mark: "m", rows: 1))
        #expect(try other.builtInVectors() == ["item 9": NumberedScenes.vector(1)])
    }

    @Test("an old store of a model opens as it is, gets vectors with new pictures, and the rest with store describe")
    func old() throws {
        var without = model
        without.keepsBuiltInVectors = false
        try fill(0..<3, engine(without))
        let engine = try engine()
        let request = SearchRequest(.init(example: .item(id: "item 0")), dedup: 0.98, scope: .all)
        #expect(try engine.searchBlocking(request).total == 1)
        #expect(try !engine.store.hasBuiltInTables())
        try fill(3..<4, engine)
        #expect(try engine.store.builtInVectors() == vectors(3..<4))
        // Without a vector the model decides: it takes all of them for one picture.
        #expect(try engine.searchBlocking(request).total == 1)
        let report = try change(to: model)
        #expect(report.isFinished && report.builtIn == 3 && report.missingBuiltIn == 0 && report.fromFiles == 0)
        let made = try engine.store.builtInVectors()
        #expect(made.count == 4)
        #expect(try made["item 3"] == NumberedScenes.vector(3))
        #expect(try engine.searchBlocking(request).total == 3)
        let again = try DescriberChange(CatalogStore(path: path), to: model) { _, _ in .none("gone") }
        #expect(!again.isNeeded)
        #expect(try engine.store.check() == [])
    }

    @Test("built-in vectors become the second ones of a model, stay with the next model, and come back as the first")
    func describe() throws {
        let engine = try engine(nil)
        try fill(0..<3, engine)
        _ = try engine.removeBlocking(["item 2"])
        let first = try change(to: model)
        #expect(first.isFinished && first.fromThumbnails == 2 && first.builtIn == 0)
        var store = try CatalogStore(path: path)
        #expect(try store.builtInVectors() == vectors(0..<2))
        #expect(try store.restore(nil).restored == ["item 2"])
        #expect(try store.builtInVectors() == vectors(0..<3))
        var next = model
        next.identity = "coarse 2"
        let second = try change(to: next)
        #expect(second.isFinished && second.builtIn == 0)
        store = try CatalogStore(path: path)
        #expect(try store.builtInVectors() == vectors(0..<3))
        #expect(try store.check() == [])
        _ = try store.remove(["item 1"])
        let third = try change(to: BuiltInDescriber.shared)
        #expect(third.isFinished && third.fromStore == 2 && third.fromThumbnails == 0)
        store = try CatalogStore(path: path)
        #expect(try !store.hasBuiltInTables())
        #expect(try store.restore(nil).restored == ["item 1"])
        let slots = try store.read { snapshot throws(SearchError) in
            var found: [String: [Int8]] = [:]
            for slot in 0..<snapshot.slots {
                if let id = try snapshot.id(at: slot) { found[id] = try snapshot.vector(at: slot) }
            }
            return found
        }
        #expect(try slots == vectors(0..<3))
        #expect(try store.check() == [])
    }

    @Test("damage is found, repaired stores go without, and store describe makes the vectors again")
    func damage() throws {
        try fill(0..<3, engine())
        try run("UPDATE built_in_vectors SET bytes = zeroblob(256) WHERE slot = 1")
        #expect(try CatalogStore(path: path).check().contains { $0.hasPrefix("built-in vectors: 1 of them") })
        let repaired = try CatalogStore.repair(path: path, to: folder.path("repaired"))
        #expect(repaired.kept == 3 && repaired.lost == [] && repaired.doubtful == ["item 1"])
        var expected = try vectors(0..<3)
        expected["item 1"] = nil
        #expect(try CatalogStore(path: folder.path("repaired")).builtInVectors() == expected)
        #expect(try change(to: model).builtIn == 1)
        #expect(try CatalogStore(path: path).check() == [])
        try run("UPDATE built_in SET checksum = checksum + 1")
        #expect(try CatalogStore(path: path).check().contains { $0.hasPrefix("built-in vectors: what made them") })
        #expect(try CatalogStore(path: path).builtInVectors() == [:])
        #expect(try change(to: model).builtIn == 3)
        #expect(try CatalogStore(path: path).check() == [])
    }

    @Test("a picture that a version without the table has replaced has no vector, until it is described again")
    func stale() throws {
        try fill(0..<2, engine())
        try run("UPDATE items SET picture_revision = picture_revision + 1 WHERE id = 'item 1'")
        let store = try CatalogStore(path: path)
        #expect(try store.builtInVectors() == vectors(0..<1))
        #expect(try change(to: model).builtIn == 1)
        #expect(try store.builtInVectors().count == 2)
    }

    @Test("a merge with a part that has none keeps those of the others, and counts the items without")
    func mergeWithOld() throws {
        try fill(0..<2, engine())
        var without = model
        without.keepsBuiltInVectors = false
        try fill(2..<5, engine(without, "old"))
        let parts = try [folder.path("old"), path].map { try MergePart($0) }
        #expect(try StoreMerge(parts).write(to: folder.path("merged")).withoutBuiltIn == 3)
        let merged = try CatalogStore(path: folder.path("merged"))
        #expect(try merged.builtInVectors() == vectors(0..<2))
        #expect(try merged.check() == [])
    }
}

/// Takes everything and keeps nothing: only what it would get is looked at.
private struct NoHome: SharedHome {
    let reach = 1
    let fewRows = 1

    func follow(_ store: CatalogStore) throws(SearchError) {}
    func changing<Result>(
        _ store: CatalogStore, _ body: () throws(SearchError) -> Result
    ) throws(SearchError) -> Result { try body() }
    func refusal(of item: StoredItem) -> SearchError? { nil }
    func keep(_ changes: SharedChanges) throws(SearchError) {}
    func nearest(
        to vector: [Int8], count: Int, of kind: SharedPicture.Kind, passing filter: Filter,
        fields: [String: AttributeType]
    ) throws(SearchError) -> SharedMatches { SharedMatches(pictures: [], changed: [], isAll: true) }
}
