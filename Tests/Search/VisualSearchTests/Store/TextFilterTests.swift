import TestSupport
import Testing

@testable import VisualSearch

@Suite("Filters on the words of a text field")
struct TextFilterTests {
    @Test(
        "a word stands for its forms, spellings and beginnings, and a misspelled one for the likeliest word",
        arguments: [
            ("wingtip", ["wings"]), ("wingtips", ["wings"]), ("wood", ["chair"]), ("wooden", ["chair"]),
            ("wodden", ["chair"]), ("knife", ["set"]), ("T-shirt", ["shirt"]), ("tshirt", ["shirt"]),
            ("strasse", ["street"]), ("模型", ["model"]), ("chair knives", ["chair", "set"]), ("xyzzyxy", []),
            ("brown", ["wings", "chair"]), ("12", []), ("1234", ["chair"]),
        ] as [(String, Set<String>)])
    func forms(_ text: String, _ ids: Set<String>) throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let titles = [
            "wings": "Brown wingtips", "chair": "Wooden chair 1234, brown", "set": "Knives set", "shirt": "Blue tshirt",
            "street": "Straße poster", "model": "東京タワー模型",
        ]
        _ = try store.upsert(titles.map { StoredItem($0, ["title": .text($1), "brand": .string("Wood")]) })
        let found = try store.read { snapshot throws(SearchError) in
            var found: Set<String> = []
            for slot in try snapshot.matching(.equal("title", .string(text))).slots {
                found.insert(try snapshot.id(at: slot) ?? "?")
            }
            return found
        }
        #expect(found == ids)
    }
}
