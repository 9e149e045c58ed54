import Foundation
import PictureTestSupport
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Forms of a store, from the first on", .timeLimit(.minutes(5)))
struct StoreFormTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("catalog.magpie") }

    init() throws { folder = try TemporaryFolder() }

    private func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    private func form() throws -> Int {
        try Database(path: path, access: .read).integer("PRAGMA user_version")
    }

    @Test("a step never changes, since stores of its form are still there")
    func steps() {
        let hashes = Schema.current.steps.map { String(FNV1a(Array($0.utf8)).value, radix: 16) }
        let released = [
            "52bf228809de4fcb", "f5d4f8c6e6025048", "e66a7c6723ef0cc0", "5349e1323d6816c4", "b54f5cd7a5fc72ab",
            "bdc59c6cc50184be", "4b4224100ad51e6f", "8399e75946215d09", "3a8c7dceea13dbc9", "47eae22a1725678c",
            "b1e4bbe38e3cd220", "43b6e32977cc1bcf",
        ]
        #expect(hashes.prefix(released.count) == released[...])
        #expect(hashes.count == released.count, "a new step needs its hash here, and a store in StoreOfForm")
    }

    /// Checks the answers of the store, whatever its form.
    private func expectAnswers(_ mode: CatalogStore.Mode, form: Int) throws {
        let engine = try SearchEngine(path: path, mode: mode, describer: StoreOfForm.describer)
        #expect(try engine.countBlocking() == 2)
        let bag = try #require(try engine.itemBlocking("bag"))
        #expect(bag.attributes == ["title": .text("Leather bags"), "price": .float(49.5)])
        #expect(bag.source == "https://img.example/bag.jpg")
        #expect(bag.pictures.map(\.role) == (form >= 12 ? [.back] : []))
        let red = Pictures.solid(32, 32, RGB(hex: "#ff0000")!)
        let look = try engine.searchBlocking(SearchRequest(.init(example: .image(.pixels(red))), scope: .all))
        #expect(look.hits.map(\.id) == ["bag", "hat"] && look.hits.first?.score == 1)
        for (text, id) in [("leather", "bag"), ("woollen", "hat"), ("lether", "bag")] {
            #expect(try engine.searchBlocking(SearchRequest(.init(text: text))).hits.map(\.id) == [id], "\(text)")
        }
        let cheap = SearchRequest(
            .init(example: .item(id: "bag")), filter: .less("price", .float(20)), facets: .init(["*"]), scope: .all)
        #expect(try engine.searchBlocking(cheap).hits.map(\.id) == ["hat"])
        #expect(try CatalogStore(path: path, mode: .readOnly).check() == [])
    }

    @Test("a store that is only read answers in its form, and not a byte of it changes", arguments: StoreOfForm.forms)
    func read(_ form: Int) throws {
        try StoreOfForm.make(form, at: path)
        let before = try bytes()
        #expect(try self.form() == form)
        try expectAnswers(.readOnly, form: form)
        #expect(try CatalogStore(path: path, mode: .readOnly).check() == [])
        #expect(try bytes() == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        #expect(left == ["catalog.magpie"])
    }

    @Test(
        "a store that is opened for writing gets the present form, with all that it held",
        arguments: StoreOfForm.forms)
    func written(_ form: Int) throws {
        try StoreOfForm.make(form, at: path)
        try expectAnswers(.readWrite, form: form)
        #expect(try self.form() == Schema.current.version)
        let store = try CatalogStore(path: path)
        #expect(try store.removedCount() == (form >= 3 ? 1 : 0))
        if form >= 3 {
            #expect(try store.restore(["shoe"]).restored == ["shoe"])
            let shoe = try store.read { snapshot throws(SearchError) in try snapshot.item("shoe") }
            #expect(shoe?.attributes == ["title": .text("Old shoe")])
            _ = try store.remove(["shoe"])
        }
        let models = try store.read { snapshot throws(SearchError) in try snapshot.models() }
        #expect(models == (form >= 6 ? ["similar": "{}"] : [:]))
        let colors = [UInt8](repeating: 0, count: Palette.byteCount)
        let vector = StoredPicture(vector: [0, 0, 127, 0, 0, 0, 0, 0], colors: colors)
        var cup = StoredItem(Item(id: "cup", attributes: ["title": .text("Cups of tin")]), picture: vector)
        cup.pictures = [FurtherPicture(vector, role: .detail)]
        #expect(try store.upsert([cup]) == [nil])
        let words = try store.read { snapshot throws(SearchError) in try snapshot.wordMatches("cup ").matches.count }
        #expect(words == 1)
        _ = try store.remove(["cup"])
        try expectAnswers(.readOnly, form: form)
    }

    @Test(
        "a backup of a store that is only read is of its form, and opens as the store does",
        arguments: StoreOfForm.forms)
    func backup(_ form: Int) throws {
        let former = folder.path("former.magpie")
        try StoreOfForm.make(form, at: former)
        #expect(try CatalogStore(path: former, mode: .readOnly).backup(to: path).items == 2)
        #expect(try self.form() == form)
        try expectAnswers(.readOnly, form: form)
        try expectAnswers(.readWrite, form: form)
    }

    /// The refusals of the store at `path`, by the way to use it.
    private func refusals() throws -> [String: String] {
        func refusal(_ work: () throws -> Void) -> String {
            do { try work() } catch { return "\(error)" }
            return "done"
        }
        let path = path
        let target = folder.path("target")
        return [
            "read": refusal { _ = try CatalogStore(path: path, mode: .readOnly) },
            "write": refusal { _ = try CatalogStore(path: path) },
            "create": refusal { _ = try SearchEngine(path: path, describer: StoreOfForm.describer) },
            "put back": refusal { _ = try CatalogStore.putBack(path, inPlaceOf: target) },
            "merge": refusal { _ = try MergePart(path) },
            "repair": refusal { _ = try CatalogStore.repair(path: path, to: target) },
        ]
    }

    @Test(
        "a store of a newer form is refused in all ways with its form, the known one and the remedy, and stays as it is",
        arguments: [1, 2, 1000, Int(Int32.max) - Schema.current.version])
    func newer(_ step: Int) throws {
        let form = Schema.current.version + step
        try StoreOfForm.make(Schema.current.version, at: path)
        try Database(path: path, access: .write).script("PRAGMA user_version = \(form)")
        let before = try bytes()
        let sentence =
            "it was made by a newer version (form \(form), this one knows up to \(Schema.current.version)); update Magpie"
        for (way, said) in try refusals() { #expect(said.contains(sentence), "\(way): \(said)") }
        #expect(try bytes() == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["catalog.magpie"])
    }

    @Test("a form that no version writes is damage, which a repair mends", arguments: [0, -1, Int(Int32.min)])
    func never(_ form: Int) throws {
        try StoreOfForm.make(Schema.current.version, at: path)
        try Database(path: path, access: .write).script("PRAGMA user_version = \(form)")
        let sentence = "its form has " + (form == 0 ? "no number" : "the number \(form), which no version writes")
        for (way, said) in try refusals() {
            #expect(way == "repair" ? said == "done" : said.contains(sentence), "\(way): \(said)")
        }
        let mended = try CatalogStore(path: folder.path("target"))
        #expect(try mended.info().items == 2 && mended.check() == [])
    }
}
