import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Opening what is, or is not, a store")
struct OpeningTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func refusal(_ path: String, mode: CatalogStore.Mode = .readWrite, schema: Schema = .current) -> String {
        do throws(SearchError) {
            _ = try CatalogStore(path: path, describer: .small, mode: mode, schema: schema)
            return "opened"
        } catch {
            if case .store(path, let reason) = error { return reason }
            return "\(error)"
        }
    }

    @Test(
        "a missing file, a folder, an empty file, a text, a foreign database each say what they are",
        arguments: [CatalogStore.Mode.readWrite, .readOnly])
    func strangers(_ mode: CatalogStore.Mode) throws {
        #expect(refusal(folder.path("none"), mode: mode).contains("no such file"))
        #expect(refusal(folder.path("")).contains("folder"))
        try Data().write(to: folder.url.appending(path: "empty"))
        #expect(refusal(folder.path("empty"), mode: mode).contains("empty"))
        try Data(String(repeating: "text ", count: 1000).utf8).write(to: folder.url.appending(path: "text"))
        #expect(refusal(folder.path("text"), mode: mode).contains("not a Magpie store"))
        try Database(path: folder.path("foreign"), access: .create).script("CREATE TABLE t(a)")
        #expect(refusal(folder.path("foreign"), mode: mode).contains("another program"))
        #expect(refusal(folder.path("foreign"), mode: .create).contains("another program"))
        #expect(refusal(folder.path("no/such/folder/x"), mode: .create).contains("cannot be opened"))
        #expect(refusal("a\0b", mode: .create) != "opened")
    }

    @Test("an empty file becomes a store when one may be made")
    func emptyFile() throws {
        try Data().write(to: folder.url.appending(path: "empty"))
        #expect(refusal(folder.path("empty"), mode: .create) == "opened")
        #expect(refusal(folder.path("empty"), mode: .readOnly) == "opened")
    }

    @Test("an older store is brought up to date with its items, a newer one is refused")
    func versions() throws {
        let path = folder.path("old")
        let older = try CatalogStore(path: path, describer: .small, mode: .create, schema: .current)
        _ = try older.upsert([StoredItem("a", ["x": .int(1)])])
        let next = Schema(steps: Schema.current.steps + ["CREATE TABLE later(a); INSERT INTO later VALUES (7)"])
        #expect(refusal(path, mode: .readOnly, schema: next).contains("older form"))
        let newer = try CatalogStore(path: path, describer: .small, mode: .readWrite, schema: next)
        try newer.read { snapshot throws(SearchError) in
            #expect(try snapshot.item("a")?.attributes == ["x": .int(1)])
            #expect(try snapshot.database.integer("SELECT a FROM later") == 7)
        }
        #expect(refusal(path).contains("newer version"))
        #expect(refusal(path, mode: .readOnly).contains("newer version"))
        #expect(refusal(path, schema: next) == "opened")
    }

    @Test("a store of the first form is read as it is, and brought up to date for writing")
    func firstForm() throws {
        let path = folder.path("first")
        let first = Schema(steps: Array(Schema.current.steps.prefix(1)))
        let older = try CatalogStore(path: path, describer: .small, mode: .create, schema: first)
        try older.write { database throws(SearchError) in
            try database.script(
                """
                INSERT INTO fields VALUES (1, 'x', 'int'); INSERT INTO items(slot, id, revision, picture_revision,
                checksum, picture_checksum) VALUES (0, 'a', 1, 1, 0, 0); INSERT INTO attributes VALUES (1, 0, 0, 7);
                UPDATE state SET revision = 1, items = 1
                """)
        }
        for mode in [CatalogStore.Mode.readOnly, .readWrite, .readOnly] {
            let store = try CatalogStore(path: path, mode: mode)
            try store.read { snapshot throws(SearchError) in
                #expect(try snapshot.item("a")?.attributes == ["x": .int(7)])
                #expect(try snapshot.matching(.equal("x", .int(7))).count == 1)
            }
            if mode == .readOnly { continue }
            #expect(try store.read { snapshot throws(SearchError) in try snapshot.guessedFields() } == [])
            #expect(try store.upsert([StoredItem("b", ["x": .float(1.5)])])[0] != nil)
        }
    }

    @Test("a step that fails leaves the older store as it was")
    func failedStep() throws {
        let path = folder.path("old")
        _ = try CatalogStore(path: path, describer: .small, mode: .create).upsert([StoredItem("a")])
        let broken = Schema(steps: Schema.current.steps + ["CREATE TABLE later(a); nonsense"])
        #expect(refusal(path, schema: broken).contains("syntax error"))
        #expect(try CatalogStore(path: path).check().isEmpty)
    }

    @Test("a store of another describer is not mixed with")
    func describers() throws {
        _ = try folder.store()
        let path = folder.path("catalog.magpie")
        #expect(
            throws: SearchError.describerMismatch(
                store: "small (4 values, 3 bytes of palette)", describer: "small (8 values, 3 bytes of palette)")
        ) {
            try CatalogStore(path: path, describer: DescriberIdentity(name: "small", dimensions: 8, colors: 3))
        }
        #expect(try CatalogStore(path: path).describer == .small)
        #expect(throws: SearchError.self) { try CatalogStore(path: folder.path("new"), mode: .create) }
    }

    @Test("triggers and views are refused: a file from elsewhere runs nothing")
    func triggers() throws {
        _ = try folder.store()
        let path = folder.path("catalog.magpie")
        try Database(path: path, access: .write).script(
            "CREATE TRIGGER t AFTER INSERT ON items BEGIN DELETE FROM state; END")
        #expect(refusal(path).contains("triggers"))
    }

    @Test("a store for reading refuses to write and leaves the file alone")
    func readOnly() throws {
        _ = try folder.store().upsert([StoredItem("a")])
        let reader = try folder.store(mode: .readOnly)
        #expect(throws: SearchError.store(path: reader.path, reason: "it was opened for reading only")) {
            try reader.remove(["a"])
        }
        #expect(try reader.check().isEmpty)
    }

    @Test("compaction gives space back and keeps slots; the report of a store is right")
    func compaction() throws {
        let store = try folder.store()
        _ = try store.upsert(
            (0..<500).map { StoredItem("\($0)", seed: $0, ["t": .text(String(repeating: "word\($0) ", count: 50))]) })
        _ = try store.remove((100..<500).map { "\($0)" })
        let (before, after, dropped) = try store.compact()
        #expect(dropped == 400)
        #expect(after < before / 2)
        let info = try store.info()
        #expect(info.items == 100)
        #expect(info.fields == ["t": .text])
        #expect(info.bytes == after)
        #expect(try store.read { snapshot throws(SearchError) in try snapshot.slot(of: "99") } == 99)
        #expect(try store.check().isEmpty)
    }
}
