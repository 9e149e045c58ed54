import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Searching by words that the catalog never uses", .timeLimit(.minutes(5)))
struct RelatedWordsTests {
    let folder: TemporaryFolder
    let store: CatalogStore
    private let related = RelatedWords(thesaurus: .builtIn, synonyms: .none)

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        let titles = [
            ("sofa", "Leather sofa"), ("pants", "Grey pants"), ("shoe", "Running shoe"), ("red", "Red lamp"),
            ("curtains", "Linen curtains"), ("sneaker", "Canvas sneaker"), ("plant", "Potted plant"),
            ("coat", "Rain coat"), ("hat", "Straw hat"), ("blue", "Blue vase"),
        ]
        _ = try store.upsert(titles.map { StoredItem($0.0, ["title": .text($0.1)]) })
    }

    private func matches(_ text: String, _ words: RelatedWords? = nil) throws -> WordMatches {
        try store.read { snapshot throws(SearchError) in
            try snapshot.wordMatches(text, relatedWords: words ?? related)
        }
    }

    private func ids(_ text: String, _ words: RelatedWords? = nil) throws -> [String] {
        let matches = try matches(text, words).matches
        return try store.read { snapshot throws(SearchError) in
            var ids: [String] = []
            for match in matches { ids.append(try snapshot.id(at: match.slot) ?? "?") }
            return ids
        }
    }

    @Test(
        "other words find the right items first",
        arguments: [
            ("trousers", "pants"), ("couch", "sofa"), ("couches ", "sofa"), ("crimson", "red"), ("drapes", "curtains"),
            ("tennis shoes", "sneaker"), ("houseplant", "plant"), ("headgear", "hat"),
            ("azure vase", "blue"), ("crimson lamp", "red"),
        ])
    func finds(_ text: String, _ id: String) throws {
        #expect(try ids(text).first == id)
        let off = RelatedWords(thesaurus: nil, synonyms: .none)
        if !text.contains(" ") { #expect(try ids(text + " ", off).isEmpty) }
    }

    @Test("an item that says the word stays ahead of items that say a relative, however well")
    func order() throws {
        _ = try store.upsert([
            StoredItem(
                "passing", ["title": .text("An object"), "description": .text("it goes well with a couch in a room")]),
            StoredItem("many", ["title": .text("Sofa sofa sofa"), "category": .string("sofa")]),
        ])
        #expect(try ids("couch").first == "passing")
        #expect(try Set(ids("couch")) == ["passing", "many", "sofa"])
        #expect(try ids("sofa").last == "passing")
    }

    @Test("the names of items find the same items first, with and without the thesaurus")
    func names() throws {
        let off = RelatedWords(thesaurus: nil, synonyms: .none)
        for name in ["Leather sofa", "Grey pants", "Running shoe", "Red lamp", "Straw hat", "Blue vase", "Rain coat"] {
            #expect(try ids(name).first == ids(name, off).first, "\(name)")
        }
    }

    @Test("a word of the thesaurus is never corrected where a related term is there, and what was searched for is told")
    func noCorrection() throws {
        _ = try store.upsert([StoredItem("coach", ["title": .text("Coach")])])
        let found = try matches("couch ")
        #expect(found.corrections == [.init(word: "couch", meant: ["sofa"], isRelated: true)])
        #expect(try !ids("couch ").contains("coach"))
        // A word that the thesaurus does not know is.
        #expect(try matches("leathr ").corrections == [.init(word: "leathr", meant: ["leather"])])
    }

    @Test(
        "a slip in a word that only the thesaurus has finds what it stands for, and a notice can name it",
        arguments: [
            ("coutch", "sofa"), ("cuoch", "sofa"), ("kouch", "sofa"), ("coutches ", "sofa"), ("trowsers", "pants"),
            ("trosers ", "pants"), ("crimsen lamp", "red"), ("drapse", "curtains"), ("headgaer", "hat"),
        ])
    func slips(_ text: String, _ id: String) throws {
        let found = try matches(text)
        #expect(try ids(text).first == id)
        let correction = try #require(found.corrections.first { !$0.isRelated })
        #expect(correction.word == text.split(separator: " ")[0])
        #expect(found.corrected != nil && found.unmet.isEmpty)
        #expect(try matches(text, RelatedWords(thesaurus: nil, synonyms: .none)).corrections.allSatisfy(\.isRelated))
    }

    @Test(
        "words of English, words of the catalog, numbers and short words are no slips of words of the thesaurus",
        arguments: ["coach", "touch", "pouch", "slouch", "co", "cuch7", "vouch", "crouch", "zorb"])
    func noSlips(_ text: String) throws {
        #expect(try !matches(text + " ").corrections.contains { !$0.isRelated }, "\(text)")
    }

    @Test("a word of the catalog goes before a word of the thesaurus as the correction")
    func catalogFirst() throws {
        _ = try store.upsert([StoredItem("pouch", ["title": .text("Pouch")])])
        #expect(try matches("poutch ").corrections == [.init(word: "poutch", meant: ["pouch"])])
        _ = try store.upsert([StoredItem("coutch", ["title": .text("Coutch lamp")])])
        #expect(try matches("coutch ").corrections.isEmpty)
    }

    @Test("siblings count only together with another word")
    func siblings() throws {
        let terms = try store.read { snapshot throws(SearchError) in
            let query = QueryWords("stool")
            let catalog = CatalogTerms(database: snapshot.database, revision: snapshot.revision, stems: "stems")
            return try related.expansion(of: query, in: catalog).terms[0]
        }
        #expect(terms.contains { $0.text == "sofa" && $0.relation == .sibling })
        #expect(try !ids("stool ").contains("sofa"))
        #expect(try ids("leather stool ").first == "sofa")
    }

    @Test("the catalog chooses the sense of a word")
    func senses() throws {
        #expect(try ids("pump ") == ["shoe"])
        let shop = try folder.store("machines.magpie")
        _ = try shop.upsert([
            StoredItem("machine", ["title": .text("Mechanical device")]),
            StoredItem("heart", ["title": .text("Heart")]),
        ])
        let terms = try shop.read { snapshot throws(SearchError) in
            let catalog = CatalogTerms(database: snapshot.database, revision: snapshot.revision, stems: "stems")
            return try RelatedWords(thesaurus: .builtIn, synonyms: .none)
                .expansion(of: QueryWords("pump"), in: catalog).terms[0]
        }
        #expect(!terms.contains { $0.text == "shoe" })
    }

    @Test("a word has at most 24 related terms, and new items are known at once")
    func bounds() throws {
        #expect(try ids("garment").contains("pants"))
        let words = ["clothing", "device", "container", "food", "garment", "animal"]
        var titles: [StoredItem] = []
        for number in stride(from: 0, to: Thesaurus.builtIn.count, by: 7) {
            titles.append(StoredItem("\(number)", ["title": .text(Thesaurus.builtIn.text(of: number))]))
        }
        _ = try store.upsert(titles)
        try store.read { snapshot throws(SearchError) in
            let catalog = CatalogTerms(database: snapshot.database, revision: snapshot.revision, stems: "stems")
            let query = QueryWords(words.joined(separator: " "))
            for terms in try related.expansion(of: query, in: catalog).terms {
                #expect(terms.count <= RelatedWords.limit)
                #expect(terms.allSatisfy { $0.weight > 0 && $0.weight < 1 })
            }
        }
        #expect(try ids("parka ").isEmpty == false)
    }

    @Test("the answer of the engine tells of related words, and the engine can do without them")
    func notice() throws {
        let picture = Pictures.solid(32, 32, RGB(hex: "#c02020")!)
        let path = folder.path("engine.magpie")
        let engine = try SearchEngine(path: path, mode: .create)
        _ = try engine.insertBlocking([
            Entry(Item(id: "a", attributes: ["title": .text("Leather sofa")]), image: .pixels(picture))
        ])
        let answer = try engine.searchBlocking(SearchRequest(.init(text: "couch")))
        #expect(answer.hits.map(\.id) == ["a"])
        #expect(answer.notices.map(\.kind) == [.relatedWord])
        #expect(answer.notices.first?.text == "no item says `couch`; searched for `sofa`")
        #expect(answer.notices.first?.suggestion == "sofa")
        var settings = SearchEngine.Settings()
        (settings.usesThesaurus, settings.usesWordMeanings) = (false, false)
        let plain = try SearchEngine(path: path, mode: .readOnly, settings: settings)
        #expect(try plain.searchBlocking(SearchRequest(.init(text: "couch"))).hits.isEmpty)
    }

    @Test("no query disturbs it", arguments: Hostile.strings)
    func hostile(_ text: String) throws {
        let own = RelatedWords(thesaurus: .builtIn, synonyms: try Synonyms(lines: "a b, c\nleather => hide"))
        _ = try matches(text, own)
        _ = try matches("couch " + text + " crimson", own)
        _ = try matches(String(repeating: text + " ", count: 100), own)
    }
}
