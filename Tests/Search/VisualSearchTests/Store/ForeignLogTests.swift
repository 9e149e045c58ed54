import Foundation
import TestSupport
import Testing

@testable import SQLite
@testable import VisualSearch

@Suite("The log beside a store file")
struct ForeignLogTests {
    let folder: TemporaryFolder
    private let files = FileManager.default

    init() throws { folder = try TemporaryFolder() }

    private func copy(_ name: String, to other: String) throws {
        try? files.removeItem(atPath: folder.path(other))
        try files.copyItem(atPath: folder.path(name), toPath: folder.path(other))
    }

    private func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }

    private func ids(_ name: String) throws -> [String] {
        let store = try folder.store(name, mode: .readWrite)
        #expect(try store.check() == [])
        return try store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            try snapshot.eachItem { id, _, _ in ids.append(id) }
            return ids
        }
    }

    /// The file and the log of a store as a process leaves them that is killed, under the name `killed`.
    private func leaveLog(_ name: String, items: Range<Int> = 0..<20) throws {
        let store = try folder.store(name)
        for number in items { _ = try store.upsert([StoredItem("\(name)-\(number)", seed: number)]) }
        for end in ["", "-wal"] { try copy(name + end, to: "killed" + end) }
        try #require(try bytes("killed-wal").count > 0)
    }

    private func expectRefusal(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (file, log) = (try? bytes("killed"), try bytes("killed-wal"))
        for mode in [CatalogStore.Mode.create, .readWrite, .readOnly] where file != nil || mode == .create {
            do throws(SearchError) {
                _ = try folder.store("killed", mode: mode)
                Issue.record("it was opened", sourceLocation: sourceLocation)
            } catch {
                #expect("\(error)".contains("killed-wal belongs to another file"), sourceLocation: sourceLocation)
            }
        }
        #expect(try bytes("killed-wal") == log, sourceLocation: sourceLocation)
        #expect((try? bytes("killed")) == file, sourceLocation: sourceLocation)
    }

    @Test("one that a killed process has left is played into its own file, also elsewhere")
    func own() throws {
        try leaveLog("a")
        #expect(try ids("killed").count == 20)
        #expect(!files.fileExists(atPath: folder.path("killed-wal")))
    }

    @Test("one of another store is never played into the store that was put in its place")
    func otherStore() throws {
        do { _ = try folder.store("new").upsert([StoredItem("only")]) }
        try leaveLog("a")
        try copy("new", to: "killed")
        try expectRefusal()
        try files.moveItem(atPath: folder.path("killed-wal"), toPath: folder.path("aside"))
        #expect(try ids("killed") == ["only"])
    }

    @Test("one of the store is not played into a backup of it that was put in its place")
    func backup() throws {
        _ = try folder.store("a").backup(to: folder.path("monday"))
        try leaveLog("a", items: 20..<25)
        try copy("monday", to: "killed")
        try expectRefusal()
    }

    @Test("one of the store is not played into an older copy of it")
    func olderCopy() throws {
        do { _ = try folder.store("a").upsert([StoredItem("first")]) }
        try copy("a", to: "old")
        do { _ = try folder.store("a").upsert([StoredItem("second")]) }
        try leaveLog("a")
        try copy("old", to: "killed")
        try expectRefusal()
    }

    @Test("one of a store that is gone is not deleted by the new store of that name")
    func gone() throws {
        try leaveLog("a")
        try files.removeItem(atPath: folder.path("killed"))
        try expectRefusal()
    }

    @Test("a store without a mark, as older versions made it, gets its own log played in")
    func olderForm() throws {
        let store = try folder.store("old")
        try store.write { database throws(SearchError) in
            database.isMarked = false
            try database.script("DROP TABLE file")
        }
        for number in 0..<5 { _ = try store.upsert([StoredItem("\(number)", seed: number)]) }
        for end in ["", "-wal"] { try copy("old" + end, to: "killed" + end) }
        #expect(try ids("killed").count == 5)
        // From now on it has one.
        let database = try Database(path: folder.path("killed"), access: .read)
        #expect(try database.stamp() != nil && FileKind.of(database) == .catalog)
    }

    @Test("no log stays when the last connection ends, of one that only reads as well")
    func closed() throws {
        do {
            let store = try folder.store("a")
            _ = try store.upsert([StoredItem("x")])
            let reader = try folder.store("a", mode: .readOnly)
            #expect(try reader.revision() > 0)
        }
        #expect(try ids("a") == ["x"])
        do { #expect(try folder.store("a", mode: .readOnly).revision() > 0) }
        #expect(try files.contentsOfDirectory(atPath: folder.path("")) == ["a"])
    }

    @Test("nothing is written to a file that was replaced, nor does its end take the log of the new one away")
    func replaced() throws {
        var store: CatalogStore? = try folder.store("a")
        _ = try store?.upsert([StoredItem("x")])
        try files.removeItem(atPath: folder.path("a"))
        for end in ["-wal", "-shm"] { try? files.removeItem(atPath: folder.path("a" + end)) }
        let new = try folder.store("a")
        _ = try new.upsert([StoredItem("y")])
        do throws(SearchError) {
            _ = try store?.upsert([StoredItem("z")])
            Issue.record("it was written")
        } catch {
            #expect("\(error)".contains("removed or replaced"))
        }
        store = nil
        #expect(files.fileExists(atPath: folder.path("a-wal")))
        #expect(try new.read { snapshot throws(SearchError) in try snapshot.slot(of: "y") } != nil)
    }

    @Test("going back to a backup keeps what was there, with its log, and takes nothing of it in")
    func putBack() throws {
        do { _ = try folder.store("a").upsert([StoredItem("first")]) }
        _ = try folder.store("a", mode: .readOnly).backup(to: folder.path("monday"))
        try leaveLog("a")
        let (info, former, keepsOwner) = try CatalogStore.putBack(
            folder.path("monday"), inPlaceOf: folder.path("killed"))
        #expect(info.items == 1 && keepsOwner)
        #expect(try ids("killed") == ["first"])
        let kept = try #require(former)
        #expect(try CatalogStore(path: kept).info().items == 21)
        // A store in use stays.
        let store = try folder.store("killed")
        _ = try store.upsert([StoredItem("second")])
        #expect(throws: SearchError.self) {
            try CatalogStore.putBack(folder.path("monday"), inPlaceOf: folder.path("killed"))
        }
        #expect(try store.info().items == 2)
    }
}

@Suite("A repair or a copy that ends early")
struct UnfinishedStoreTests {
    @Test("no command takes a part for a whole store, whatever has left it")
    func parts() throws {
        let folder = try TemporaryFolder()
        for work in ["a repair", "a copy", "a merge"] {
            let name = work.replacing(" ", with: "-")
            let store = try folder.store(name)
            _ = try store.upsert([StoredItem("x")])
            try store.note(unfinished: work)
            for mode in [CatalogStore.Mode.readOnly, .readWrite, .create] {
                #expect(throws: SearchError.self) { try folder.store(name, mode: mode) }
            }
            #expect(throws: SearchError.self) { try CatalogStore.openedForCheck(path: folder.path(name)) }
            try store.note(unfinished: nil)
            #expect(try folder.store(name).check() == [])
        }
    }

    @Test("a copy that cannot be finished leaves nothing under its name")
    func nothing() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store("a")
        _ = try store.upsert((0..<1500).map { StoredItem("\($0)", seed: $0) })
        var calls = 0
        #expect(throws: SearchError.self) {
            // Another process writes meanwhile.
            try store.copyItems(toFile: folder.path("b")) { _ in
                calls += 1
                if calls == 1 { _ = try? store.upsert([StoredItem("0", seed: 7)]) }
            }
        }
        #expect(calls > 0 && !FileManager.default.fileExists(atPath: folder.path("b")))
        let report = try store.copyItems(toFile: folder.path("b"))
        #expect(report.items == 1500)
        #expect(try folder.store("b").check() == [])
    }

    @Test("a repair and a copy keep models; what is lost of them is said")
    func models() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store("a")
        _ = try store.upsert([StoredItem("x"), StoredItem("gone")])
        _ = try store.remove(["gone"])
        try store.define(models: ["one": "{}", "two": "{}"])
        _ = try store.copyItems(toFile: folder.path("b"))
        let copied = try folder.store("b").read { snapshot throws(SearchError) in try snapshot.models() }
        #expect(copied == ["one": "{}", "two": "{}"])
        try store.write { database throws(SearchError) in
            try database.run("UPDATE models SET record = '[]' WHERE name = 'two'")
            try database.run("UPDATE removed SET picture_checksum = 1")
        }
        let report = try CatalogStore.repair(path: folder.path("a"), to: folder.path("c"))
        #expect(report.kept == 1 && report.lost.sorted() == ["model two", "removed item gone"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(!names.contains { $0.contains("partial") })
    }
}
