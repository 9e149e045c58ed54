import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("People and years long ago in typed phrases", .timeLimit(.minutes(5)))
struct PeoplePhraseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store(_ items: [[String: AttributeValue]]) throws -> CatalogStore {
        let store = try folder.store("\(UUID().uuidString).magpie")
        let problems = try store.upsert(items.enumerated().map { StoredItem("\($0.offset)", $0.element) })
        #expect(problems.allSatisfy { $0 == nil })
        return store
    }

    /// The labels of a text, and the ids of the items that its conditions leave.
    private func reading(_ text: String, in store: CatalogStore) throws -> (labels: [String], ids: [String]) {
        try store.read { snapshot throws(SearchError) in
            let reading = try snapshot.phrases(in: text)
            var ids: [String] = []
            for slot in try snapshot.matching(reading.filter).slots { ids.append(try snapshot.id(at: slot) ?? "?") }
            return (reading.phrases.map(\.label), ids.sorted())
        }
    }

    private func clothes(_ field: String, _ values: [String?]) throws -> CatalogStore {
        try store(
            values.map { value in
                var item: [String: AttributeValue] = ["title": .text("Cotton shirt")]
                item[field] = value.map(AttributeValue.string)
                return item
            })
    }

    @Test(
        "people are read as the values of the field that names them, with what is for anybody",
        arguments: [
            ("shirt for him", ["0", "2"]), ("shirt for guys", ["0", "2"]), ("gentlemen shirt", ["0", "2"]),
            ("Shirt Herren", ["0", "2"]), ("shirt für Damen", ["1", "2"]), ("shirts for her", ["1", "2"]),
            ("chemise homme", ["0", "2"]), ("shirt for ladies", ["1", "2"]),
        ])
    func people(text: String, ids: [String]) throws {
        for (field, values) in [
            ("gender", ["Men", "Women", "Unisex", "Girls"]), ("Geschlecht", ["Herren", "Damen", "Unisex", "Mädchen"]),
            ("sex", ["male", "female", "unisex", "kids"]), ("target gender", ["Men's", "Women's", "All", "Baby"]),
        ] {
            let store = try clothes(field, values)
            // A value of the catalog is that value.
            let isValue = try reading(text, in: store).labels.contains {
                $0.hasSuffix(": Herren") || $0.hasSuffix(": Damen")
            }
            let found = try reading(text, in: store)
            #expect(found.labels.count == 1, "\(text) in \(field): \(found.labels)")
            #expect(found.ids == (isValue ? [ids[0]] : ids), "\(text) in \(field)")
        }
    }

    @Test("items that do not say whom they are for stay, and a negation is left to whoever reads it")
    func unknown() throws {
        let store = try clothes("gender", ["Men", "Women", nil, nil])
        #expect(try reading("shirt for him", in: store).ids == ["0", "2", "3"])
        #expect(try reading("shirt not for him", in: store).ids.count == 4)
        #expect(try reading("shirt for us", in: store).labels.isEmpty)
        #expect(try reading("her shirt", in: store).labels.isEmpty)
    }

    @Test("a catalog with branches for men and for women leaves out the others alone")
    func branches() throws {
        let paths = ["Shop > Men > Tops", "Shop > Women > Tops", "Shop > Gear > Bags"]
        let store = try store(
            paths.map { ["title": .text("Hoodie"), "categories": .list([$0, "Shop"])] }
                + [["title": .text("Hoodie"), "categories": .list([paths[0], paths[1]])]])
        #expect(try reading("hoodie for guys", in: store).ids == ["0", "2", "3"])
        #expect(try reading("hoodie for her", in: store).ids == ["1", "2", "3"])
        #expect(try reading("hoodie for guys", in: store).labels == ["categories: Men"])
        #expect(try reading("hoodie for men", in: store).ids == ["0", "3"])
        let one = try clothes("category", ["Men", "Bags"])
        #expect(try reading("shirt for guys", in: one).labels.isEmpty)
    }

    @Test("without a field of people, and in names, they stay words")
    func words() throws {
        #expect(try reading("shirt for him", in: clothes("fit", ["slim", "wide"])).labels.isEmpty)
        let films = try store([
            ["title": .text("Family Guys box"), "gender": .string("Men")],
            ["title": .text("Robe"), "gender": .string("Women")],
        ])
        #expect(try reading("family guys", in: films).labels.isEmpty)
    }

    @Test("years of four digits are read where the field reaches them")
    func years() throws {
        func books(_ years: [Int]) throws -> CatalogStore {
            try store(years.map { ["title": .text("Book"), "original_publication_year": .float(Double($0))] })
        }
        let old = try books([-750, 1605, 1699, 1700, 1813, 1954])
        #expect(try reading("books published before 1700", in: old).ids == ["0", "1", "2"])
        #expect(try reading("books after 1815", in: old).ids == ["5"])
        #expect(try reading("books between 1600 and 1700", in: old).ids == ["1", "2", "3"])
        let new = try books([1990, 2004])
        #expect(try reading("books from 1500", in: new).labels.isEmpty)
    }
}
