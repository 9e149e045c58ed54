import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Conditions in typed phrases", .timeLimit(.minutes(5)))
struct PhraseReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store(_ items: [[String: AttributeValue]]) throws -> CatalogStore {
        let store = try folder.store("\(UUID().uuidString).magpie")
        let problems = try store.upsert(items.enumerated().map { StoredItem("item \($0.offset)", $0.element) })
        #expect(problems.allSatisfy { $0 == nil })
        return store
    }

    private func labels(
        _ text: String, in store: CatalogStore, _ language: PhraseLanguage = .english, ignoring: [String] = []
    ) throws -> [String] {
        try store.read { snapshot throws(SearchError) in
            try snapshot.phrases(in: text, language, ignoring: ignoring).phrases.map(\.label)
        }
    }

    private func gear() throws -> CatalogStore {
        let store = try folder.store("gear.magpie")
        _ = try store.upsert(try LabeledPhrases("gear").items)
        return store
    }

    @Test("amounts are read in all of their forms, and numbers without a unit, a comparison or a name are not")
    func amounts() throws {
        let store = try gear()
        let cases = [
            ("<500 laptop", "under 500"), ("phones >= 600 €", "at least 600 €"),
            ("€200-€400 phones", "between €200 and €400"),
            ("phones 500+", "at least 500"), ("EUR 500 or less phones", "up to EUR 500"),
            ("laptops cheaper than 1,200", "under 1,200"), ("price under 1.300,50 laptops", "under 1.300,50"),
            ("phones max €400", "up to €400"), ("at least 4 stars boots", "rating: at least 4"),
            ("screen over 15 laptop", "screen: over 15"), ("laptop screen 35.56 cm", "screen: 35.56 cm"),
            ("storage 512 laptop", "storage: 512"), ("0.5 TB laptop", "storage: 0.5 TB"),
        ]
        for (text, label) in cases { #expect(try labels(text, in: store).contains(label), "\(text)") }
        for text in [
            "500 phone", "x500", "over 9000 pieces", "phone 200-300", "about 500", "kids under 14", "under armour 50",
        ] {
            let found = try labels(text, in: store)
            #expect(!found.contains { $0.contains { $0.isNumber } }, "\(text): \(found)")
        }
    }

    @Test("a label, a range in scalars, and the text without the phrases")
    func parts() throws {
        let reading = try gear().read { snapshot throws(SearchError) in
            try snapshot.phrases(in: "Größe? boots, not leather, under €200")
        }
        #expect(reading.phrases.map(\.text) == ["boots", "not leather", "under €200"])
        #expect(reading.phrases.map(\.label) == ["category: Boots", "not leather", "under €200"])
        #expect(reading.phrases.map(\.range) == [7..<12, 14..<25, 27..<37])
        #expect(reading.words.hasPrefix("Größe? boots"))
        #expect(!reading.rest.contains("boots") && !reading.words.contains("leather"))
    }

    @Test("an ignored phrase stays words, and the others are read as before")
    func ignored() throws {
        let store = try gear()
        #expect(try labels("nike shoes under 120", in: store) == ["brand: Nike", "category: Shoes", "under 120"])
        #expect(
            try labels("nike shoes under 120", in: store, ignoring: ["Under 120"]) == [
                "brand: Nike", "category: Shoes",
            ])
        #expect(try labels("nike shoes under 120", in: store, ignoring: ["nike", "shoes"]) == ["under 120"])
    }

    @Test("a currency that the catalog does not have is not applied; of several, the amount holds for its own")
    func currencies() throws {
        let one = try store([["title": .text("Bag"), "price_usd": .float(30)]])
        #expect(try labels("bags under $50", in: one) == ["under $50"])
        #expect(try labels("bags under 50 euros", in: one).isEmpty)
        let two = try store([
            ["title": .text("Bag"), "price": .float(30), "currency": .string("EUR")],
            ["title": .text("Hat"), "price": .float(40), "currency": .string("USD")],
        ])
        #expect(try labels("bags under 50 pounds", in: two).isEmpty)
        let filter = try two.read { snapshot throws(SearchError) in try snapshot.phrases(in: "bags under $50").filter }
        #expect(filter == .and([.less("price", .float(50)), .oneOf("currency", [.string("USD")])]))
    }

    @Test(
        "a negation turns what follows around or leaves it a word, and of alternatives only those of one field are read"
    )
    func negations() throws {
        let store = try gear()
        #expect(try labels("phones not in stock", in: store) == ["category: Phones", "not in stock"])
        #expect(try labels("phones that aren't on sale", in: store) == ["category: Phones", "not on sale"])
        #expect(try labels("shoes without laces", in: store) == ["category: Shoes"])
        #expect(try labels("speaker without soundlink", in: store) == ["category: Speakers", "not soundlink"])
        #expect(try labels("speaker without soundlink color", in: store) == ["category: Speakers"])
        #expect(try labels("shoes not size 42", in: store) == ["category: Shoes"])
        #expect(try labels("not between 100 and 200 euros", in: store).isEmpty)
        #expect(try labels("phones under 400 or over 800", in: store) == ["category: Phones"])
        #expect(try labels("boots or jackets", in: store) == ["category: Boots, Jackets"])
    }

    @Test("products with an `or` between them are one condition, of which the words are searched for")
    func products() throws {
        let store = try store(
            [("red", "Bags"), ("blue", "Shoes"), ("red", "Shoes"), ("blue", "Bags")].map { color, kind in
                ["title": .text("\(kind) \(color)"), "color": .string(color), "category": .string(kind)]
            })
        let reading = try store.read { snapshot throws(SearchError) in
            try snapshot.phrases(in: "red bag or blue shoe")
        }
        #expect(reading.phrases.map(\.label) == ["red bag or blue shoe"])
        let red = Filter.equal("color", .string("red")) && .equal("category", .string("Bags"))
        let blue = Filter.equal("color", .string("blue")) && .equal("category", .string("Shoes"))
        #expect(reading.filter == .or([red, blue]))
        #expect(try labels("red bags or shoes", in: store) == ["color: red", "category: Bags, Shoes"])
        #expect(try labels("not red bag or blue shoe", in: store) == ["not red", "bag or blue shoe"])
    }

    @Test("a color is no filter where titles have it in a name, and is one where they agree")
    func names() throws {
        let items: [[String: AttributeValue]] = (0..<8).map { index in
            index < 4
                ? ["title": .text("Black Friday bag \(index)"), "color": .string("red"), "kind": .string("Bags")]
                : ["title": .text("Plain black hat \(index)"), "color": .string("black"), "kind": .string("Hats")]
        }
        let store = try store(items)
        #expect(try labels("black friday bags", in: store) == ["kind: Bags"])
        #expect(try labels("black friday", in: store).isEmpty)
        #expect(try labels("black hats", in: store) == ["color: black", "kind: Hats"])
    }

    @Test("a field that some items lack gives no condition by a value alone, and one beside its name")
    func incomplete() throws {
        let items: [[String: AttributeValue]] = (0..<10).map { index in
            var item: [String: AttributeValue] = ["title": .text("Bag \(index)")]
            if index < 8 { item["color"] = .string("red") }
            return item
        }
        let store = try store(items)
        #expect(try labels("red bag", in: store).isEmpty)
        #expect(try labels("color red bag", in: store) == ["color: red"])
    }

    @Test("another language is another table of words")
    func german() throws {
        let store = try store([
            [
                "titel": .text("Rote Tasche"), "kategorie": .string("Taschen"), "farbe": .string("rot"),
                "preis": .float(45),
            ],
            [
                "titel": .text("Blauer Stiefel"), "kategorie": .string("Stiefel"), "farbe": .string("blau"),
                "preis": .float(120),
            ],
        ])
        let german = PhraseLanguage.of(.german)
        #expect(try labels("Taschen unter 50 Euro", in: store, german).contains("unter 50 Euro"))
        #expect(try labels("günstigste Taschen", in: store, german).contains("günstigste zuerst"))
        #expect(
            try labels("Taschen zwischen 1.000 und 1.500,50 €", in: store, german).contains("1.000 bis 1.500,50 €"))
        #expect(try labels("Stiefel nicht blau", in: store, german).contains("nicht blau"))
        #expect(try labels("Stiefel weder blau noch rot", in: store, german).contains("nicht blau, rot"))
        #expect(try labels("Stiefel nihct blau", in: store, german).contains("nicht blau"))
    }

    @Test("long texts and empty ones stay words")
    func limits() throws {
        let store = try gear()
        let long = String(repeating: "red nike shoes under 50 ", count: 20)
        #expect(try labels(long, in: store).isEmpty)
        for text in ["", " ", "?", "$", "under", "between 20 and", "not", "-", "5\"", "<", "日本", "\u{0}under 50"] {
            _ = try labels(text, in: store)
        }
    }
}
