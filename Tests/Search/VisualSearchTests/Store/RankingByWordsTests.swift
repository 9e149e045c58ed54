import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The order of items that say words")
struct RankingByWordsTests {
    let folder: TemporaryFolder
    let store: CatalogStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        _ = try store.upsert(
            (0..<40).map {
                StoredItem(
                    "filler \($0)",
                    ["title": .text("DescribedObject \($0)"), "description": .text(RankingByWordsTests.prose)])
            })
    }

    private static let prose = "it stands on a table in a room with other objects and waits for somebody to buy it"

    private func found(_ text: String) throws -> [(id: String, relevance: Double)] {
        try store.read { snapshot throws(SearchError) in
            var found: [(id: String, relevance: Double)] = []
            for match in try snapshot.wordMatches(text).matches {
                found.append((try snapshot.id(at: match.slot) ?? "?", match.relevance))
            }
            return found
        }
    }

    @Test("what a title says comes before what a kind, a tag and a description say, and these in this order")
    func columns() throws {
        let word = "lantern"
        _ = try store.upsert([
            StoredItem(
                "prose", ["title": .text("An object"), "description": .text(RankingByWordsTests.prose + " " + word)]),
            StoredItem("tag", ["title": .text("An object"), "tags": .list(["old", word])]),
            StoredItem("kind", ["title": .text("An object"), "category": .string(word)]),
            StoredItem("title", ["title": .text("A " + word)]),
        ])
        #expect(try found(word).map(\.id) == ["title", "kind", "tag", "prose"])
    }

    @Test("saying a word once in passing is far from being about it")
    func passing() throws {
        _ = try store.upsert([
            StoredItem(
                "about", ["title": .text("Leather bag"), "description": .text("A bag of leather; leather all over.")]),
            StoredItem(
                "passing",
                ["title": .text("An object"), "description": .text(RankingByWordsTests.prose + " unlike leather")]),
        ])
        let (about, passing) = (try found("leather bag"), try found("leather lantern"))
        #expect(about.map(\.id) == ["about"])
        #expect(passing.map(\.id) == ["about", "passing"])
        #expect(about[0].relevance > 0.95)
        #expect(passing[1].relevance < 0.5)
    }

    @Test("the relevance of the best hit says how well the words are met")
    func met() throws {
        _ = try store.upsert([StoredItem("sofa", ["title": .text("Velvet corner sofa bed")])])
        #expect(try found("velvet corner sofa bed").first?.relevance ?? 0 > 0.95)
        #expect(try found("velvet motorcycle helmet visor").first?.relevance ?? 1 < 0.55)
        #expect(try found("motorcycle helmet visor").isEmpty)
    }

    @Test("all forms of a word are found, and a word of another kind is not")
    func stems() throws {
        _ = try store.upsert([
            StoredItem("running", ["title": .text("Running shoes")]), StoredItem("run", ["title": .text("Run, shoe")]),
        ])
        for text in ["runs", "running ", "run ", "shoe ", "shoes "] { #expect(try found(text).count == 2, "\(text)") }
        #expect(try found("runner ").isEmpty)
    }

    @Test("words that fill a question find nothing, unless it has no others")
    func stopWords() throws {
        _ = try store.upsert([
            StoredItem("hat", ["title": .text("Hat")]), StoredItem("band", ["title": .text("The Who")]),
        ])
        #expect(try found("what is a hat with the").map(\.id) == ["hat"])
        #expect(try found("the who").first?.id == "band")
    }

    @Test("a beginning counts less than the word, and the end of a sentence ends it")
    func beginnings() throws {
        _ = try store.upsert([
            StoredItem("lamp", ["title": .text("Lamp")]), StoredItem("shade", ["title": .text("Lampshade")]),
        ])
        #expect(try found("lamp").map(\.id) == ["lamp", "shade"])
        #expect(try found("lam").count == 2)
        for end in [" ", ".", "?"] { #expect(try found("lamp" + end).map(\.id) == ["lamp"]) }
    }

    @Test("a misspelled word counts less than the right one, and what it was taken for is told")
    func corrections() throws {
        _ = try store.upsert([StoredItem("bag", ["title": .text("Leather bag, receipt, AB1234")])])
        let matches = try store.read { snapshot throws(SearchError) in try snapshot.wordMatches("lether xyzzyxy") }
        #expect(matches.corrections == [.init(word: "lether", meant: ["leather"])])
        #expect(try found("lether ")[0].relevance < found("leather ")[0].relevance)
        // Two letters off in a short word, but it sounds the same; not so the next one.
        #expect(try found("reseet ").isEmpty)
        #expect(try found("resiept ").map(\.id) == ["bag"])
        // An article number is never corrected.
        #expect(try found("AB1235 ").isEmpty)
    }

    @Test("the answer of the engine tells of a corrected word")
    func notice() throws {
        let engine = try SearchEngine(path: folder.path("engine.magpie"), mode: .create)
        let picture = Pictures.solid(32, 32, RGB(hex: "#c02020")!)
        _ = try engine.insertBlocking([
            Entry(Item(id: "a", attributes: ["title": .text("Leather bag")]), image: .pixels(picture))
        ])
        let answer = try engine.searchBlocking(SearchRequest(.init(text: "lether")))
        #expect(answer.hits.map(\.id) == ["a"])
        #expect(answer.notices.map(\.kind) == [.correctedWord])
        #expect(answer.notices.first?.suggestion == "leather")
        #expect(answer.correctedQuery == "leather")
        let corrected = try engine.searchBlocking(SearchRequest(.init(text: "The LETHER, bag!"))).correctedQuery
        #expect(corrected == "The leather, bag!")
        #expect(try engine.searchBlocking(SearchRequest(.init(text: "leather"))).correctedQuery == nil)
        #expect(try engine.searchBlocking(SearchRequest(.init(text: "leather"))).notices.isEmpty)
    }

    @Test(
        "fields go by their names, and where these say nothing, values go by their length",
        arguments: [
            ("title", "x", WordColumn.names), ("product_name", "x", .names), ("productTitle", "x", .names),
            ("brand_name", "x", .kinds), ("Categories", "x", .kinds), ("product_type", "x", .kinds),
            ("meta_keywords", "x", .tags), ("tags", "x", .tags), ("short_description", "x", .prose),
            ("productDescription", "x", .prose), ("type_description", "x", .prose), ("xyz", "a few words", .kinds),
            ("xyz", "one two three four five six seven eight nine", .prose), ("", "x", .kinds), ("_", "", .kinds),
            ("été", "x", .kinds),
        ] as [(String, String, WordColumn)])
    func assignment(_ field: String, _ value: String, _ column: WordColumn) {
        #expect(WordColumn(of: field, .string, value) == column)
        if field == "xyz" { #expect(WordColumn(of: field, .list, value) == .tags) }
    }
}
