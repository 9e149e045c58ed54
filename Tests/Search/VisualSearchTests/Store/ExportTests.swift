import TestSupport
import Testing

@testable import CatalogFile
@testable import VisualSearch

@Suite("Exports of a store")
struct ExportTests {
    @Test("what a store exports is read again as a catalog")
    func lines() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let items = [
            StoredItem(
                "a", source: "x/a.jpg", ["n": .int(3), "f": .float(1.5), "b": .bool(true), "l": .list(["p", "q"])]),
            StoredItem("b\"\n", ["n": .int(4), "s": .string("\u{0}\u{1F98A}")]),
        ]
        _ = try store.upsert(items)
        var lines: [String] = []
        try store.export { lines.append($0) }
        #expect(lines.allSatisfy { !$0.contains("\n") })
        let table = try AttributeTable(Array(lines.joined(separator: "\n").utf8), path: "catalog")
        #expect(table.rows.map(\.id) == ["a", "b\"\n"])
        #expect(table.rows.map(\.file) == ["x/a.jpg", nil])
        #expect(table.rows.map(\.attributes) == items.map(\.item.attributes))
    }
}
