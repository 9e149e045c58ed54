import Imaging
import PictureTestSupport

@testable import VisualSearch

/// A shop of sixteen garments in a language: their facts are the same in each, the words are those of its people.
struct ForeignShop {
    /// The facts of an item, in English.
    struct Facts {
        var kind: String
        var color: String
        var material: String
        var people: String
        var price: Double
        var isInStock: Bool
    }

    /// The words of a language: of the columns, and of the values by their English names.
    struct Words {
        var title: String
        var kind: String
        var color: String
        var material: String
        var people: String
        var price: String
        var values: [String: String]
        /// In the order of ``ForeignShop/facts``.
        var titles: [String]
    }

    static let facts: [Facts] = [
        Facts(kind: "shirt", color: "red", material: "cotton", people: "men", price: 29.9, isInStock: true),
        Facts(kind: "shirt", color: "white", material: "linen", people: "women", price: 49, isInStock: true),
        Facts(kind: "shirt", color: "blue", material: "cotton", people: "men", price: 59.5, isInStock: false),
        Facts(kind: "trousers", color: "black", material: "wool", people: "men", price: 89, isInStock: true),
        Facts(kind: "trousers", color: "blue", material: "cotton", people: "women", price: 39.95, isInStock: true),
        Facts(kind: "shoes", color: "red", material: "leather", people: "women", price: 119, isInStock: true),
        Facts(kind: "shoes", color: "black", material: "leather", people: "men", price: 129.9, isInStock: false),
        Facts(kind: "shoes", color: "white", material: "cotton", people: "children", price: 24.9, isInStock: true),
        Facts(kind: "bag", color: "red", material: "leather", people: "women", price: 79, isInStock: true),
        Facts(kind: "bag", color: "brown", material: "leather", people: "women", price: 1299, isInStock: true),
        Facts(kind: "bag", color: "blue", material: "cotton", people: "women", price: 19.9, isInStock: true),
        Facts(kind: "dress", color: "red", material: "silk", people: "women", price: 149, isInStock: true),
        Facts(kind: "dress", color: "green", material: "cotton", people: "women", price: 45, isInStock: false),
        Facts(kind: "jacket", color: "black", material: "leather", people: "men", price: 249, isInStock: true),
        Facts(kind: "jacket", color: "green", material: "wool", people: "women", price: 199, isInStock: true),
        Facts(kind: "jacket", color: "blue", material: "cotton", people: "children", price: 35, isInStock: true),
    ]

    let language: CatalogLanguage
    let words: Words

    init(_ language: CatalogLanguage) {
        self.language = language
        words = ForeignShop.all[language] ?? ForeignShop.english
    }

    /// Puts the items into the store of an engine, all with one picture.
    func fill(_ engine: SearchEngine) throws {
        let image = try engine.describe(.pixels(Pictures.solid(32, 32, RGB(hex: "#808080")!)))
        let entries = items.map {
            (Item(id: $0.item.id, attributes: $0.item.attributes), Optional(image), Fingerprint?.none)
        }
        for result in try engine.insertDescribed(entries) { try result.get() }
    }

    /// The items, whose ids are their places among the facts.
    var items: [StoredItem] {
        zip(ForeignShop.facts, words.titles).enumerated().map { place, item in
            let (facts, title) = item
            func value(_ name: String) -> AttributeValue { .string(words.values[name] ?? name) }
            return StoredItem(
                "\(place)",
                [
                    words.title: .text(title), words.kind: value(facts.kind), words.color: value(facts.color),
                    words.material: value(facts.material), words.people: value(facts.people),
                    words.price: .float(facts.price), "in_stock": .bool(facts.isInStock),
                ])
        }
    }

    /// The ids of the items whose facts pass.
    static func ids(_ passes: (Facts) -> Bool) -> Set<String> {
        Set(facts.indices.filter { passes(facts[$0]) }.map(String.init))
    }
}
