import Foundation
import TestSupport
import Testing

@testable import VisualSearch

@Suite("Copies from store to store", .timeLimit(.minutes(5)))
struct CopyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// An engine over an empty store of the describer of `catalog`.
    private func target(of catalog: KindCatalog) throws -> SearchEngine {
        try SearchEngine(path: folder.path("target.magpie"), mode: .create, describer: catalog.engine.describer)
    }

    private func answer(_ engine: SearchEngine) throws -> SearchAnswer {
        let request = SearchRequest(.init(example: .image(.bytes([]))), limit: 96, explains: true, scope: .all)
        return try engine.answer(request, vector: KindCatalog.vector("bag", 1000))
    }

    @Test("a copy has all items and what was learned, and answers as the original")
    func whole() throws {
        let catalog = try KindCatalog(folder) { kind, number in number.isMultiple(of: 3) ? nil : kind }
        let plain = try answer(catalog.engine)
        _ = try catalog.engine.learnBlocking()
        _ = try catalog.engine.removeBlocking(["bag-1"])
        let target = try target(of: catalog)
        let known = try answer(target)
        #expect(known.hits.isEmpty)
        var told: [Int] = []
        let report = try catalog.engine.store.copyItems(to: target.store) { told.append($0) }
        #expect(report.items == 95 && told == [95])
        #expect(try target.store.contentsSum() == catalog.engine.store.contentsSum())
        let learned = try catalog.engine.store.learningReport()
        #expect(try target.store.learningReport()?.precisionAfter == learned?.precisionAfter)
        #expect(try !target.store.isLearningDue())
        // The one that was open before takes over what was learned in the background.
        let wanted = try answer(catalog.engine).hits.map { ($0.id, $0.score) }
        #expect(!wanted.elementsEqual(plain.hits.map { ($0.id, $0.score) }, by: ==))
        try wait(for: "what was learned") {
            try answer(target).hits.map { ($0.id, $0.score) }.elementsEqual(wanted, by: ==)
        }
        #expect(try target.store.check() == [])
    }

    @Test("it can be repeated, takes later changes along, and refuses a target with items of its own")
    func repeated() throws {
        let catalog = try KindCatalog(folder, each: 5)
        let target = try target(of: catalog)
        _ = try catalog.engine.store.copyItems(to: target.store)
        for result in try catalog.engine.insertDescribed(KindCatalog.items(4..<7)) { try result.get() }
        #expect(try catalog.engine.store.copyItems(to: target.store).items == 28)
        #expect(try target.store.contentsSum() == catalog.engine.store.contentsSum())
        _ = try catalog.engine.removeBlocking(["mug-2"])
        #expect {
            try catalog.engine.store.copyItems(to: target.store)
        } throws: { error in
            guard case .invalidArgument(let reason)? = error as? SearchError else { return false }
            return reason.contains("such as 'mug-2'; copy to a new store")
        }
        let other = try CatalogStore(path: folder.path("other"), describer: .small, mode: .create)
        #expect(throws: SearchError.self) { try catalog.engine.store.copyItems(to: other) }
    }
}
