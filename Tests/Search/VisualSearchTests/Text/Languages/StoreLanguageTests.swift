import Essentials
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The language of a store", .timeLimit(.minutes(5)))
struct StoreLanguageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store(_ titles: [String], field: String = "title", name: String = "shop.magpie") throws -> CatalogStore
    {
        let store = try folder.store(name)
        _ = try store.upsert(titles.enumerated().map { StoredItem("\($0.offset)", [field: .text($0.element)]) })
        return store
    }

    @Test("without one it is that of the words, and English where they are few, mixed or of another language")
    func derived() throws {
        for language in CatalogLanguage.allCases {
            let store = try folder.store("\(language.code).magpie")
            _ = try store.upsert(ForeignShop(language).items)
            #expect(try store.language() == StoreLanguage(language: language, isDerived: true))
            #expect(try store.info().language == store.language())
        }
        let others = [
            ["Tasche A1", "Tasche B2"], ["赤いバッグ", "青い靴"], [],
            ["Rote Tasche mit Griff", "Red bag with a handle", "Sac rouge avec poignée"],
            ["Bleu de Chanel eau de parfum pour homme", "Acqua di Gio pour homme", "Light Blue pour femme"],
            ["Golden roses and oranges", "Hat rack", "A van for the door", "Kind of Blue"],
            ["Le Creuset pot with a lid", "La Roche-Posay cream for the face", "El Dorado poster with a frame"],
        ]
        for (number, titles) in others.enumerated() {
            #expect(try store(titles, name: "\(number).magpie").language().language == .english, "\(titles)")
        }
    }

    @Test("names of columns tell it where the texts say nothing, and not against them")
    func columns() throws {
        let silent = try folder.store("silent.magpie")
        _ = try silent.upsert([StoredItem("a", ["Bezeichnung": .text("X100"), "Preis": .float(3)])])
        #expect(try silent.language().language == .german)
        let spoken = try folder.store("spoken.magpie")
        _ = try spoken.upsert([
            StoredItem("a", ["Bezeichnung": .text("Red bag with a handle for the beach"), "Preis": .float(3)])
        ])
        #expect(try spoken.language().language == .english)
    }

    @Test("it follows the words of the catalog until one is kept, and again after that was given up")
    func kept() throws {
        let store = try store(["Red bag with a handle", "Blue shirt for the office"])
        #expect(try store.language() == StoreLanguage(language: .english, isDerived: true))
        try store.keep(language: .german)
        #expect(try store.language() == StoreLanguage(language: .german, isDerived: false))
        let reopened = try CatalogStore(path: store.path, mode: .readOnly)
        #expect(try reopened.language() == StoreLanguage(language: .german, isDerived: false))
        try store.keep(language: nil)
        #expect(try reopened.language() == StoreLanguage(language: .english, isDerived: true))
        _ = try store.upsert(ForeignShop(.dutch).items)
        #expect(try reopened.language() == StoreLanguage(language: .dutch, isDerived: true))
        #expect(try store.check() == [])
    }

    @Test("a backup, a copy, an export and a repair take it along")
    func taken() throws {
        let engine = try SearchEngine(path: folder.path("a.magpie"), mode: .create)
        let store = engine.store
        try store.keep(language: .italian)
        let wanted = StoreLanguage(language: .italian, isDerived: false)
        _ = try store.backup(to: folder.path("backup.magpie"))
        _ = try store.copyItems(toFile: folder.path("copy.magpie"))
        _ = try CatalogStore.repair(path: store.path, to: folder.path("repaired.magpie"))
        var lines: [String] = []
        try store.exportWhole { lines.append($0) }
        _ = try CatalogStore.makeStore(at: folder.path("imported.magpie"), from: "lines") { body throws(SearchError) in
            for (index, line) in lines.enumerated() {
                guard try body(index + 1, Array(line.utf8)[...]) else { return }
            }
        }
        for name in ["backup", "copy", "repaired", "imported"] {
            let other = try CatalogStore(path: folder.path("\(name).magpie"), mode: .readOnly)
            #expect(try other.language() == wanted, "\(name)")
        }
    }

    @Test("parts of one language merge, and parts of two are refused")
    func merged() throws {
        func part(_ name: String, _ language: CatalogLanguage?) throws -> String {
            let store = try SearchEngine(path: folder.path(name), mode: .create).store
            if let language { try store.keep(language: language) }
            return store.path
        }
        let parts = [try part("a", .french), try part("b", nil), try part("c", .french)]
        _ = try StoreMerge(parts.map { try MergePart($0) }).write(to: folder.path("all"))
        #expect(
            try CatalogStore(path: folder.path("all")).language() == StoreLanguage(language: .french, isDerived: false))
        let other = try part("d", .spanish)
        let error = #expect(throws: SearchError.self) {
            _ = try StoreMerge([try MergePart(parts[0]), try MergePart(other)]).write(to: folder.path("none"))
        }
        #expect(error.map { "\($0)" }?.contains("give one language to all parts") == true)
    }

    @Test("an engine may be told to read a store in another language, which the store does not keep")
    func told() throws {
        let path = folder.path("shop.magpie")
        var settings = SearchEngine.Settings()
        settings.language = .german
        let engine = try SearchEngine(path: path, mode: .create, settings: settings)
        try ForeignShop(.english).fill(engine)
        #expect(try engine.store.language().language == .german)
        let request = SearchRequest(.init(text: "bags unter 50 Euro", readsPhrases: true))
        #expect(try engine.searchBlocking(request).hits.map(\.id) == ["10"])
        #expect(try CatalogStore(path: path, mode: .readOnly).language().language == .english)
    }

    @Test("an unknown language is an error with the code that was meant")
    func unknown() throws {
        for (text, code) in [
            ("german", "de"), ("Deutsch", "de"), ("deu", "de"), ("de-AT", "de"), ("fr_CA", "fr"), ("españl", "es"),
            ("itallian", "it"), ("DUTCH", "nl"), ("en-GB", "en"),
        ] {
            let error = #expect(throws: SearchError.self) { try CatalogLanguage(code: text) }
            #expect(error.map { "\($0)" }?.contains("did you mean `\(code)`?") == true, "\(text)")
        }
        let error = #expect(throws: SearchError.self) { try CatalogLanguage(code: "klingon") }
        #expect(
            error.map { "\($0)" }?.contains("de (German)") == true
                && error.map { "\($0)" }?.contains("did you mean") == false)
        #expect(try CatalogLanguage(code: "nl") == .dutch)
    }

    @Test("a code of a newer version is told by the check, and the words of the catalog count")
    func newer() throws {
        let store = try store(["Rote Tasche mit Griff", "Blaues Hemd mit Kragen", "Grünes Kleid mit Gürtel"])
        try store.keep(language: .french)
        try store.write { database throws(SearchError) in
            try database.run("UPDATE store_language SET code = 'pt'")
            try database.run("UPDATE state SET revision = revision + 1")
        }
        #expect(try store.language() == StoreLanguage(language: .german, isDerived: true))
        #expect(try store.check().contains { $0.contains("the language `pt` is unknown") })
    }
}
