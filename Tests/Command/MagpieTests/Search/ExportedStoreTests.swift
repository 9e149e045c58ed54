import Foundation
import SQLite
import Testing
import VisualSearch

@testable import magpie

/// The way back to an older version, which does not open the file of a newer one.
@Suite("Stores made again from what a store exports", .timeLimit(.minutes(5)))
struct ExportedStoreTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        for number in 0..<4 { try place.write(picture(seed: number * 7), to: "in/\(number).jpg") }
        let rows = """
            {"id": "a", "file": "0.jpg", "pictures": [{"file": "1.jpg", "role": "back"}, {"file": "2.jpg"}], \
            "title": "Red shoe \\u0000 \\"é\\"", "price": 7, "code": "007", "flag": "true", "tags": ["x"], \
            "when": "2024-01-02", "big": 9007199254740993}
            {"id": "b|c", "file": "3.jpg", "price": 8, "code": "12", "flag": "false", "tags": [], "big": -1}
            """
        try place.write(Array(rows.utf8), to: "catalog.jsonl")
        let rules = #"{"rules": [{"name": "first", "then": {"pins": [{"id": "b|c", "place": 1}]}}]}"#
        try place.write(Array(rules.utf8), to: "rules.json")
    }

    /// The pictures of a store with their vectors, palettes and small pictures, in the order of their items.
    private func pictures(_ name: String) throws -> [String] {
        let path = (place / name).text
        #expect(try CatalogStore(path: path, mode: .readOnly).check() == [])
        var found: [String] = []
        try Database(path: path, access: .read).each(
            """
            SELECT coalesce(items.id, owners.id) AS name, items.ordinal, items.role, items.source,
                hex(vectors.bytes), hex(colors.bytes), hex(thumbnails.bytes), items.picture_checksum
            FROM items LEFT JOIN items AS owners ON owners.slot = items.owner
                JOIN vectors ON vectors.slot = items.slot LEFT JOIN colors ON colors.slot = items.slot
                LEFT JOIN thumbnails ON thumbnails.slot = items.slot
            ORDER BY name, items.ordinal
            """
        ) { row in
            found.append((0..<8).map { row.optionalText($0) ?? "-" }.joined(separator: " "))
        }
        return found
    }

    @Test("items with their types, vectors and further pictures, and rules, are those of the exported store")
    func equal() throws {
        let schema = "price=float,code=string,flag=string,tags=list"
        let first = try place.magpie(
            "index", "in", "--catalog", "catalog.jsonl", "--schema", schema, "--store", "first.magpie")
        #expect(first.code == 0, "\(first.errors)")
        #expect(try place.magpie("rules", "import", "rules.json", "--store", "first.magpie").code == 0)
        let lines = try place.magpie("store", "export", "first.magpie")
        let rules = try place.magpie("rules", "export", "--store", "first.magpie")
        #expect(lines.code == 0 && rules.code == 0)
        try place.write(Array(lines.text.utf8), to: "exported.jsonl")
        try place.write(Array(rules.text.utf8), to: "exported.json")

        let second = try place.magpie("index", "in", "--catalog", "exported.jsonl", "--store", "second.magpie")
        #expect(second.code == 0, "\(second.errors)")
        #expect(try place.magpie("rules", "import", "exported.json", "--store", "second.magpie").code == 0)
        #expect(try pictures("second.magpie") == pictures("first.magpie"))
        #expect(try pictures("first.magpie").count == 4)
        #expect(try place.magpie("store", "export", "second.magpie").text == lines.text)
        #expect(try place.magpie("rules", "export", "--store", "second.magpie").text == rules.text)
        let fields = try ["first.magpie", "second.magpie"].map { name in
            try CatalogStore(path: (place / name).text, mode: .readOnly).info().fields
        }
        #expect(fields[0] == fields[1] && fields[0]["code"] == .string && fields[0]["price"] == .float)
    }

    @Test("an export says how many further pictures it leaves out because nothing could find them")
    func leftOut() throws {
        let engine = try SearchEngine(path: (place / "bytes.magpie").text, mode: .create)
        func entry(_ id: String, _ further: Int) throws -> Entry {
            let bytes = try (0...further).map { try picture(seed: $0 + id.count) }
            return Entry(
                Item(id: id, source: "\(id).jpg"), image: .bytes(bytes[0]),
                pictures: bytes.dropFirst().map { .init(.bytes($0)) })
        }
        for result in try engine.insertBlocking([entry("a", 1)]) { try result.get() }
        let one = try place.magpie("store", "export", "bytes.magpie")
        let note =
            "magpie: 1 further picture has no source, and no line names it: a catalog could not find it; --whole has all\n"
        #expect(one.code == 0 && one.errors == note && one.lines.count == 1)
        for result in try engine.insertBlocking([entry("bb", 2)]) { try result.get() }
        #expect(
            try place.magpie("store", "export", "bytes.magpie").errors
                == "magpie: 3 further pictures have no source, and no line names them: a catalog could not find them; --whole has all\n"
        )
    }

    @Test("the lines of a whole export make an equal store without a picture at hand, and a part of them makes none")
    func whole() throws {
        let first = try place.magpie("index", "in", "--catalog", "catalog.jsonl", "--store", "first.magpie")
        #expect(first.code == 0, "\(first.errors)")
        #expect(try place.magpie("rules", "import", "rules.json", "--store", "first.magpie").code == 0)
        let lines = try place.magpie("store", "export", "--whole", "first.magpie")
        try place.write(Array(lines.text.utf8), to: "whole.jsonl")
        let made = try place.magpie("store", "import", "whole.jsonl", "second.magpie")
        #expect(made.code == 0 && made.text == "second.magpie holds 2 items, as whole.jsonl says\n", "\(made.errors)")
        #expect(try pictures("second.magpie") == pictures("first.magpie"))
        #expect(try place.magpie("store", "export", "--whole", "second.magpie").text == lines.text)
        let again = try place.magpie("store", "import", "whole.jsonl", "second.magpie")
        #expect(again.code != 0 && again.errors.contains("there is a file already"), "\(again.errors)")
        try place.write(Array(lines.text.utf8.dropLast(60)), to: "part.jsonl")
        let part = try place.magpie("store", "import", "part.jsonl", "third.magpie")
        #expect(part.code != 0 && part.errors.contains("part.jsonl"), "\(part.errors)")
        #expect(!FileManager.default.fileExists(atPath: (place / "third.magpie").text))
        let use = try place.magpie("store", "check", "--whole", "first.magpie")
        #expect(use.errors.contains("--whole; it is an option of store export"), "\(use.errors)")
    }
}
