import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("The words that pictures show", .timeLimit(.minutes(5)))
struct WordLearningTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Every third item says nothing of its kind.
    private func catalog(learnsFromChanges: Bool = false) throws -> KindCatalog {
        try KindCatalog(folder, learnsFromChanges: learnsFromChanges) { kind, number in
            number.isMultiple(of: 3) ? nil : kind
        }
    }

    private func hits(_ text: String, in catalog: KindCatalog, kindWeight: Double? = nil) throws -> [Hit] {
        try catalog.engine.searchBlocking(
            SearchRequest(.init(text: text, kindWeight: kindWeight), limit: 96, explains: true)
        ).hits
    }

    @Test("a word finds pictures whose text lacks it, after all items that say it, and the explanation says which")
    func found() throws {
        let catalog = try catalog()
        let before = try hits("shoe", in: catalog)
        #expect(before.count == 16)
        let report = try #require(try catalog.engine.learnBlocking().words)
        #expect(report.learned == 4 && report.tried == 4 && report.precision ?? 0 >= 0.7)
        let after = try hits("shoe", in: catalog)
        #expect(after.prefix(16).map(\.id) == before.map(\.id) && after.prefix(16).map(\.score) == before.map(\.score))
        let guessed = after.dropFirst(16)
        #expect(guessed.count { $0.id.hasPrefix("shoe") } >= 5, "\(guessed.map(\.id))")
        #expect(guessed.count { !$0.id.hasPrefix("shoe") } <= 3, "\(guessed.map(\.id))")
        for hit in guessed {
            let parts = try #require(hit.explanation)
            #expect(parts.text == 0 && parts.shown == hit.score && hit.score < after[15].score)
        }
        #expect(after.prefix(16).allSatisfy { $0.explanation?.shown == 0 && $0.explanation?.text == $0.score })
        #expect(try hits("shoe", in: catalog, kindWeight: 0) == before)
    }

    @Test("another form of the word finds the same, and a word that no item says finds nothing")
    func forms() throws {
        let catalog = try catalog()
        _ = try catalog.engine.learnBlocking()
        #expect(try hits("bags", in: catalog).map(\.id) == hits("bag", in: catalog).map(\.id))
        #expect(try hits("zebra", in: catalog).isEmpty)
    }

    @Test("of several words, a picture that shows them all is found, and one that shows some of them is not")
    func several() throws {
        let catalog = try catalog()
        _ = try catalog.engine.learnBlocking()
        let found = try hits("shoe mug", in: catalog)
        let guessed = found.filter { $0.explanation?.text == 0 }
        #expect(found.count - guessed.count == 32)
        let both = Set(try hits("shoe", in: catalog).map(\.id)).intersection(try hits("mug", in: catalog).map(\.id))
        #expect(Set(guessed.map(\.id)) == both)
    }

    @Test("words that pictures do not show are not learned, and hits stay as they were")
    func random() throws {
        var random = SplitMix(seed: 5)
        let catalog = try KindCatalog(folder) { _, _ in KindCatalog.kinds.randomElement(using: &random) }
        let before = try hits("lamp", in: catalog)
        let report = try #require(try catalog.engine.learnBlocking().words)
        #expect(report.learned == 0 && report.tried == 4 && report.precision == nil)
        #expect(try hits("lamp", in: catalog) == before)
    }

    @Test("a store without text learns nothing and is searched as before")
    func silent() throws {
        let catalog = try KindCatalog(folder) { _, _ in nil }
        let before = try catalog.hits("mug", limit: 40)
        let report = try catalog.engine.learnBlocking()
        #expect(report.words == nil && report.adoption == .nothing)
        #expect(try catalog.hits("mug", limit: 40) == before)
        #expect(try hits("mug", in: catalog).isEmpty)
    }

    @Test("the same content gives the same words, and the store keeps them whole")
    func deterministic() throws {
        let catalog = try catalog()
        _ = try catalog.engine.learnBlocking()
        let first = try #require(try catalog.engine.store.learned()?.words)
        _ = try catalog.engine.learnBlocking()
        let second = try #require(try SearchEngine.words(of: catalog))
        #expect(first.words.map(\.vector) == second.words.map(\.vector))
        #expect(first.words.map(\.cut) == second.words.map(\.cut))
        #expect(first.words.map(\.forms) == second.words.map(\.forms) && first.words.count == 4)
    }

    @Test("new items and changed pictures are found at once by what they show")
    func followed() throws {
        let catalog = try catalog()
        _ = try catalog.engine.learnBlocking()
        _ = try hits("bag", in: catalog)
        func add(_ kind: String) throws {
            for result in try catalog.engine.insertDescribed([(Item(id: "new"), KindCatalog.image(kind, 0), nil)]) {
                try result.get()
            }
        }
        // The pictures of number 0 are in the catalog, without a word.
        for (kind, other) in [("bag", "mug"), ("mug", "bag")] {
            try #require(try hits(kind, in: catalog).contains { $0.id == "\(kind)-0" })
            try add(kind)
            #expect(try hits(kind, in: catalog).contains { $0.id == "new" })
            #expect(try !hits(other, in: catalog).contains { $0.id == "new" })
        }
        _ = try catalog.engine.removeBlocking(["new"])
        #expect(try !hits("bag", in: catalog).contains { $0.id == "new" })
    }

    @Test("a cancelled run leaves the words that were learned before, and a damaged record is left aside")
    func kept() throws {
        let catalog = try catalog()
        let plain = try hits("lamp", in: catalog)
        _ = try catalog.engine.learnBlocking()
        let learned = try hits("lamp", in: catalog)
        #expect(learned.count > plain.count)
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: SearchError.cancelled) { try catalog.engine.learnBlocking(cancellation: cancellation) }
        #expect(try hits("lamp", in: catalog) == learned)
        try catalog.engine.store.write { database throws(SearchError) in
            try database.run("UPDATE learned SET record = replace(record, '\"cuts\":[', '\"cuts\":[1,')")
        }
        let engine = try SearchEngine(path: catalog.path, mode: .readWrite, describer: catalog.engine.describer)
        let request = SearchRequest(.init(text: "lamp"), limit: 96, explains: true)
        #expect(try engine.searchBlocking(request).hits == plain)
        #expect(try engine.store.check().count == 1)
    }
}

extension SearchEngine {
    /// The words in the file, as another process reads them.
    fileprivate static func words(of catalog: KindCatalog) throws -> WordSpace? {
        try CatalogStore(path: catalog.path, mode: .readOnly).learned()?.words
    }
}
