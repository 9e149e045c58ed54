import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Days, months and years in typed phrases", .timeLimit(.minutes(5)))
struct DatePhraseTests {
    private let album: CatalogStore
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        album = try folder.store("album.magpie")
        let days = [
            "a": "2019-12-31T23:59:59Z", "b": "2020-01-01", "c": "2023-08-13", "d": "2024-06-15", "e": "2024-08-01",
            "f": "2024-08-31T22:15:00Z", "g": "2024-09-01",
        ]
        var items = try days.map { id, day in
            StoredItem(id, ["taken": try #require(AttributeValue(day, as: .date)), "caption": .text("Lisbon")])
        }
        items.append(StoredItem("h", ["caption": .text("a scan of an old letter")]))
        let problems = try album.upsert(items)
        #expect(problems.allSatisfy { $0 == nil })
    }

    private func reading(_ text: String, _ language: PhraseLanguage = .english) throws -> PhraseReading {
        try album.read { snapshot throws(SearchError) in try snapshot.phrases(in: text, language) }
    }

    private func ids(_ filter: Filter) throws -> String {
        try album.read { snapshot throws(SearchError) in
            var ids: [String] = []
            for slot in try snapshot.matching(filter).slots { ids.append(try snapshot.id(at: slot) ?? "?") }
            return ids.sorted().joined()
        }
    }

    @Test(
        "a date of an album is read in all of its forms",
        arguments: [
            ("august 2024", "August 2024", "ef"), ("photos of august 2024", "August 2024", "ef"),
            ("Lisbon Aug. 2024", "August 2024", "ef"), ("pictures taken in August 2024", "August 2024", "ef"),
            ("2024-08", "August 2024", "ef"), ("2024-08-31", "31 August 2024", "f"),
            ("31 august 2024", "31 August 2024", "f"), ("the 31st of august 2024", "31 August 2024", "f"),
            ("august 31st, 2024", "31 August 2024", "f"), ("on August 31 2024", "31 August 2024", "f"),
            ("lisbon 2024", "2024", "defg"), ("in 2024", "2024", "defg"), ("in august", "August", "cef"),
            ("since august 2024", "since August 2024", "efg"), ("after august 2024", "after August 2024", "g"),
            ("before 2020", "before 2020", "a"), ("older than 2020", "before 2020", "a"),
            ("until june 2024", "until June 2024", "abcd"), ("2020-2023", "between 2020 and 2023", "bc"),
            ("between 2020 and 2023", "between 2020 and 2023", "bc"),
            ("from june to august 2024", "between June 2024 and August 2024", "def"),
            ("november to february 2024", "between November 2023 and February 2024", ""),
            ("from 2024 to 2020", "between 2020 and 2024", "bcdefg"), ("2024 august", "August 2024", "ef"),
            ("8/2024", "August 2024", "ef"),
            ("june 2024 to august 2024", "between June 2024 and August 2024", "def"),
            ("taken august 2024", "August 2024", "ef"), ("photos from 2031", "2031", ""),
            ("not from 2024", "not taken: 2024", "abch"), ("except august 2024", "not taken: August 2024", "abcdgh"),
        ])
    func forms(text: String, label: String, found: String) throws {
        let reading = try reading(text)
        #expect(reading.phrases.map(\.label) == [label.hasPrefix("not") ? label : "taken: \(label)"], "\(text)")
        #expect(try ids(reading.filter) == found, "\(text)")
    }

    @Test(
        "what is no date, or one that nobody can tell, stays words",
        arguments: [
            "august", "may", "march of penguins", "lisbon 2031", "31 june 2024", "never august 2024", "room 2024b",
            "august 12", "3/4/2024", "between june and august", "8/13/2024", "2,024",
        ])
    func words(text: String) throws {
        #expect(try reading(text).phrases.isEmpty)
    }

    @Test("a range that runs backward is told")
    func backward() throws {
        #expect(try reading("from 2024 to 2020").notices.map(\.kind) == [.backwardRange])
        #expect(try reading("from 2020 to 2024").notices.isEmpty)
    }

    @Test("a name that says the same stays a name")
    func names() throws {
        _ = try album.upsert([StoredItem("i", ["title": .text("Calendar August 2024")])])
        #expect(try reading("calendar august 2024").phrases.isEmpty)
    }

    @Test("a shop's dates need a word before them, and its prices are read first")
    func shop() throws {
        let shop = try folder.store("shop.magpie")
        let items = try (1...9).map { year in
            StoredItem(
                "\(year)",
                [
                    "title": .text("Novel"), "price": .float(Double(year) * 400),
                    "published": try #require(AttributeValue("202\(year)-03-01", as: .date)),
                ])
        }
        _ = try shop.upsert(items)
        func labels(_ text: String) throws -> [String] {
            try shop.read { snapshot throws(SearchError) in try snapshot.phrases(in: text).phrases.map(\.label) }
        }
        #expect(try labels("novel in 2024") == ["published: 2024"])
        #expect(try labels("novel published march 2024") == ["published: March 2024"])
        #expect(try labels("novels since 2024") == ["published: since 2024"])
        #expect(try labels("novel under 2024") == ["under 2024"])
        for text in ["novel 2024", "best novels of 2024", "calendar march 2024", "novel in march"] {
            #expect(try labels(text).isEmpty, "\(text)")
        }
    }

    @Test("a second language has its own months and words")
    func german() throws {
        let german = PhraseLanguage.of(.german)
        #expect(try reading("Fotos vom August 2024", german).phrases.map(\.label) == ["taken: August 2024"])
        #expect(try reading("seit märz 2024", german).phrases.map(\.label) == ["taken: seit März 2024"])
    }
}
