import SQLite
import SearchAPI
import Testing

@testable import VisualSearch
@testable import magpie

@Suite("Stores of older versions", .timeLimit(.minutes(5)))
struct OlderStoreTests {
    private let place: Workplace

    /// A store as it was before the index of words had stems.
    init() throws {
        place = try Workplace()
        try place.write(picture(), to: "in/new.jpg")
        let describer = BuiltInDescriber.shared
        let store = try CatalogStore(
            path: (place / "catalog.magpie").text,
            describer: DescriberIdentity(
                name: describer.identity, dimensions: describer.dimensions, colors: Palette.byteCount),
            mode: .create, schema: Schema(steps: Array(Schema.current.steps.prefix { $0 != Schema.stems })))
        let stored = StoredPicture(
            vector: [Int8](repeating: 1, count: describer.dimensions),
            colors: [UInt8](repeating: 7, count: Palette.byteCount))
        try store.write { database throws(SearchError) in
            for slot in 0..<3 {
                let sum = Checksum.ofItem(id: "\(slot)", source: nil, fingerprint: nil, attributes: [])
                try database.run(
                    """
                    INSERT INTO items(slot, id, revision, picture_revision, checksum, picture_checksum)
                    VALUES (?, ?, 1, 1, ?, ?)
                    """, .integer(slot), .text("\(slot)"), .integer(sum), .integer(stored.checksum))
                try database.run("INSERT INTO vectors VALUES (?, ?)", .integer(slot), .signed(stored.vector))
                try database.run("INSERT INTO colors VALUES (?, ?)", .integer(slot), .blob(stored.colors))
            }
            try database.run("UPDATE state SET revision = 1, items = 3")
        }
    }

    private static let note = "magpie: updating the word index of the store (3 items)\n"

    @Test("magpie index says once that it updates the word index")
    func index() throws {
        let dry = try place.magpie("index", "in", "--dry-run")
        #expect(dry.code == 0 && !dry.errors.contains("word index"), "\(dry.errors)")
        let first = try place.magpie("index", "in")
        #expect(first.code == 0 && first.errors.contains(Self.note), "\(first.errors)")
        #expect(first.errors.ranges(of: "word index").count == 1)
        #expect(first.text.contains("1 added") && first.text.contains("holds 4 items"))
        let second = try place.magpie("index", "in")
        #expect(second.code == 0 && !second.errors.contains("word index"))
    }

    @Test("magpie store check leaves an older store as it is")
    func check() throws {
        let before = try contents(of: place / "catalog.magpie")
        let check = try place.magpie("store", "check")
        #expect(check.code == 0 && check.text == "catalog.magpie is sound: 3 items\n", "\(check.text)")
        #expect(check.errors.contains("of an older form") && !check.errors.contains("updating"), "\(check.errors)")
        #expect(try contents(of: place / "catalog.magpie") == before)
    }

    @Test("--quiet says nothing, and magpie store says it as well")
    func others() throws {
        let copy = (place / "copy.magpie").text
        try place.write(contents(of: place / "catalog.magpie"), to: "copy.magpie")
        #expect(try !place.magpie("index", "in", "--quiet").errors.contains("word index"))
        let compact = try place.magpie("store", "compact", "--store", copy)
        #expect(compact.code == 0 && compact.errors == Self.note, "\(compact.errors) \(compact.text)")
    }
}
