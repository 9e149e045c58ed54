import TestSupport
import Testing

@testable import VisualSearch

@Suite("Negations of each language", .timeLimit(.minutes(15)))
struct LanguageNegationTests {
    /// Negations with `%` for a color as it stands behind them, and those of two with `&` for the second.
    private static let forms: [CatalogLanguage: [String]] = [
        .german: [
            "nicht %", "ohne %", "außer %", "kein %", "bitte nicht %", "weder % noch &", "nicht % oder &",
            "alles außer %",
            "nihct %", "statt %",
        ],
        .french: [
            "pas %", "sans %", "sauf %", "non %", "pas de %", "ni % ni &", "pas % ou &", "tout sauf %",
            "qui ne sont pas %",
            "excepté %",
        ],
        .spanish: [
            "no %", "sin %", "excepto %", "salvo %", "que no sean %", "ni % ni &", "no % o &", "todo menos %",
            "menos %",
            "en vez de %",
        ],
        .italian: [
            "non %", "senza %", "tranne %", "eccetto %", "che non siano %", "né % né &", "non % o &", "tutto tranne %",
            "escluso %", "invece di %",
        ],
        .dutch: [
            "niet %", "zonder %", "behalve %", "geen %", "die niet % zijn", "noch % noch &", "niet % of &",
            "alles behalve %", "neit %", "in plaats van %",
        ],
    ]
    /// Negations that nobody understands: the color is no condition.
    private static let unclear: [CatalogLanguage: [String]] = [
        .german: ["nicht nur %", "niemals %", "hasse %", "% nicht", "nicht unbedingt %"],
        .french: ["pas seulement %", "jamais %", "je déteste %", "% non", "pas forcément %"],
        .spanish: ["no solo %", "nunca %", "odio %", "% no", "no necesariamente %"],
        .italian: ["non solo %", "mai %", "odio %", "% no", "non necessariamente %", "% escluso"],
        .dutch: ["niet alleen %", "nooit %", "haat %", "% niet", "niet altijd %"],
    ]
    private static let colors = ["red", "white", "blue", "black", "brown", "green"]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ids(_ text: String, in store: CatalogStore) throws -> (ids: Set<String>, reading: PhraseReading) {
        try store.read { snapshot throws(SearchError) in
            let reading = try snapshot.phrases(
                in: text, PhraseLanguage.of(try snapshot.language().language),
                relatedWords: RelatedWords(thesaurus: .builtIn, synonyms: .none, vectors: .builtIn))
            var ids: Set<String> = []
            for slot in try snapshot.matching(reading.filter).slots { ids.insert(try snapshot.id(at: slot) ?? "?") }
            return (ids, reading)
        }
    }

    @Test("a negation leaves out the items of its colors and no others", arguments: ForeignQueryTests.languages)
    func negations(language: CatalogLanguage) throws {
        let shop = ForeignShop(language)
        let store = try folder.store()
        _ = try store.upsert(shop.items)
        var random = SplitMix(seed: 7)
        for _ in 0..<80 {
            let (color, other) = (
                Self.colors.randomElement(using: &random)!, Self.colors.randomElement(using: &random)!
            )
            let form = try #require(Self.forms[language]?.randomElement(using: &random))
            let kind = try #require(["shirt", "shoes", "bag", "jacket"].randomElement(using: &random))
            func spelled(_ name: String) -> String { shop.words.values[name] ?? "?" }
            let negation = form.replacing("%", with: spelled(color)).replacing("&", with: spelled(other))
            let isFirst = Bool.random(using: &random) && form.last != "%" && form.last != "&"
            let text = isFirst ? "\(negation) \(spelled(kind))" : "\(spelled(kind)) \(negation)"
            let left = form.contains("&") ? [color, other] : [color]
            let wanted = ForeignShop.ids { $0.kind == kind && !left.contains($0.color) }
            let found = try ids(text, in: store)
            // A title of another kind may say the word of the kind, which is no condition then.
            let ofKind = found.ids.intersection(ForeignShop.ids { $0.kind == kind })
            #expect(ofKind == wanted, "\(text): \(found.reading.phrases.map(\.label))")
        }
    }

    @Test(
        "a negation that nobody understands makes no condition of its color, and is told",
        arguments: ForeignQueryTests.languages)
    func unclear(language: CatalogLanguage) throws {
        let shop = ForeignShop(language)
        let store = try folder.store()
        _ = try store.upsert(shop.items)
        for form in try #require(Self.unclear[language]) {
            for color in Self.colors {
                let spelled = shop.words.values[color] ?? "?"
                let text = "\(shop.words.values["jacket"] ?? "?") " + form.replacing("%", with: spelled)
                let (_, reading) = try ids(text, in: store)
                #expect(!reading.phrases.contains { $0.filter?.fields == [shop.words.color] }, "\(text)")
                #expect(reading.notices.contains { $0.kind == .unclearNegation }, "\(text)")
            }
        }
    }

    @Test(
        "a word that ends with a negation leaves its value out",
        arguments: [("lederfrei", CatalogLanguage.german), ("leervrije", .dutch)])
    func compound(word: String, language: CatalogLanguage) throws {
        let shop = ForeignShop(language)
        let store = try folder.store()
        _ = try store.upsert(shop.items)
        let text = "\(shop.words.values["shoes"] ?? "?") \(word)"
        #expect(try ids(text, in: store).ids == ForeignShop.ids { $0.kind == "shoes" && $0.material != "leather" })
    }

    @Test("the negations of a language are not understood in an English store, as before")
    func english() throws {
        let store = try folder.store()
        _ = try store.upsert(ForeignShop(.english).items)
        for text in ["bag ohne red", "bag sin red", "bag pas red", "bag senza red", "bag zonder red"] {
            let (_, reading) = try ids(text, in: store)
            #expect(!reading.phrases.contains { $0.filter?.fields == ["color"] }, "\(text)")
        }
    }
}
