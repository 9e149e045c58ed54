import TestSupport
import Testing

@testable import VisualSearch

@Suite("The forms of words and the stop words of a language", .timeLimit(.minutes(5)))
struct LanguageFormsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "a word is found in its other numbers and genders, both ways",
        arguments: [
            (
                CatalogLanguage.german,
                ["Hemd Hemden", "Hose Hosen", "Kleid Kleider", "Stuhl Stühle", "rot rotes", "blau blauen"]
            ),
            (
                .french,
                [
                    "chaise chaises", "noir noires", "chapeau chapeaux", "blanc blanche", "sportif sportives",
                    "bleu bleue",
                ]
            ),
            (
                .spanish,
                ["camisa camisas", "rojo roja", "pantalón pantalones", "luz luces", "azul azules", "negro negras"]
            ),
            (
                .italian,
                [
                    "camicia camicie", "rosso rosse", "giacca giacche", "scarpa scarpe", "vestito vestiti",
                    "lungo lunghe",
                ]
            ),
            (.dutch, ["rood rode", "tas tassen", "schoen schoenen", "wit witte", "jurk jurken", "brief brieven"]),
        ])
    func found(language: CatalogLanguage, pairs: [String]) throws {
        let store = try folder.store("\(language.code).magpie")
        try store.keep(language: language)
        let all = pairs.map { $0.split(separator: " ").map(String.init) }
        _ = try store.upsert(
            all.enumerated().flatMap { number, pair in
                pair.enumerated().map { StoredItem("\(number)-\($0.offset)", ["title": .text("xq \($0.element)")]) }
            })
        for (number, pair) in all.enumerated() {
            for word in pair {
                let found = try store.read { snapshot throws(SearchError) in
                    var ids: [String] = []
                    for match in try snapshot.wordMatches(word + " ").matches {
                        ids.append(try snapshot.id(at: match.slot) ?? "?")
                    }
                    return ids
                }
                #expect(Set(found) == ["\(number)-0", "\(number)-1"], "\(word)")
                // The very word first.
                #expect(found.first == "\(number)-\(pair.firstIndex(of: word) ?? 9)", "\(word)")
                let left = try store.read { snapshot throws(SearchError) in
                    try snapshot.slots(with: MinusWords("xq -\(word)"))?.slots.count ?? 0
                }
                #expect(left == 2, "-\(word)")
            }
        }
    }

    @Test("words that only look like forms of others stay apart")
    func apart() {
        #expect(!StoreWords.of(.german).others(of: "leder").contains("led"))
        #expect(!StoreWords.of(.spanish).others(of: "gorro").contains("gorra"))
        #expect(StoreWords.of(.german).others(of: "a1") == WordForms("a1").others)
        for language in CatalogLanguage.allCases {
            for word in ["", "a", "ab", "日本", "12", "x-1"] { _ = StoreWords.of(language).others(of: word) }
        }
    }

    @Test("stop words of the language do not count, unless there are no others, and those that mean something in it do")
    func stopWords() throws {
        let store = try folder.store()
        try store.keep(language: .french)
        _ = try store.upsert([
            StoredItem("gold", ["title": .text("Bague or")]), StoredItem("silver", ["title": .text("Bague argent")]),
        ])
        func ids(_ text: String) throws -> [String] {
            try store.read { snapshot throws(SearchError) in
                var ids: [String] = []
                for match in try snapshot.wordMatches(text).matches {
                    ids.append(try snapshot.id(at: match.slot) ?? "?")
                }
                return ids
            }
        }
        #expect(try ids("bague en or ") == ["gold"])
        #expect(try ids("la bague avec or pour les dames ").first == "gold")
        try store.keep(language: .english)
        #expect(try Set(ids("bague or ")) == ["gold", "silver"])
    }

    @Test("an English store has the forms and the stop words that it had", arguments: 0..<40)
    func english(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        for _ in 0..<200 {
            let word = String(
                (0..<Int.random(in: 1...9, using: &random)).map { _ in letters.randomElement(using: &random)! })
            #expect(StoreWords.english.others(of: word) == WordForms(word).others)
            #expect(StoreWords.of(.english).others(of: word) == WordForms(word).others)
        }
        #expect(StoreWords.of(.english).stopWords == QueryWords.stopWords)
        #expect(PhraseLanguage.of(.english).functionWords == PhraseLanguage.english.functionWords)
    }
}
