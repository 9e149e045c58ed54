import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Conditions in the language of a dictionary", .timeLimit(.minutes(5)))
struct DictionaryPhraseTests {
    private struct Made: WordDictionary {
        var language: String?
        var words: [String: [String]]

        func translations(of term: String) throws(SearchError) -> [[String]] {
            words[term.lowercased()].map { [$0] } ?? []
        }
    }

    private static let words = [
        "tasche": ["pocket", "bag"], "taschen": ["bag"], "rote": ["red"], "rot": ["ruddy", "red"], "leder": ["leather"],
        "schuhe": ["shoes"], "jacke": ["jacket", "coat"], "kapuze": ["hood", "cowl"], "hemd": ["shirt"],
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func engine(_ language: String?, readIn: CatalogLanguage? = nil) throws -> SearchEngine {
        var settings = SearchEngine.Settings()
        settings.dictionaries = [Made(language: language, words: Self.words)]
        settings.language = readIn
        let engine = try SearchEngine(path: folder.path("shop.magpie"), mode: .create, settings: settings)
        if try engine.store.info().items == 0 { try ForeignShop(.english).fill(engine) }
        return engine
    }

    private func answer(_ text: String, _ engine: SearchEngine) throws -> SearchAnswer {
        try engine.searchBlocking(SearchRequest(.init(text: text, readsPhrases: true)))
    }

    @Test("prices, colors, materials, people, flags and negations are read in an English store")
    func read() throws {
        let engine = try engine("de")
        #expect(try engine.store.language().language == .english)
        let cases: [(String, (ForeignShop.Facts) -> Bool)] = [
            ("Tasche unter 50 Euro", { $0.kind == "bag" && $0.price < 50 }),
            ("Tasche über 1.000 €", { $0.kind == "bag" && $0.price > 1000 }),
            ("rote Tasche", { $0.kind == "bag" && $0.color == "red" }),
            ("Tasche nicht rot", { $0.kind == "bag" && $0.color != "red" }),
            ("Schuhe ohne Leder", { $0.kind == "shoes" && $0.material != "leather" }),
            ("lederfreie Schuhe", { $0.kind == "shoes" && $0.material != "leather" }),
            ("Jacke ohne Kapuze", { $0.kind == "jacket" && $0.color == "black" }),
            ("Hemd für Herren auf Lager", { $0.kind == "shirt" && $0.people == "men" && $0.isInStock }),
            ("schwarze Jacke", { $0.kind == "jacket" && $0.color == "black" }),
            ("bag nicht blau", { $0.kind == "bag" && $0.color != "blue" }),
        ]
        for (text, passes) in cases {
            let answer = try answer(text, engine)
            #expect(
                Set(answer.hits.map(\.id)) == ForeignShop.ids(passes),
                "\(text): \(answer.phrases.map(\.label)), \(answer.notices.map(\.text))")
        }
        #expect(try answer("günstigste Tasche", engine).hits.map(\.id) == ["10", "8", "9"])
        // The labels are in the language of the store.
        #expect(try answer("günstigste Tasche", engine).phrases.map(\.label).contains("cheapest first"))
        #expect(try answer("Tasche unter 50 Euro", engine).phrases.map(\.label).contains("under 50 Euro"))
    }

    @Test("English phrases mean what they meant, also the numbers in them")
    func english() throws {
        let (with, without) = (try engine("de"), try engine(nil))
        for text in [
            "red bags under 50", "bag over 1,000 euros", "shoes not leather", "jacket without hood",
            "shirt for men in stock",
            "cheapest bag", "dress neither red nor blue", "bag between 20 and 100 euros", "an art print",
        ] {
            let (first, second) = (try answer(text, with), try answer(text, without))
            #expect(first.phrases.map(\.label) == second.phrases.map(\.label), "\(text)")
            #expect(first.hits.map(\.id) == second.hits.map(\.id), "\(text)")
        }
    }

    @Test("without a known language a dictionary translates words alone, and a negation stays unclear")
    func unknown() throws {
        let answer = try answer("Schuhe ohne Leder", engine(nil))
        #expect(!answer.phrases.contains { $0.filter?.fields == ["material"] })
        #expect(answer.notices.contains { $0.kind == .unclearNegation })
    }

    @Test("synonyms of the shop come before translations, and a filter of the request holds as well")
    func others() throws {
        var settings = SearchEngine.Settings()
        settings.dictionaries = [Made(language: "de", words: Self.words)]
        settings.synonyms = try Synonyms(lines: "tasche => shoes")
        let engine = try SearchEngine(path: folder.path("other.magpie"), mode: .create, settings: settings)
        try ForeignShop(.english).fill(engine)
        #expect(try Set(answer("rote Tasche", engine).hits.map(\.id)) == ["5"])
        var request = SearchRequest(.init(text: "Jacke nicht schwarz", readsPhrases: true))
        request.filter = .less("price", .float(100))
        #expect(try engine.searchBlocking(request).hits.map(\.id) == ["15"])
    }
}
