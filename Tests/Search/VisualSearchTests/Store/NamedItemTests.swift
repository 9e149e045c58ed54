import TestSupport
import Testing

@testable import VisualSearch

@Suite("Items that a query names exactly", .timeLimit(.minutes(5)))
struct NamedItemTests {
    let folder: TemporaryFolder
    let store: CatalogStore
    private static let prose = String(repeating: "about a table in a house with other furniture and light ", count: 12)

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func found(_ text: String) throws -> [String] {
        try store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            for match in try snapshot.wordMatches(text).matches { ids.append(try snapshot.id(at: match.slot) ?? "?") }
            return ids
        }
    }

    @Test("an item whose title is the query comes before those that say its words more often")
    func title() throws {
        _ = try store.upsert([
            StoredItem("often", ["title": .text("Road, road, road")]),
            StoredItem("longer", ["title": .text("The road to the road"), "tags": .list(["road", "roads"])]),
            StoredItem("exact", ["title": .text("The Road"), "description": .text(Self.prose)]),
        ])
        for text in ["the road", "The Road!", "THE ROAD "] { #expect(try found(text).first == "exact", "\(text)") }
        #expect(Set(try found("the road")) == ["often", "longer", "exact"])
    }

    @Test("an item whose other name is the query counts as well, and so does a misspelled one")
    func otherName() throws {
        _ = try store.upsert([
            StoredItem("messiah", ["title": .text("Dune Messiah Dune"), "original_title": .text("Dune Messiah")]),
            StoredItem(
                "dune",
                [
                    "title": .text("Dune (Dune Chronicles, 1)"), "original_title": .string("Dune"),
                    "description": .text(Self.prose),
                ]),
            StoredItem("lamp", ["title": .text("Floor lamp"), "description": .text(Self.prose)]),
            StoredItem("lamps", ["title": .text("Lamp, lamp"), "tags": .list(["floor", "lamp"])]),
        ])
        #expect(try found("dune").first == "dune")
        #expect(try found("dune messiah").first == "messiah")
        #expect(try found("flor lamp").first == "lamp")
    }

    @Test("a title up to its parenthesis is a name, after whole ones")
    func parenthesis() throws {
        _ = try store.upsert([
            StoredItem("a", ["title": .text("Night (The Night Trilogy 1)"), "description": .text(Self.prose)]),
            StoredItem("b", ["title": .text("Night"), "description": .text(Self.prose)]),
            StoredItem("c", ["title": .text("Night, night, night")]), StoredItem("d", ["title": .text("Night light")]),
        ])
        #expect(try found("night ").prefix(2) == ["b", "a"])
    }

    @Test("an item is found by its id, and first by its article number")
    func numbers() throws {
        _ = try store.upsert([
            StoredItem("24-MB01", ["title": .text("Bag")]),
            StoredItem("x", ["title": .text("MB01 24 MB01 24"), "sku": .string("24-mb-01")]),
            StoredItem("y", ["title": .text("Strap for 24-MB09")]),
            StoredItem("z", ["sku": .string("24-MB09"), "description": .text(Self.prose)]),
        ])
        for text in ["24-MB01", "24-mb01", " 24-MB01 "] { #expect(try found(text).first == "24-MB01", "\(text)") }
        #expect(try found("24-mb09").first == "z")
        #expect(try found("24 MB 09").isEmpty == false)
    }

    @Test("a whole kind is no name")
    func kinds() throws {
        _ = try store.upsert([
            StoredItem("title", ["title": .text("Bags, bags"), "category": .string("Other")]),
            StoredItem("kind", ["title": .text("Object"), "category": .string("Bags")]),
        ])
        #expect(try found("bags") == ["title", "kind"])
    }
}
