import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Items that are found by their meaning", .timeLimit(.minutes(5)))
struct MeaningTests {
    private let folder: TemporaryFolder
    private let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        let titles = [
            "bench": "Wooden garden bench", "hammer": "Steel claw hammer", "scarf": "Wool scarf",
            "kettle": "Tea kettle",
            "notebook": "Leather notebook", "bag": "Red leather bag", "boots": "Hiking boots", "lamp": "Desk lamp",
            "tent": "Camping tent for two",
            "guitar": "Acoustic guitar", "rug": "Persian rug", "knife": "Bread knife",
        ]
        _ = try store.upsert(titles.sorted { $0.key < $1.key }.map { StoredItem($0.key, ["title": .text($0.value)]) })
    }

    private func matches(_ text: String, meanings: Bool = true) throws -> WordMatches {
        let words = RelatedWords(thesaurus: .builtIn, synonyms: .none, vectors: meanings ? .builtIn : nil)
        return try store.read { snapshot throws(SearchError) in
            try snapshot.wordMatches(text, relatedWords: words)
        }
    }

    private func ids(_ text: String, meanings: Bool = true) throws -> [String] {
        let found = try matches(text, meanings: meanings).matches
        return try store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            for match in found { ids.append(try snapshot.id(at: match.slot) ?? "?") }
            return ids
        }
    }

    @Test(
        "a query without a word of the text finds it",
        arguments: [
            ("music ", "guitar"), ("mountaineering ", "boots"),
        ])
    func found(_ text: String, _ id: String) throws {
        #expect(try ids(text, meanings: false).first != id)
        #expect(try ids(text).first == id)
    }

    @Test("an item that says all words stays first, and the others that are shown come near it")
    func said() throws {
        let found = try matches("red leather bag ")
        #expect(try ids("red leather bag ").first == "bag")
        #expect(try ids("red leather bag ").contains("notebook") == false)
        for (last, next) in zip(found.matches, found.matches.dropFirst()) { #expect(last.relevance > next.relevance) }
    }

    @Test(
        "nothing is found where nothing is known, or nothing is near",
        arguments: ["asdf ", "qwrtzp asdf ", "justice ", "quantum physics ", "24-wb06 "])
    func nothing(_ text: String) throws { #expect(try ids(text).isEmpty) }

    @Test("a word with one letter off is a slip, also where it is a word of its own")
    func slips() throws {
        #expect(try ids("tant ") == ["tent"])
        #expect(try ids("hamer ").first == "hammer")
        #expect(try matches("ketle ").corrected == "kettle ")
    }

    @Test("the answer tells what was searched for, and the engine can do without")
    func notice() throws {
        let path = folder.path("engine.magpie")
        let engine = try SearchEngine(path: path, mode: .create)
        let picture = Pictures.solid(32, 32, RGB(hex: "#c02020")!)
        _ = try engine.insertBlocking(
            ["Acoustic guitar", "Bread knife", "Wool scarf"].map {
                Entry(Item(id: $0, attributes: ["title": .text($0)]), image: .pixels(picture))
            })
        let answer = try engine.searchBlocking(SearchRequest(.init(text: "music ")))
        #expect(answer.hits.first?.id == "Acoustic guitar")
        #expect(answer.notices.map(\.text) == ["no item says `music`; searched for what comes near in meaning"])
        var settings = SearchEngine.Settings()
        settings.usesWordMeanings = false
        let plain = try SearchEngine(path: path, mode: .readOnly, settings: settings)
        #expect(try plain.searchBlocking(SearchRequest(.init(text: "music "))).hits.isEmpty)
    }

    @Test("items that come, change and go are followed")
    func changes() throws {
        #expect(try ids("music ") == ["guitar"])
        _ = try store.upsert([StoredItem("bass", ["title": .text("Bass guitar")])])
        #expect(try Set(ids("music ")).isSuperset(of: ["guitar", "bass"]))
        _ = try store.upsert([StoredItem("bass", ["title": .text("Bucket")])])
        #expect(try ids("music ") == ["guitar"])
        _ = try store.remove(["guitar"])
        #expect(try ids("music ").isEmpty)
    }
}
