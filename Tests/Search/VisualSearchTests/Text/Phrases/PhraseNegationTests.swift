import PictureTestSupport
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Negations, slips and synonyms in typed phrases", .timeLimit(.minutes(5)))
struct PhraseNegationTests {
    private let folder: TemporaryFolder
    private let engine: SearchEngine

    init() throws {
        folder = try TemporaryFolder()
        engine = try SearchEngine(path: folder.path("shop.magpie"), mode: .create)
        let image = try engine.describe(.pixels(Pictures.solid(32, 32, RGB(hex: "#c02020")!)))
        let shop = [
            ("Running shoe", "red", "textile", true), ("Walking shoe", "black", "leather", false),
            ("City shoe", "white", "leather", true), ("Garden shoe", "red", "rubber", false),
            ("Office bag", "brown", "leather", true), ("Sport bag", "blue", "cotton", false),
            ("Travel bag", "black", "leather", true), ("Beach bag", "red", "nylon", false),
        ]
        let items = shop.enumerated().map { index, item in
            let attributes: [String: AttributeValue] = [
                "title": .text(item.0), "color": .string(item.1), "material": .string(item.2),
                "waterproof": .bool(item.3), "price": .int(15 + 10 * index),
            ]
            return (Item(id: "i\(index)", attributes: attributes), Optional(image), Fingerprint?.none)
        }
        for result in try engine.insertDescribed(items) { try result.get() }
    }

    private func answer(_ text: String, rules: [SearchRule] = []) throws -> SearchAnswer {
        var request = SearchRequest(.init(text: text, readsPhrases: true))
        request.rules.inline = rules
        return try engine.searchBlocking(request)
    }

    private func labels(_ text: String) throws -> [String] { try answer(text).phrases.map(\.label) }

    private func ids(_ text: String) throws -> [String] { try answer(text).hits.map(\.id).sorted() }

    @Test(
        "a value behind any usual negation is left out",
        arguments: [
            "shoe not red", "non red shoe", "non-red shoe", "shoe free of red", "red-free shoe", "shoe w/o red",
            "shoe, anything but red", "all but red shoe", "shoe minus red", "shoe instead of red",
            "shoe rather than red", "avoid red shoe", "i don't want red shoe", "I don\u{2019}t want a red shoe",
            "shoe except red", "shoe without red", "shoe other than red", "shoe that isn't red",
        ])
    func understood(_ text: String) throws {
        #expect(try labels(text) == ["not red"])
        #expect(try ids(text) == ["i1", "i2"])
    }

    @Test(
        "one negation leaves out all values that are joined to it",
        arguments: [
            ("neither red nor black shoe", "not red, black", ["i2"]),
            ("not red or black shoe", "not red, black", ["i2"]),
            ("shoe except red and black", "not red, black", ["i2"]),
            ("shoe, no red, black or brown", "not red, black, brown", ["i2"]),
            ("any bag except leather and nylon", "not leather, nylon", ["i5"]),
            ("bag not leather or waterproof", "not leather, waterproof", ["i5", "i7"]),
        ])
    func joined(_ text: String, _ label: String, _ ids: [String]) throws {
        let answer = try answer(text)
        #expect(answer.phrases.map(\.label) == [label])
        #expect(answer.hits.map(\.id).sorted() == ids)
        let typed = try #require(answer.phrases.first?.text)
        let request = SearchRequest(.init(text: text, readsPhrases: true, ignoredPhrases: [typed]))
        #expect(try engine.searchBlocking(request).phrases.isEmpty, "without the chip, no half of it stays")
    }

    @Test(
        "a negation that is not understood makes no condition of the values beside it",
        arguments: [
            "shoe sans red", "shoe never red", "hate red shoe", "un-red shoe", "not only red shoe",
            "not without red shoe",
            "not the usual red shoe", "shoe doesn't have to be red", "nothing in red shoe",
            "can't stand red or black shoe",
            "shoe ohne red", "hide red shoe", "no more red shoe", "red and leather free shoe",
        ])
    func unclear(_ text: String) throws {
        let answer = try answer(text)
        #expect(answer.phrases.isEmpty)
        #expect(answer.notices.contains { $0.kind == .unclearNegation }, "\(answer.notices.map(\.text))")
    }

    @Test("a notice names the words beside an unclear negation that were searched for as words")
    func told() throws {
        for (text, typed) in [
            ("shoe sans red", "sans red"), ("shoe wihtuot red", "wihtuot red"), ("shoe not for kids", "not for kids"),
            ("red and leather free shoe", "red and leather free"),
        ] {
            let notices = try answer(text).notices.filter { $0.kind == .unclearNegation }
            #expect(
                notices.map(\.text) == ["`\(typed)` is no clear negation; its words were searched for as words"],
                "\(text)")
        }
        let rest = try answer("except for red, black shoe").notices.filter { $0.kind == .unclearNegation }
        #expect(
            rest.map(\.text) == ["nobody can tell whether `black` is to be left out; searched for as words"])
        for text in ["shoe not red", "not bad shoe", "red shoe", "shoe never", "shoe free of red"] {
            #expect(try !answer(text).notices.contains { $0.kind == .unclearNegation }, "\(text)")
        }
    }

    @Test("conditions are read from the corrected words, and a notice says so where the word is not searched for")
    func slips() throws {
        for (text, label, found) in [
            ("bag not leahter", "not leather", ["i5", "i7"]), ("shoe not rde", "not red", ["i1", "i2"]),
            ("shoe witout red", "not red", ["i1", "i2"]), ("shoe nto red", "not red", ["i1", "i2"]),
            ("neither rde nor blakc shoe", "not red, black", ["i2"]), ("shoe undr 30", "under 30", ["i0", "i1"]),
            ("leathr-free bag", "not leather", ["i5", "i7"]), ("bag not waterprof", "not waterproof", ["i5", "i7"]),
        ] {
            let answer = try answer(text)
            #expect(answer.phrases.map(\.label) == [label], "\(text)")
            #expect(answer.hits.map(\.id).sorted() == found, "\(text)")
            #expect(answer.notices.contains { $0.kind == .correctedWord && $0.text.contains("read as") }, "\(text)")
        }
        #expect(try ids("rde shoe") == ["i0", "i3"])
        #expect(try answer("rde shoe").correctedQuery == "red shoe")
    }

    @Test("the beginning of a word that is still typed makes no condition of it, unless a negation stands before")
    func beginnings() throws {
        #expect(try labels("shoe leathe") == [])
        #expect(try labels("shoe not leathe") == ["not leather"])
    }

    @Test("a word that means a value of the catalog counts as the value")
    func synonyms() throws {
        #expect(try labels("shoe not crimson") == ["not red"])
        #expect(try labels("except for red, black shoe") == ["not red"], "black is neither wanted nor unwanted")
        #expect(try ids("shoe not crimson") == ["i1", "i2"])
        #expect(try labels("crimson shoe") == ["color: red"])
        #expect(try ids("crimson shoe") == ["i0", "i3"])
    }

    @Test("a shop's own synonyms name values, and a negation leaves out all of them")
    func ownSynonyms() throws {
        let words = RelatedWords(
            thesaurus: nil, synonyms: try Synonyms(lines: "oxblood => red\npatterned => red, blue"))
        let labels = { (text: String) in
            try engine.store.read { snapshot throws(SearchError) in
                try snapshot.phrases(in: text, relatedWords: words).phrases.map(\.label)
            }
        }
        #expect(try labels("oxblood shoe") == ["color: red"])
        #expect(try labels("shoe not oxblood") == ["not red"])
        #expect(try labels("shoe not patterned") == ["not red, blue"])
        #expect(try labels("shoe not crimson") == [], "no thesaurus")
    }

    @Test("a negation with several slips makes no condition, and one of a name leaves the kind behind it")
    func severalSlips() throws {
        #expect(try labels("shoe wihtuot red") == [])
        #expect(try labels("shoe wider than red") == ["color: red"])
        #expect(try labels("shoe grander than $30") == [])
    }

    @Test("words that only ask are no misspellings")
    func asking() throws {
        let answer = try answer("show me red shoes")
        #expect(answer.correctedQuery == nil && answer.notices.isEmpty)
        #expect(answer.hits.map(\.id).sorted() == ["i0", "i3"])
    }

    @Test("equal conditions give one chip")
    func unique() throws {
        #expect(try labels("red red red shoe") == ["color: red"])
        #expect(try labels("shoe not red not red") == ["not red"])
        #expect(try labels("under 50 shoe under 50") == ["under 50"])
    }

    @Test("a notice says that a range runs backward, and which two conditions no number meets")
    func ranges() throws {
        let backward = try answer("shoe between 40 and 20")
        #expect(backward.phrases.map(\.label) == ["between 20 and 40"])
        #expect(backward.hits.map(\.id).sorted() == ["i1", "i2"])
        let notice = backward.notices.first { $0.kind == .backwardRange }
        #expect(notice?.text == "`between 40 and 20` runs backward; read as `between 20 and 40`")
        #expect(try answer("shoe $40-$20").phrases.map(\.text) == ["$40-$20"])
        let empty = try answer("shoe over 50 under 20")
        #expect(empty.hits.isEmpty && empty.phrases.count == 2)
        #expect(
            empty.notices.first { $0.kind == .unmetPhrases }?.text == "no number meets both `over 50` and `under 20`")
    }

    @Test("pins meet the conditions that were read in the words, and a negated word wakes no rule")
    func pins() throws {
        func pin(_ id: String, for phrase: String) -> SearchRule {
            SearchRule(
                phrase, when: .init(words: .init(.contains, [phrase])), then: .init(pins: [.init(id, at: 1)]))
        }
        let bag = pin("i7", for: "bag")
        #expect(try answer("bag", rules: [bag]).hits.first?.id == "i7")
        for text in ["bag not red", "bag under 80", "blue bag", "bag not nylon"] {
            let answer = try answer(text, rules: [bag])
            #expect(!answer.hits.map(\.id).contains("i7"), "\(text)")
            #expect(answer.rules.first?.skipped == ["the pin of `i7` at 1: the filter of the search leaves it out"])
        }
        let red = pin("i1", for: "red")
        #expect(try answer("shoe not red", rules: [red]).rules.isEmpty)
        #expect(try answer("shoe never red", rules: [red]).rules.isEmpty)
        #expect(try answer("red not bag", rules: [bag]).rules.isEmpty)
        #expect(try answer("shoe or red", rules: [red]).rules.map(\.name) == ["red"])
    }
}
