import Foundation
import SQLite
import TestSupport
import Testing

@testable import VisualSearch

@Suite("What was learned, in the store", .timeLimit(.minutes(5)))
struct LearnedStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("another engine on the file uses it, also one that was open before")
    func others() throws {
        let catalog = try KindCatalog(folder)
        let plain = try catalog.precision()
        _ = try catalog.engine.store.learn()
        // A search notices the new revision, and maps the vectors in the background.
        try wait(for: "what was learned") { try catalog.precision() > plain }
    }

    @Test("it is there when the store is opened again, for reading too, and after compact")
    func opened() throws {
        let report = try KindCatalog(folder).engine.learnBlocking()
        let path = folder.path("kinds.magpie")
        #expect(try CatalogStore(path: path, mode: .readOnly).learningReport() == report)
        let store = try CatalogStore(path: path)
        _ = try store.compact()
        #expect(try store.learningReport() == report)
        #expect(try store.check() == [])
    }

    @Test("new items and changed pictures are found by it at once")
    func followed() throws {
        let catalog = try KindCatalog(folder)
        _ = try catalog.engine.learnBlocking()
        _ = try catalog.hits("bag")
        _ = try catalog.engine.insertDescribed([
            (Item(id: "new", attributes: ["product_type": "bag"]), KindCatalog.image("bag", 1000), nil)
        ])
        #expect(try catalog.hits("bag").first?.id == "new")
        _ = try catalog.engine.insertDescribed([
            (Item(id: "new", attributes: ["product_type": "mug"]), KindCatalog.image("mug", 1000), nil)
        ])
        #expect(try catalog.hits("mug").first?.id == "new")
        #expect(try catalog.hits("bag").first?.id != "new")
        _ = try catalog.engine.removeBlocking(["new"])
        #expect(try !catalog.hits("mug").contains { $0.id == "new" })
    }

    private func opened(_ path: String, readsOnDemand: Bool) throws(SearchError) -> SearchEngine {
        var settings = SearchEngine.Settings(describer: KindCatalog.describer)
        settings.readsOnDemand = readsOnDemand
        return try SearchEngine(path: path, mode: .readOnly, settings: settings)
    }

    @Test("an engine that loads ahead for few searches finds the same, and may go before it has loaded")
    func ahead() throws {
        let catalog = try KindCatalog(folder)
        _ = try catalog.engine.learnBlocking()
        let expected = try KindCatalog.kinds.map { try catalog.hits($0) }
        for _ in 0..<20 {
            _ = try opened(catalog.path, readsOnDemand: true)
            let engine = try opened(catalog.path, readsOnDemand: true)
            #expect(try KindCatalog.kinds.map { try KindCatalog.hits(in: engine, $0) } == expected)
        }
    }

    @Test("in a damaged file an engine that loads ahead finds or throws what another does")
    func aheadInDamagedFiles() throws {
        let path = try {
            let catalog = try KindCatalog(folder)
            _ = try catalog.engine.learnBlocking()
            _ = try catalog.engine.store.compact()
            return catalog.path
        }()
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        var failed = 0
        for page in Swift.stride(from: 8192, to: bytes.count, by: 2 * 8192) {
            var damaged = bytes
            for index in page..<min(page + 8192, bytes.count) { damaged[index] ^= 0x5A }
            let copy = folder.path("damaged-\(page).magpie")
            try Data(damaged).write(to: URL(fileURLWithPath: copy))
            let answers = [true, false].map { readsOnDemand in
                Result { try KindCatalog.hits(in: opened(copy, readsOnDemand: readsOnDemand), "bag") }
                    .mapError { $0 as? SearchError ?? .service(String(describing: $0)) }
            }
            #expect(answers[0] == answers[1], "page at \(page)")
            if case .failure = answers[1] { failed += 1 }
        }
        #expect(failed > 0)
    }

    @Test("where it is damaged, searches do without it and the check says so")
    func damaged() throws {
        let catalog = try KindCatalog(folder)
        let plain = try catalog.hits("bag")
        _ = try catalog.engine.learnBlocking()
        try #require(try catalog.hits("bag") != plain)
        try catalog.engine.store.write { database throws(SearchError) in
            try database.run("UPDATE learned SET map = zeroblob(100)")
        }
        let findings = try catalog.engine.store.check()
        #expect(findings == ["learned: what was learned from the types is damaged; learn again"])
        let engine = try SearchEngine(path: catalog.path, mode: .readWrite, describer: catalog.engine.describer)
        let request = SearchRequest(.init(example: .image(.bytes([]))), limit: 10, explains: true, scope: .all)
        #expect(try engine.answer(request, vector: KindCatalog.vector("bag", 1000)).hits == plain)
        _ = try engine.learnBlocking()
        #expect(try engine.store.check() == [])
    }

    @Test("a repair saves it, and names it among the losses where it is damaged")
    func repaired() throws {
        let catalog = try KindCatalog(folder)
        let store = catalog.engine.store
        let none = try CatalogStore.repair(path: catalog.path, to: folder.path("without.magpie"))
        #expect(try none.lost == [] && CatalogStore(path: folder.path("without.magpie")).learningReport() == nil)
        _ = try catalog.engine.learnBlocking()
        let map = try #require(try store.learned()?.map)
        let report = try CatalogStore.repair(path: catalog.path, to: folder.path("saved.magpie"))
        #expect(report.lost == [] && report.doubtful == [])
        let saved = try CatalogStore(path: folder.path("saved.magpie"))
        #expect(try saved.learned()?.map?.bytes == map.bytes)
        #expect(try saved.check() == [])
        try store.write { database throws(SearchError) in try database.run("UPDATE learned SET map = zeroblob(100)") }
        let damaged = try CatalogStore.repair(path: catalog.path, to: folder.path("rest.magpie"))
        #expect(damaged.lost == ["what was learned, which 'magpie store learn' learns again"])
        #expect(damaged.kept == report.kept && damaged.doubtful == [])
        #expect(try CatalogStore(path: folder.path("rest.magpie")).learningReport() == nil)
    }

    @Test("it is due for a new store, and after a tenth of the items changed")
    func due() throws {
        let catalog = try KindCatalog(folder, each: 25)
        #expect(try catalog.engine.store.isLearningDue())
        _ = try catalog.engine.learnBlocking()
        #expect(try !catalog.engine.store.isLearningDue())
        _ = try catalog.engine.insertDescribed(Array(KindCatalog.items(0..<3).prefix(10)))
        #expect(try !catalog.engine.store.isLearningDue())
        _ = try catalog.engine.insertDescribed(Array(KindCatalog.items(3..<4)))
        #expect(try catalog.engine.store.isLearningDue())
        #expect(try !CatalogStore(path: folder.path("empty"), describer: .small, mode: .create).isLearningDue())
    }

    @Test("an engine that learns from changes does so by itself")
    func alone() throws {
        let catalog = try KindCatalog(folder, learnsFromChanges: true)
        try wait(for: "what was learned") { try catalog.engine.store.learningReport()?.adoption == .map }
    }

    @Test("learning in the background that fails is told")
    func failing() throws {
        let catalog = try KindCatalog(folder, learnsFromChanges: true)
        try wait(for: "what was learned") { try catalog.engine.store.learningReport() != nil }
        let told = Locked<[SearchError]>([])
        catalog.engine.whenLearningFails { error in told.withLock { $0.append(error) } }
        try catalog.engine.store.write { database throws(SearchError) in try database.run("DROP TABLE learned") }
        _ = try catalog.engine.insertDescribed(KindCatalog.items(100..<104))
        try wait(for: "the failure") { catalog.engine.learningFailures > 0 }
        #expect(told.withLock { $0.count } >= 1)
    }

    @Test("a store from before this can be searched for reading, and learns once it is opened for writing")
    func older() throws {
        let path = folder.path("older")
        let steps = Array(Schema.current.steps.prefix(4))
        do {
            let store = try CatalogStore(
                path: path, describer: .small, mode: .create, schema: Schema(steps: steps, readable: 1))
            _ = try store.upsert((0..<5).map { StoredItem("\($0)", seed: $0) })
        }
        #expect(try CatalogStore(path: path, mode: .readOnly).learningReport() == nil)
        let store = try CatalogStore(path: path)
        #expect(try store.learn().adoption == .nothing)
        #expect(try store.learningReport() != nil)
    }
}
