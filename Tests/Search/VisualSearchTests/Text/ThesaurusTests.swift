import Testing

@testable import VisualSearch

@Suite("The built-in thesaurus", .timeLimit(.minutes(5)))
struct ThesaurusTests {
    private let thesaurus = Thesaurus.builtIn

    private func terms(_ sense: Int) -> [String] { thesaurus.members(of: sense).map { thesaurus.text(of: $0.term) } }

    @Test("each term is found by its text, and each of its senses has it")
    func lookup() {
        #expect(thesaurus.count > 20_000)
        var previous: [UInt8] = []
        for number in 0..<thesaurus.count {
            let text = thesaurus.text(of: number)
            #expect(previous.lexicographicallyPrecedes(Array(text.utf8)))
            previous = Array(text.utf8)
            guard number % 16 == 0 || number % 7 == 0 else { continue }
            let senses = thesaurus.senses(of: text)
            #expect(!senses.isEmpty, "\(text)")
            for sense in senses { #expect(terms(sense).contains(text), "\(text)") }
        }
    }

    @Test(
        "words that are no terms have no senses",
        arguments: ["", " ", "xyzzyxy", "zzzzzzzz", "a", "soFa", "sof", "\u{10FFFF}"])
    func unknown(_ word: String) { #expect(thesaurus.senses(of: word).isEmpty) }

    @Test("synonyms, narrower and broader senses, also of two words")
    func relations() throws {
        let sofa = try #require(thesaurus.senses(of: "sofa").first)
        #expect(terms(sofa).contains("couch"))
        #expect(thesaurus.narrower(sofa).flatMap(terms).contains("settee"))
        #expect(thesaurus.broader(sofa).map(terms)?.contains("seat") == true)
        let crimson = try #require(thesaurus.senses(of: "crimson").first)
        #expect(thesaurus.broader(crimson).map(terms)?.contains("red") == true)
        let sneaker = try #require(thesaurus.senses(of: "tennis shoe").first)
        #expect(terms(sneaker).contains("sneaker"))
        #expect(thesaurus.senses(of: "woman") == thesaurus.senses(of: "women"))
    }

    @Test("a narrower sense leads back to the broader one, unless that is too wide")
    func tree() throws {
        let shoe = try #require(thesaurus.senses(of: "shoe").first)
        for sense in thesaurus.narrower(shoe) { #expect(thesaurus.broader(sense) == shoe) }
        let device = try #require(thesaurus.senses(of: "device").first)
        #expect(!thesaurus.narrower(device).isEmpty)
        for sense in thesaurus.narrower(device) { #expect(thesaurus.broader(sense) == nil) }
    }

    @Test(
        "plurals lead to singulars, and compounds to their parts",
        arguments: [
            ("sofas", "sofa"), ("boxes", "box"), ("berries", "berry"), ("knives", "knife"), ("scarves", "scarf"),
        ])
    func forms(_ plural: String, _ singular: String) {
        #expect(WordForms(plural).all.contains(singular))
        #expect(WordForms(plural).all.first == plural)
    }

    @Test("a word in ss is no plural, and short words are no compounds")
    func noForms() {
        #expect(WordForms("dress").all == ["dress"])
        #expect(WordForms("glass").plainSingular == nil)
        #expect(Compounds.pairs(of: "chair", shortest: 3).isEmpty)
        #expect(Compounds.pairs(of: "ab12345678", shortest: 3).isEmpty)
        #expect(Compounds.pairs(of: "bookshelf", shortest: 3).contains { $0 == ("book", "shelf") })
    }
}
